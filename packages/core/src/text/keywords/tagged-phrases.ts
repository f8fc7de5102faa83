import { isCalendarWord } from "./calendar-words.ts";
import { findLanguageWords, type LanguageWords } from "../mentions/local/language-words.ts";
import { nameParticles, type Phrase } from "../segment/phrase.ts";
import type { Token } from "../segment/tokenize.ts";
import type { TaggedText } from "../tagger/tag-text.ts";
import { type PosTag, posTags } from "../tagger/tags.ts";
import { numberLabels, type PhraseGrammar, phraseGrammars, vagueWords } from "./phrase-grammars.ts";

/** Maximum length of a topical word. Longer tokens are checksums, keys and file names. */
const maxWordLength = 40;
/**
 * The margin of a noun over a verb in the scores of the tagger, at the clearest of its places, below which a word may be
 * a verb.
 */
const minVerbMargin = 25;
/** An adjective after a noun is often its verb, so it needs a margin that is larger by this factor. */
const adjectiveDoubt = 2;
const capital = /^\p{Lu}/u;
const letters = /\p{L}.*\p{L}/u;
/** A number of an account or an article, and a slurred word: "soooo". "Schifffahrt" has three equal letters. */
const noTopic = /^(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{8,}$|(.)\1{3}/u;
const apostropheEnd = /['’]$/;
const joint = /[dltrie]/;
/** An abbreviation such as "Art.", which says little by itself. */
const shortForm = /^\p{L}{1,4}\.$/u;
const initial = /^\p{Lu}\.$/u;

/**
 * The roles of words in a phrase, a letter each, so that a grammar is a pattern of them: an adjective, a noun, a name, a
 * word that joins nouns, one that joins names or nouns, one that joins names, an article after a joint, an initial, the
 * sign "&".
 */
const roles = {
  adjective: "a",
  noun: "n",
  name: "p",
  link: "l",
  linkOrParticle: "d",
  particle: "t",
  article: "r",
  initial: "i",
  ampersand: "e",
} as const;

interface Grammar extends PhraseGrammar {
  pattern: RegExp;
  linkWords: ReadonlySet<string>;
  articleWords: ReadonlySet<string>;
  vague: ReadonlySet<string>;
  words: LanguageWords;
}

/** A name with its particles. Its repetitions are bounded, as all of the patterns. */
const name = "i{0,3}p(?:[ie]{0,2}p){0,4}(?:[dtr]{1,3}p{1,2}){0,2}";
/** A name of one word, which can end a longer term: "minister obrony Polski". */
const oneName = "p(?![dtrie]{0,3}p)";

/** Returns the pattern of the roles of a phrase. */
function phrasePattern({ adjectives, joins, links, namesModify }: PhraseGrammar): RegExp {
  const [head, tail] = adjectives === "both" ? ["a?na{0,2}", "a{0,2}"] : ["a{0,3}n", ""];
  const row = joins === "none" ? "" : `(?:${joins === "nouns" ? "n" : head}){0,2}(?:${oneName})?`;
  const linked = links === "" ? "" : `(?:[dl]r?${head}){0,2}(?:[dl]r?${oneName}${tail})?`;
  const first = namesModify ? `(?:${name})?` : "";
  return new RegExp(`${first}${head}${row}${linked}|${name}`, "g");
}

const known = new Map<string, Grammar>();

function readGrammar(language: string): Grammar | null {
  const found = known.get(language);
  if (found) return found;
  const row = Object.hasOwn(phraseGrammars, language) ? phraseGrammars[language] : undefined;
  if (!row) return null;
  const grammar = {
    ...row,
    pattern: phrasePattern(row),
    linkWords: new Set(row.links.split(" ")),
    articleWords: new Set((row.articles ?? "").split(" ")),
    vague: vagueWords(language),
    words: findLanguageWords(language),
  };
  known.set(language, grammar);
  return grammar;
}

/** Returns the role of a small word between nouns or names, or a blank. */
function jointRole(word: string, { linkWords, articleWords }: Grammar): string {
  const isParticle = nameParticles.has(word);
  if (linkWords.has(word)) return isParticle ? roles.linkOrParticle : roles.link;
  if (articleWords.has(word)) return roles.article;
  return isParticle ? roles.particle : " ";
}

const nominal: Readonly<Partial<Record<PosTag, string>>> = {
  NOUN: roles.noun,
  PROPN: roles.name,
  ADJ: roles.adjective,
};

/** The tags of words that are part of a name if they have a capital and are next to one: "Mark Rutte". */
const nameTags: ReadonlySet<PosTag> = new Set(["NOUN", "ADJ", "VERB", "ADV", "X"]);

/** The tagged text with the marks of one of its phrases. */
interface Source {
  text: string;
  tagged: TaggedText;
  grammar: Grammar;
  stopwords: ReadonlySet<string>;
}

function tagAt({ tags }: TaggedText, index: number): PosTag {
  return posTags[tags[index] ?? 0] ?? "X";
}

/** Returns the role of a token by its tag and form only. */
function ownRole({ text, kind }: Token, tag: PosTag, grammar: Grammar): string {
  if (text === "&") return roles.ampersand;
  if (kind !== "word" || text.length > maxWordLength) return " ";
  const lower = text.toLowerCase().replace("’", "'");
  const isTitle = capital.test(text) && (text.length === 1 || text !== text.toUpperCase());
  const joint = isTitle ? " " : jointRole(lower, grammar);
  if (joint !== " ") return joint;
  if (initial.test(text)) return roles.initial;
  if (!letters.test(text) || noTopic.test(lower) || noTopic.test(text)) return " ";
  if (grammar.verbEnd?.test(text)) return " ";
  if (grammar.hasPrefixes && tag === "DET" && text.length > 3) return roles.noun;
  return nominal[tag] ?? (tag === "X" && capital.test(text) ? roles.name : " ");
}

/** Removes the roles of nouns and adjectives that may be verbs at each of their places. */
function dropDoubtful({ tagged: { tokens, verbMargins }, grammar }: Source, found: string[]): void {
  const margins = new Map<string, number>();
  const keyAt = (index: number) =>
    /[na]/.test(found[index] ?? "") ? (tokens[index]?.text.toLowerCase() ?? "") : "";
  for (let index = 0; index < found.length; index++) {
    const key = keyAt(index);
    margins.set(key, Math.max(margins.get(key) ?? 0, verbMargins[index] ?? 0));
  }
  const least = grammar.minVerbMargin ?? minVerbMargin;
  for (let index = 0; index < found.length; index++) {
    const key = keyAt(index);
    const needed = found[index] === roles.adjective ? adjectiveDoubt * least : least;
    if (key !== "" && (margins.get(key) ?? 0) < needed) found[index] = " ";
  }
}

const particleRole = /[dtr]/;
const maxParticles = 3;

/**
 * Makes names of the words with a capital on both sides of particles: "Carl af Geijerstam". In a language that writes
 * nouns with a capital, one particle can be a preposition: "Ursula von der Leyen", "Treffen von Ministern".
 */
function joinParticles({ text, tagged, grammar }: Source, found: string[]): void {
  const { tokens } = tagged;
  const isNamed = (index: number) => {
    const token = tokens[index];
    return token?.kind === "word" && capital.test(token.text) && nominal[tagAt(tagged, index)] !== undefined;
  };
  const isJoined = (index: number) => {
    const [before, token] = [tokens[index - 1], tokens[index]];
    return before !== undefined && token !== undefined && isAdjacent(text, before, token);
  };
  for (let first = 0; first < tokens.length; first++) {
    if (!particleRole.test(found[first + 1] ?? "") || !isNamed(first)) continue;
    let last = first + 1;
    while (last - first <= maxParticles && particleRole.test(found[last] ?? "") && isJoined(last)) last += 1;
    if (!isNamed(last) || !isJoined(last) || (grammar.capitalizesNouns && last - first < 3)) continue;
    found[first] = found[last] = roles.name;
  }
}

/** Returns the roles of all tokens. Words with a capital next to a name are part of it. */
function findRoles(source: Source): string[] {
  const { tagged, grammar } = source;
  const { tokens, starts } = tagged;
  const found = tokens.map((token, index) => ownRole(token, tagAt(tagged, index), grammar));
  dropDoubtful(source, found);
  joinParticles(source, found);
  const join = (index: number, neighbor: number) => {
    const token = tokens[index];
    if (found[neighbor] !== roles.name || found[index] === roles.name || starts[index] === true) return;
    if (token?.kind !== "word" || !capital.test(token.text) || !letters.test(token.text)) return;
    if (nameTags.has(tagAt(tagged, index))) found[index] = roles.name;
  };
  if (grammar.capitalizesNouns) return found;
  for (let index = 1; index < tokens.length; index++) if (!starts[index]) join(index, index - 1);
  for (let index = tokens.length - 2; index >= 0; index--) if (!starts[index + 1]) join(index, index + 1);
  return found;
}

/** Returns whether a noun after another one can be the head of a compound. */
function canFollow({ compoundEnd }: Grammar, before: string, role: string, { text }: Token): boolean {
  return role !== roles.noun || !/[np]/.test(before) || compoundEnd?.test(text) !== false;
}

/** Returns whether a token follows another with one space between them, or none after an apostrophe. */
function isAdjacent(text: string, before: Token, { start }: Token): boolean {
  const gap = start - before.end;
  return gap === 0 ? apostropheEnd.test(before.text) : gap === 1 && /\s/.test(text.charAt(before.end));
}

/** Returns whether no word of a text has a capital, as in a chat, so the tags of nouns are unsure. */
function isWithoutCapitals({ tokens }: TaggedText): boolean {
  return !tokens.some(({ text }) => capital.test(text));
}

/** Returns the phrases of the texts of a language by their tags, or `null` if it has no grammar. */
export function taggedPhrases(
  text: string,
  language: string,
  tagged: TaggedText,
  stopwords: ReadonlySet<string>,
): readonly Phrase[] | null {
  const grammar = readGrammar(language);
  if (!grammar || (grammar.capitalizesNouns && isWithoutCapitals(tagged))) return null;
  const source = { text, tagged, grammar, stopwords };
  const { tokens, starts } = tagged;
  const found = findRoles(source);
  const phrases: Phrase[] = [];
  const readWord = wordReader(source);
  for (let from = 0; from < tokens.length;) {
    let to = from + 1;
    while (to < tokens.length && found[to] !== " " && !starts[to]) {
      const [before, token] = [tokens[to - 1], tokens[to]];
      if (!before || !token || !isAdjacent(text, before, token)) break;
      if (!canFollow(grammar, found[to - 1] ?? " ", found[to] ?? " ", token)) break;
      to += 1;
    }
    if (tokens[from]?.kind === "hashtag") phrases.push(...toPhrase(source, from, from + 1, readWord));
    const marks = found.slice(from, to).join("");
    for (const { index, 0: match } of marks.matchAll(grammar.pattern))
      phrases.push(...toPhrase(source, from + index, from + index + match.length, readWord, match));
    from = to;
  }
  return phrases;
}

/** A word as the comparison of phrases sees it. */
interface ReadWord {
  key: string;
  isVague: boolean;
  /** Whether it can be the title before a name. */
  isTitle: boolean;
  /** Whether it is a month, a weekday, or the label of a number. */
  isLabel: boolean;
  isStopword: boolean;
}

/** Returns a function that reads the tokens of a text, each word with a tag once. */
function wordReader({ tagged, grammar, stopwords }: Source): (index: number) => ReadWord {
  const read = new Map<string, ReadWord>();
  return (index) => {
    const word = tagged.tokens[index]?.text ?? "";
    const tag = tagged.tags[index] ?? 0;
    const key = `${tag} ${word}`;
    const known = read.get(key);
    if (known) return known;
    const lower = word.toLowerCase().replace("’", "'");
    const lemma = tagged.lemmatize(word, tag).toLowerCase();
    const forms = [lower, lemma, lower.replace(/\.$/, "")];
    const isLabel =
      shortForm.test(word) ||
      numberLabels.has(lower) ||
      forms.some((form) => isCalendarWord(form, grammar.words, grammar.joins !== "none"));
    const isTitle = forms.some((form) => grammar.vague.has(form));
    const isVague = isTitle || isLabel || grammar.words.currenciesAfter.at(lower, 0)?.end === lower.length;
    const facts = { key: lemma, isVague, isTitle, isLabel, isStopword: stopwords.has(lower) };
    read.set(key, facts);
    return facts;
  };
}

/** Returns the phrase of a range of tokens without adjectives that say nothing of its topic, or none. */
function toPhrase(
  { tagged }: Source,
  from: number,
  to: number,
  readWord: (index: number) => ReadWord,
  marks: string = roles.name,
): Phrase[] {
  const { tokens } = tagged;
  const isName = !/[na]/.test(marks);
  let [start, end] = [from, to];
  const isDispensable = (index: number) => {
    const { isStopword, isTitle, isLabel } = readWord(index);
    if (isName) return isTitle;
    return isLabel || (isStopword && marks.charAt(index - from) === roles.adjective);
  };
  while (start < end - 1 && isDispensable(start)) start += 1;
  // "the report of March" is "the report".
  while (end > start && (readWord(end - 1).isLabel || joint.test(marks.charAt(end - 1 - from)))) end -= 1;
  const [first, last] = [tokens[start], tokens[end - 1]];
  if (!first || !last || end <= start) return [];
  const words = Array.from({ length: end - start }, (_, index) => readWord(start + index));
  if (words.every(({ isVague, isStopword }) => isVague || (isStopword && !isName))) return [];
  return [{ start: first.start, end: last.end, words: words.map(({ key }) => key), rarity: 0, isName }];
}
