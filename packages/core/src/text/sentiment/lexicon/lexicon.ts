import { compileConstructions, type Constructions, type ConstructionTable } from "../constructions.ts";
import type { CommonConstructions } from "./common-constructions.ts";
import { foldWord, shorten } from "./fold.ts";
import { laughterWeight, sharedWords } from "./shared-words.ts";

/** The source of a lexicon. Each string is a list separated by white space. */
export interface LexiconSource {
  /**
   * Entries by weight, from −3 to 3. `word` matches itself. `stem-` also matches the stem with one of the `endings`.
   * `start*` matches every word that begins with it. `two_words` is a phrase, and the words after its first may be
   * starts: `not_recommend*`. A longer entry takes precedence over a shorter one, and a weight of 0 removes a word.
   */
  weights: readonly (readonly [weight: number, entries: string])[];
  /** Words that begin a question about a fact: *welches Handy ist das beste?* Words that also exclaim, such as *wie*, are none. */
  questions?: string;
  negators: string;
  intensifiers: string;
  diminishers: string;
  contrasts: string;
  /** Prepositions of concession. The words after them in the clause count for little: *malgré sa belle vue*. */
  concessions: string;
  /**
   * Openers of a wish that did not come true. Praise after them, up to the end of the clause, is missed: *j'aurais aimé
   * une meilleure chambre*. `opener…closer` is a wish only if the closer follows in the clause.
   */
  wishes?: string;
  /** Negators and adverbs that form a superlative around praise or blame: *nie so gut*. */
  superlatives: { never: string; so: string };
  /** Words of repetition. After a short cheer, they introduce what is blamed: *Super, encore un retard*. */
  repetitions: string;
  endings?: string;
  /** Words that are written without a space before the next word, such as the article of Arabic. */
  prefixes?: string;
  /**
   * Letters with the spelling under which a word is looked up, for those that are more than a letter with an accent:
   * *schon* and *schön* are different words.
   */
  letters?: Readonly<Record<string, string>>;
  /** Whether a negator may follow the word that it negates: *das mag ich nicht*. */
  negatesBackwards: boolean;
  /** Whether nouns begin with a capital. In the other languages, a capital within a sentence begins a name. */
  capitalizesNouns?: boolean;
  constructions: ConstructionTable;
}

/** The entry of a word in a lexicon. */
export interface WordSense {
  folded: string;
  /** 0 for a word without sentiment. */
  weight: number;
  isNegator: boolean;
  isContrast: boolean;
  isConcession: boolean;
  isNever: boolean;
  isSo: boolean;
  isRepetition: boolean;
  /** Whether the word begins a question about a fact. */
  isQuestion: boolean;
  /** Whether it is an event that news report. */
  isEvent: boolean;
  /** Whether it is the writer or the reader. */
  isPerson: boolean;
  /** The wishes that begin with the word. */
  wishes: readonly Wish[];
  /** The factor that an adverb of degree applies to the weight of the next word; 1 for other words. */
  degree: number;
  /** Whether letters are repeated for emphasis. */
  isElongated: boolean;
  /** Phrases that begin with the word, the longest first. */
  phrases: readonly Phrase[];
}

/** The words of a phrase after the first, folded. An asterisk at the end of one makes it a start. */
interface Phrase {
  rest: readonly string[];
  weight: number;
}

/** The words of a wish after the first, and the word that must follow in the clause, both folded. */
interface Wish {
  rest: readonly string[];
  closer: string | undefined;
}

/** A compiled lexicon. */
export interface Lexicon {
  negatesBackwards: boolean;
  capitalizesNouns: boolean;
  constructions: Constructions;
  findSense: (word: string) => WordSense;
}

const intensified = 1.3;
const diminished = 0.6;
/** The maximum length of a word that is looked up. No entry is longer, and the lookup would be expensive. */
const maxWordLength = 40;
const minStemLength = 2;
const maxEndingLength = 10;
/** The maximum number of cached senses. A full cache is cleared, so that no text can exhaust the memory. */
const maxRemembered = 20_000;
/**
 * The maximum length of a cached word. V8 copies slices up to this length; a longer slice would keep the whole text in
 * memory.
 */
const maxRememberedLength = 12;

const noPhrases: readonly Phrase[] = [];
const noWishes: readonly Wish[] = [];

function listed(list: string, fold: (word: string) => string): string[] {
  return list.split(/\s+/).filter(Boolean).map(fold);
}

function compileWishes(entries: readonly string[]): ReadonlyMap<string, readonly Wish[]> {
  const wishes = new Map<string, Wish[]>();
  for (const entry of entries) {
    const [opener = "", closer] = entry.split("…");
    const [first = "", ...rest] = opener.split("_");
    wishes.set(first, [...(wishes.get(first) ?? []), { rest, closer }]);
  }
  return wishes;
}

/** The entries of a lexicon by their form. */
interface Entries {
  words: Map<string, number>;
  stems: Map<string, number>;
  starts: Map<string, number>;
  /** By their first word, the longest first. */
  phrases: Map<string, Phrase[]>;
}

function sortEntries({ weights }: LexiconSource, fold: (word: string) => string): Entries {
  const words = new Map<string, number>(sharedWords);
  const stems = new Map<string, number>();
  const starts = new Map<string, number>();
  const phrases = new Map<string, Phrase[]>();
  for (const [weight, entries] of weights)
    for (const entry of listed(entries, fold)) {
      if (entry.includes("_")) {
        const [first = "", ...rest] = entry.split("_");
        const known = phrases.get(first) ?? [];
        phrases.set(
          first,
          [...known, { rest, weight }].toSorted((a, b) => b.rest.length - a.rest.length),
        );
      } else if (entry.endsWith("-")) stems.set(entry.slice(0, -1), weight);
      else if (entry.endsWith("*")) starts.set(entry.slice(0, -1), weight);
      else words.set(entry, weight);
    }
  return { words, stems, starts, phrases };
}

/** Returns the weight of the entry that matches a folded word, or undefined if none does. */
function findWeight(
  word: string,
  { words, stems, starts }: Entries,
  endings: ReadonlySet<string>,
): number | undefined {
  const exact = words.get(word);
  if (exact !== undefined) return exact;
  for (let cut = word.length; cut >= Math.max(minStemLength, word.length - maxEndingLength); cut--) {
    const weight = stems.get(word.slice(0, cut));
    if (weight !== undefined && endings.has(word.slice(cut))) return weight;
  }
  for (let length = word.length; length >= minStemLength; length--) {
    const weight = starts.get(word.slice(0, length));
    if (weight !== undefined) return weight;
  }
  return undefined;
}

/** Returns whether a folded word matches a word of a phrase. */
export function matchesPhraseWord(word: string | undefined, expected: string): boolean {
  return expected.endsWith("*") ? word?.startsWith(expected.slice(0, -1)) === true : word === expected;
}

const [commonBlame, commonPraise] = [-2.2, 2];

/** Returns the constructions of a language with those that all languages have. Its own are first. */
function withCommon(
  { classes, constructions }: ConstructionTable,
  common: CommonConstructions | undefined,
): ConstructionTable {
  if (!common) return { classes, constructions };
  const rows = [
    { weight: commonBlame, patterns: common.blame },
    { weight: commonPraise, patterns: common.praise },
    { weight: 0, patterns: common.facts },
  ];
  return { classes, constructions: [...constructions, ...rows] };
}

/** Returns a function that returns whether a word is in a list, or begins with a word of it that ends with `*`. */
function wordMatcher(list: readonly string[]): (word: string) => boolean {
  const words = new Set(list.filter((word) => !word.endsWith("*")));
  const starts = new Set(list.filter((word) => word.endsWith("*")).map((word) => word.slice(0, -1)));
  return (word) => {
    if (words.has(word)) return true;
    for (let length = word.length; length >= minStemLength; length--)
      if (starts.has(word.slice(0, length))) return true;
    return false;
  };
}

/** Compiles a lexicon for lookups. */
export function compileLexicon(source: LexiconSource, common?: CommonConstructions): Lexicon {
  const letters = new Map(Object.entries(source.letters ?? {}));
  const fold = (word: string) => foldWord(word, letters);
  const entries = sortEntries(source, fold);
  const toSet = (list: string) => new Set(listed(list, fold));
  const negators = toSet(source.negators);
  const contrasts = toSet(source.contrasts);
  const concessions = toSet(source.concessions);
  const never = toSet(source.superlatives.never);
  const so = toSet(source.superlatives.so);
  const repetitions = toSet(source.repetitions);
  const questions = toSet(source.questions ?? "");
  const wishes = compileWishes(listed(source.wishes ?? "", fold));
  const isEvent = wordMatcher(listed(common?.events ?? "", fold));
  const persons = toSet(common?.persons ?? "");
  const endings = toSet(source.endings ?? "").add("");
  const degrees = new Map([
    ...listed(source.intensifiers, fold).map((word) => [word, intensified] as const),
    ...listed(source.diminishers, fold).map((word) => [word, diminished] as const),
  ]);

  const isKnown = (word: string): boolean =>
    findWeight(word, entries, endings) !== undefined ||
    degrees.has(word) ||
    negators.has(word) ||
    contrasts.has(word) ||
    entries.phrases.has(word);
  const prefixes = listed(source.prefixes ?? "", fold).toSorted((a, b) => b.length - a.length);
  const withoutPrefix = (word: string): string => {
    if (prefixes.length === 0 || isKnown(word)) return word;
    const fits = (prefix: string) =>
      word.startsWith(prefix) &&
      word.length >= prefix.length + minStemLength &&
      isKnown(word.slice(prefix.length));
    return word.slice(prefixes.find(fits)?.length ?? 0);
  };

  const look = (word: string): WordSense => {
    const spelled = word.length > maxWordLength ? "" : fold(word);
    const single = shorten(spelled, 1);
    const isElongated = single !== spelled;
    const double = isElongated ? shorten(spelled, 2) : spelled;
    const folded = withoutPrefix(isElongated && !isKnown(single) && isKnown(double) ? double : single);
    return {
      folded,
      weight: findWeight(folded, entries, endings) ?? laughterWeight(folded),
      isNegator: negators.has(folded),
      isContrast: contrasts.has(folded),
      isConcession: concessions.has(folded),
      isNever: never.has(folded),
      isSo: so.has(folded),
      isRepetition: repetitions.has(folded),
      isQuestion: questions.has(folded),
      isEvent: isEvent(folded),
      isPerson: persons.has(folded),
      wishes: wishes.get(folded) ?? noWishes,
      degree: degrees.get(folded) ?? 1,
      isElongated,
      phrases: entries.phrases.get(folded) ?? noPhrases,
    };
  };
  const senses = new Map<string, WordSense>();
  return {
    negatesBackwards: source.negatesBackwards,
    capitalizesNouns: source.capitalizesNouns === true,
    constructions: compileConstructions(withCommon(source.constructions, common), fold),
    findSense: (word) => {
      const known = senses.get(word);
      if (known) return known;
      const sense = look(word);
      if (senses.size >= maxRemembered) senses.clear();
      if (word.length <= maxRememberedLength) senses.set(word, sense);
      return sense;
    },
  };
}
