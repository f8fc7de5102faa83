import { nameParticles, type Phrase } from "../segment/phrase.ts";
import type { TaggedText } from "../tagger/tag-text.ts";
import { type PosTag, posTags } from "../tagger/tags.ts";
import type { Token } from "../segment/tokenize.ts";
import { wordFact } from "../segment/word-types.ts";
import type { WordVectors } from "../english/word-vectors.ts";

/** The parts of speech that delimit phrases. The other tags are `other`. */
type PartOfSpeech = "noun" | "proper" | "adjective" | "verb" | "adverb" | "number" | "determiner" | "other";

const partsOfSpeech: Readonly<Partial<Record<PosTag, PartOfSpeech>>> = {
  NOUN: "noun",
  PROPN: "proper",
  ADJ: "adjective",
  VERB: "verb",
  AUX: "verb",
  ADV: "adverb",
  NUM: "number",
  DET: "determiner",
};

/** The properties of a word that decide whether and how it is part of a phrase. */
interface TopicalWord {
  /** The form in which phrases are compared: lower case, singular. */
  key: string;
  rarity: number;
  isStopword: boolean;
  /** Whether the word is never part of a topic. */
  isChatter: boolean;
  /** Whether the word adds no topic as the first word of a phrase: "several", "new". */
  isGeneral: boolean;
  /** Whether the word is not a topic by itself. */
  isVague: boolean;
}

/** Finds the noun phrases among the tokens of a text. No phrase contains a token of `starts` except as its first. */
export type NounPhrases = (tagged: TaggedText, starts: readonly boolean[]) => Phrase[];

const maxPhraseLength = 5;
/** Maximum length of a topical word. Longer tokens are checksums, keys and file names. */
const maxWordLength = 30;
const letter = /\p{L}/u;

/** Adjectives that evaluate or count a noun rather than name a kind of it. */
const general = new Set(
  (
    "able actual additional appropriate available best better big bigger biggest certain clear common complete " +
    "corresponding current different early easy effective efficient enough entire existing few fewer fifth first " +
    "following former fourth further future given good great greater greatest higher highest immediate important " +
    "interesting large larger largest last late latest less likely little lower lowest main major many more most much " +
    "necessary new next novel older oldest other overall own particular past possible present previous proper recent " +
    "relevant respective same several significant similar smaller smallest specific such suitable true typical useful " +
    "usual various whole younger"
  ).split(" "),
);

/** Nouns of time and nouns without content. They are topics only together with another word. */
const vague = new Set(
  (
    "monday tuesday wednesday thursday friday saturday sunday january february april june july august september october " +
    "november december today tomorrow yesterday tonight morning afternoon evening night day week weekend month year time " +
    "second minute hour decade percent point hundred thousand million billion " +
    "pm am qty subtotal attendees apology agenda action date thing way lot kind sort bit fact case part someone something anything nothing everything everyone " +
    "mr mrs ms dr et al etc no fig vol thank regard hello hi dear please iban bic swift vat eur usd gbp chf"
  ).split(" "),
);

/** Names of months and days that are other words in lower case, and their short forms. */
const calendarNames = new Set(
  "March May Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun".split(
    " ",
  ),
);

/** Verbs that are also plurals: after a noun, and before an object or a place, they are verbs. */
const pluralVerbs = new Set(
  (
    "adds affects allows answers asks avoids beats bites blames blocks boils breaks brings builds burns buys calls carries catches causes changes charges claims " +
    "climbs closes comes contains controls computes connects cooks costs creates covers crosses cuts dances deals delivers demands designs dreams drinks drives " +
    "drops eats enables ensures falls fears feeds feels fights finds flies follows gets gives goes grows guards hates heats helps hides hits holds hopes " +
    "hosts hunts improves includes jumps keeps kicks kills knows lands leads leaks leaves lets lies lifts likes links lists lives looks loses loves makes " +
    "meets misses moves names needs offers opens orders owns paints pays picks plans plays points powers predicts prevents prints produces promises protects provides pulls pushes " +
    "puts raises reaches reads reduces removes rents replaces reports requires rests returns rides rings rises rolls rules runs says seeks sees sells sends serves " +
    "sets shares shines shows signs sings sits sleeps smells solves speaks spends stands starts states stays steals stops studies supports swims " +
    "takes talks teaches tells thinks throws touches trades travels treats tries turns uses visits votes wants warms warns washes wears " +
    "wins wishes works worries writes"
  ).split(" "),
);

/** Those that are no plurals, so that nothing needs to follow them. */
const onlyVerbs = new Set(
  "allows brings computes contains creates ensures gives goes grows keeps makes predicts prevents protects provides reduces requires says seeks sells sends solves speaks takes teaches tells thinks".split(
    " ",
  ),
);

/** The end of a label before a number: "Invoice No." */
const numberLabel = /^N[or]\.?$/;

/** A modifier such as "3D", "4K" or "5G". */
const codeModifier = /^\d{1,2}[A-Z]$/;
/** A number of an account or an article. */
const identifier = /^(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{8,}$/;

/** Forms in -ing that name a field or a process after a noun: "machine learning". Of a person they are verbs. */
const gerunds = new Set(
  (
    "accounting advertising banking blogging branding briefing building camping cleaning climbing clustering coding " +
    "computing cooking counseling cycling dancing diving draining engineering farming financing fishing forecasting " +
    "funding gaming gardening hosting housing hunting hiking insulating learning lending lighting machining " +
    "manufacturing marketing mapping mining modeling modelling monitoring networking packaging painting parking parsing " +
    "planning pricing printing processing programming publishing racing recording recycling reporting rendering roaming " +
    "sailing sampling scheduling sensing sequencing shipping shopping skiing smoothing spending staging staffing " +
    "storytelling streaming surfing swimming tagging teaching testing ticketing tracking trading training tuning " +
    "welding wiring wrestling writing"
  ).split(" "),
);

/** Adverbs of time, which taggers take for nouns: "takes metoprolol daily". */
const timeAdverbs = new Set(
  "hourly daily nightly weekly biweekly monthly quarterly yearly annually twice today tomorrow yesterday tonight".split(
    " ",
  ),
);

/** Interjections and slurred spoken words, which taggers take for nouns. */
const chatter = new Set(
  (
    "ah aha ahaha aw btw bye dont dunno fyi gonna gosh gotta ha haha hahaha hey hm hmm huh idc idk ill im imo imho ive " +
    "jk kinda lmao lmfao lol meh nah nope ofc oh ok okay omfg omg oops ouch pls plz rofl smh sorta tbh thats thx ty ugh " +
    "uh um wanna whoa wow wtf xd yay yeah yep yikes youre yup"
  ).split(" "),
);

/**
 * Plural endings and their replacements, the longest first (the S stemmer; Harman 1991, How effective is suffixing?).
 */
const plurals: readonly { ending: string; singular: string; unless: RegExp }[] = [
  { ending: "ies", singular: "y", unless: /[ae]ies$/ },
  { ending: "es", singular: "e", unless: /[aeo]es$/ },
  { ending: "s", singular: "", unless: /[us]s$/ },
];

function toSingular(word: string): string {
  if (word.length < 4) return word;
  const plural = plurals.find(({ ending }) => word.endsWith(ending));
  if (!plural || plural.unless.test(word)) return word;
  return word.slice(0, -plural.ending.length) + plural.singular;
}

/** Returns whether the word is an interjection or slurred, such as "sooo" with the same letter three times in a row. */
function isChatter(word: string): boolean {
  return chatter.has(word) || /(.)\1\1/u.test(word);
}

/** Returns whether the token is the name in an HTML character reference, such as `&nbsp;`. */
function isEscape(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (before?.text !== "&") return false;
  const [name, after] = [tokens[index], tokens[index + 1]];
  return after?.text === ";" && before.end === name?.start && name.end === after.start;
}

/**
 * Returns whether the token can be part of a topic. A form in -ed can modify a noun ("the proposed method"); one in
 * -ing ("using") is skipped.
 */
function isTopical(token: Token, tag: PartOfSpeech | undefined): boolean {
  const { text, kind } = token;
  // The second half of a contraction is a token of its own: "'m".
  if (kind !== "word" || text.length < 2 || text.length > maxWordLength || /^['’]/.test(text)) return false;
  if (identifier.test(text)) return false;
  return tag === "noun" || tag === "proper" || tag === "adjective" || (tag === "verb" && text.endsWith("ed"));
}

/** A form in -ed after one of these is a participle that modifies a noun. */
const prepositions = new Set(
  (
    "about after against among as at between by during for from in into of on over than through to under using via with " +
    "within without"
  ).split(" "),
);

/** Returns whether a form in -ed after the token modifies the noun that follows, rather than being a past tense. */
function leadsParticiple(token: Token | undefined, tag: PartOfSpeech | undefined): boolean {
  return tag === "determiner" || (token !== undefined && prepositions.has(token.text.toLowerCase()));
}

/** Returns whether a word that looks like a plural is the verb between a noun and what follows it. */
function isPluralVerb(tokens: readonly Token[], tags: readonly PartOfSpeech[], index: number): boolean {
  const next = tokens[index + 1];
  const { text = "" } = tokens[index] ?? {};
  if (!isNominal(tags[index - 1]) || /s$/i.test(tokens[index - 1]?.text ?? "")) return false;
  if (onlyVerbs.has(text)) return true;
  if (!pluralVerbs.has(text) || next?.kind !== "word") return false;
  const tag = tags[index + 1];
  const isObject = isNominal(tag) || tag === "adjective" || tag === "determiner";
  return isObject || (prepositions.has(next.text) && tags[index - 1] === "proper");
}

/** Returns whether a form in -ing is a noun after another one: "machine learning models", not "pupils learning English". */
function isGerund(tokens: readonly Token[], tags: readonly PartOfSpeech[], index: number): boolean {
  if (tags[index] !== "verb" || !gerunds.has(tokens[index]?.text.toLowerCase() ?? "")) return false;
  const next = tags[index + 1];
  const isAfterNoun = isNominal(tags[index - 1]) && !/s$/i.test(tokens[index - 1]?.text ?? "");
  return isAfterNoun && next !== "determiner" && next !== "proper" && next !== "adjective";
}

/** Returns the tags with "noun" for forms in -ing that are nouns. */
function tagGerunds(tokens: readonly Token[], tags: readonly PartOfSpeech[]): readonly PartOfSpeech[] {
  return tags.includes("verb")
    ? tags.map((tag, index) => (isGerund(tokens, tags, index) ? "noun" : tag))
    : tags;
}

/** Pronouns before the verb of a sentence. */
const subjects = new Set("i he she we they who".split(" "));
/** Words that begin the object of a verb. */
const objectStarts = new Set("the a an his its our their my your these those them us him me".split(" "));
const lowerCase = /^\p{Ll}/u;
const upperCase = /^\p{Lu}/u;
const maxParticles = 3;

/** Returns whether a word that looks like a noun is the verb between a subject and its object: "they house militias". */
function isPredicate(tokens: readonly Token[], tags: readonly PartOfSpeech[], index: number): boolean {
  const [before, token, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (!token || !lowerCase.test(token.text)) return false;
  // "Otto von Bismarck disliked José Ortega"
  if (token.text.endsWith("ed") && tags[index - 1] === "proper" && tags[index + 1] === "proper") return true;
  if (tags[index] !== "noun") return false;
  if (before && subjects.has(before.text.toLowerCase())) return true;
  const isModified = tags[index - 1] === "determiner" || tags[index - 1] === "adjective";
  return !isModified && after !== undefined && objectStarts.has(after.text);
}

/**
 * Verbs in the third person that begin sentences without a subject, as in notes: "Denies chest pain". Before a noun or its
 * adjective, the tagger takes them for nouns.
 */
const openingVerbs = new Set(
  (
    "admits appears arrives asks complains confirms continues declines describes denies drinks endorses feels fits gives has " +
    "includes keeps lacks lives looks makes needs notes presents prefers reports requires requests says seems sleeps smells " +
    "states suffers takes tastes tolerates uses walks wants wears"
  ).split(" "),
);

/** Returns whether the first word of a sentence is its verb. */
function isOpeningVerb(tokens: readonly Token[], tags: readonly PartOfSpeech[], index: number): boolean {
  const [token, next] = [tokens[index], tokens[index + 1]];
  if (next?.kind !== "word" || !openingVerbs.has(token?.text.toLowerCase() ?? "")) return false;
  return tags[index + 1] !== "proper" && next.text !== "of";
}

/** Returns the tags with "proper" for all words of names, also with particles: "Oscar de la Renta". */
function tagWholeNames(tokens: readonly Token[], tags: readonly PartOfSpeech[]): readonly PartOfSpeech[] {
  let joined: PartOfSpeech[] | undefined;
  for (let index = 1; index < tokens.length - 1; index++) {
    if (!nameParticles.has(tokens[index]?.text ?? "")) continue;
    let last = index + 1;
    while (last - index < maxParticles && nameParticles.has(tokens[last]?.text ?? "")) last += 1;
    if (isCapitalized(tokens[index - 1]) && isCapitalized(tokens[last]) && tags[index - 1] !== "other")
      (joined ??= [...tags]).fill("proper", index - 1, last + 1);
    index = last;
  }
  for (let index = 1; index < tokens.length - 1; index++) {
    // "Halvorsen Shipping ASA"
    const isInside = [index - 1, index + 1].every((at) => tags[at] === "proper" && isCapitalized(tokens[at]));
    if (isInside && tags[index] !== "proper" && tags[index] !== "other" && isCapitalized(tokens[index]))
      (joined ??= [...tags])[index] = "proper";
  }
  return joined ?? tags;
}

/** Returns the tags with "proper" for capitalized adjectives before a name, within a sentence: "New York". */
function tagNameStarts(
  tokens: readonly Token[],
  tags: readonly PartOfSpeech[],
  starts: readonly boolean[],
): readonly PartOfSpeech[] {
  const isStart = (index: number) =>
    tags[index] === "adjective" &&
    tags[index + 1] === "proper" &&
    starts[index] !== true &&
    starts[index + 1] !== true &&
    isCapitalized(tokens[index]);
  return tags.some((_, index) => isStart(index))
    ? tags.map((tag, index) => (isStart(index) ? "proper" : tag))
    : tags;
}

function isCapitalized(token: Token | undefined): boolean {
  return token?.kind === "word" && upperCase.test(token.text);
}

function isNominal(tag: PartOfSpeech | undefined): boolean {
  return tag === "noun" || tag === "proper";
}

function describeWord(word: string, stopwords: ReadonlySet<string>, vectors: WordVectors): TopicalWord {
  const lower = word.toLowerCase();
  const row = vectors.findRow(word);
  return {
    key: toSingular(lower),
    rarity: Math.log(2 + (row < 0 ? vectors.words.length : row)),
    isStopword: stopwords.has(lower) || !letter.test(word),
    isChatter: isChatter(lower),
    isGeneral: general.has(lower),
    isVague:
      calendarNames.has(word.replace(".", "")) ||
      general.has(lower) ||
      vague.has(toSingular(lower).replace(".", "")),
  };
}

/**
 * Creates the search for noun phrases of at most five words. A phrase is a sequence of adjectives, participles and
 * nouns that ends in a noun (Justeson, Katz 1995). Names joined by "of" and hashtags are phrases too.
 */
export function nounPhraseFinder(stopwords: ReadonlySet<string>, vectors: WordVectors): NounPhrases {
  const read = wordFact(({ text }) => describeWord(text, stopwords, vectors));

  const toPhrase = (tokens: readonly Token[], isName: boolean): Phrase[] => {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (!first || !last) return [];
    const words = tokens.map(({ type }) => read(type));
    if (words.every(({ isVague }) => isVague)) return [];
    const rarity = words.reduce((sum, word) => sum + word.rarity, 0) / words.length;
    return [{ start: first.start, end: last.end, words: words.map(({ key }) => key), rarity, isName }];
  };

  // Shortens "new results" to "results", but not "New York" to "York".
  const isDispensable = (token: Token | undefined, tag: PartOfSpeech | undefined) =>
    token !== undefined && (tag === "other" || (tag !== "proper" && read(token.type).isGeneral));

  /**
   * Returns whether the word can be part of a phrase. Stopwords can be nouns, and words of names ("New York") or terms
   * ("high school").
   */
  const isContent = (
    { type }: Token,
    tag: PartOfSpeech | undefined,
    previous: PartOfSpeech | undefined,
    next: PartOfSpeech | undefined,
  ) => {
    const { isStopword, isGeneral, isChatter } = read(type);
    if (isChatter) return false;
    if (tag === "noun") return true;
    if (!isStopword) return true;
    if (tag === "proper") return previous === "proper" || next === "proper";
    return tag === "adjective" && !isGeneral && (next === "noun" || next === "adjective");
  };

  return ({ tokens, tags: posIndices }, starts) => {
    const ownTags = Array.from(posIndices, (index) => partsOfSpeech[posTags[index] ?? "X"] ?? "other");
    const tags = tagWholeNames(tokens, tagNameStarts(tokens, tagGerunds(tokens, ownTags), starts));
    const phrases: Phrase[] = [];
    const close = (from: number, to: number) => {
      let end = to;
      const isEnd = (index: number) => {
        const { text = "" } = tokens[index] ?? {};
        return isNominal(tags[index]) && !timeAdverbs.has(text) && !numberLabel.test(text);
      };
      while (end > from && !isEnd(end - 1)) end -= 1;
      let start = Math.max(from, end - maxPhraseLength);
      if (tags[start] === "verb" && !leadsParticiple(tokens[start - 1], tags[start - 1])) start += 1;
      while (start < end - 1 && isDispensable(tokens[start], tags[start])) start += 1;
      const isName = tags.slice(start, end).every((tag) => tag === "proper");
      phrases.push(...toPhrase(tokens.slice(start, end), isName));
    };
    let open = -1;
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index];
      if (!token) break;
      const tag = tags[index];
      const joinsNames =
        token.text === "of" && open >= 0 && tags[index - 1] === "proper" && tags[index + 1] === "proper";
      const continues =
        (codeModifier.test(token.text) && isNominal(tags[index + 1])) ||
        (isTopical(token, tag) &&
          !isEscape(tokens, index) &&
          !isPluralVerb(tokens, tags, index) &&
          !isPredicate(tokens, tags, index) &&
          !(starts[index] === true && isOpeningVerb(tokens, tags, index)) &&
          isContent(token, tag, tags[index - 1], tags[index + 1])) ||
        joinsNames;
      // After a noun, a form in -ed is the verb of a sentence: "the group claimed responsibility".
      const ends = !continues || starts[index] === true || (tag === "verb" && isNominal(tags[index - 1]));
      if (open >= 0 && ends) {
        close(open, index);
        open = -1;
      }
      if (continues && open < 0) open = index;
      if (token.kind === "hashtag") phrases.push(...toPhrase([token], true));
    }
    if (open >= 0) close(open, tokens.length);
    return phrases;
  };
}
