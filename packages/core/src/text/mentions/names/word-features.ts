import type { TokenKind, WordType } from "../../segment/word-types.ts";
import type { WordVectors } from "../../english/word-vectors.ts";
import { combine, hashText } from "./hash.ts";
import { type LetterCase, readLetterCase } from "./letter-case.ts";
import { caseHabits, type NameLexicon, wordKinds } from "./lexicon.ts";
import { readForm, type WordForm } from "./word-form.ts";

/** The sources of word vectors. */
export interface VectorSources {
  vectors: WordVectors;
  lexicon: NameLexicon;
}

const forms: readonly ((form: WordForm, length: number) => boolean)[] = [
  ({ upper, lower, digits }) => upper === 0 && lower > 0 && digits === 0,
  ({ startsUpper, upper, lower }) => startsUpper && upper === 1 && lower > 0,
  ({ upper, lower }) => upper > 1 && lower === 0,
  ({ startsUpper, upper, lower }) => lower > 0 && (upper > 1 || (upper === 1 && !startsUpper)),
  ({ upper, lower, hasPeriod }) => upper === 1 && lower === 0 && hasPeriod,
  ({ upper, lower }, length) => length === 1 && upper + lower === 1,
  ({ upper, lower, digits }) => digits > 0 && upper + lower === 0,
  ({ upper, lower, digits }) => digits > 0 && upper + lower > 0,
  ({ hasHyphen }) => hasHyphen,
  ({ hasPeriod }) => hasPeriod,
  ({ hasApostrophe }) => hasApostrophe,
  ({ isForeign }) => isForeign,
  ({ upper, lower }, length) => length <= 3 && upper + lower > 0,
  ({ upper, lower }, length) => length >= 10 && upper + lower > 0,
  // MacArthur and McDonald begin with a capital and contain a second one. iPhone begins in lower case.
  ({ startsUpper, upper }) => startsUpper && upper === 2,
];

const kinds: readonly TokenKind[] = [
  "word",
  "number",
  "sign",
  "emoji",
  "emoticon",
  "url",
  "email",
  "mention",
  "hashtag",
];

const firstKind = forms.length;
/** Flags of the source of the vector: shared, lexicon, none. */
const firstSource = firstKind + kinds.length;
const firstWordKind = firstSource + 3;
const firstHabit = firstWordKind + wordKinds.length;

/** The number of flags. */
export const flagCount = firstHabit + caseHabits.length;

/** The buckets of learned vectors for the beginnings and ends of words, and the dimensions of each vector. */
export const affixes = { buckets: 8192, dimensions: 16 } as const;

/** The number of buckets of feature weights. Each bucket has one weight per tag. */
export const weightBuckets = 1 << 15;

/** The number of words before and after a word that its tag depends on. */
export const reach = 2;

/** The number of positions in the window around a word. */
export const windowSize = 2 * reach + 1;

/** The most frequent words, such as "the" and "after". Hardly any of them is a name by itself. */
const everydayWords = 1_500;

/** The properties of a word that the tagger needs for its neighbors. */
export interface KnownWord {
  /** Hashes that the joint features combine. */
  identity: number;
  shape: number;
  kinds: number;
  letterCase: LetterCase;
  /** Whether the word is usually in lower case. */
  isOrdinary: boolean;
  /** Whether the word is ordinary and among the most frequent. */
  isEveryday: boolean;
}

/** The features of a word without its neighbors. */
export interface WordFeatures extends KnownWord {
  /** The row of its shared vector, or −1 if it has none. */
  row: number;
  /** The row of its vector in the lexicon, or −1 if it has none. */
  rareRow: number;
  /** The indices of its flags. */
  flags: readonly number[];
  /** The buckets of its affixes. */
  affixes: readonly number[];
  /** For each position of the window, the weight buckets that the word contributes to the word there. */
  weights: readonly (readonly number[])[];
}

const curly = /[‘’“”]/;

const beyondAscii = /[\u0080-\uffff]/;

/** Letters whose base Unicode does not decompose, as passports write them (ICAO 9303 part 3, section 6). */
const baseLetters: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
};

/** Returns the word in lower case without accents, as most lists of English texts write foreign names. */
function withoutAccents(word: string): string {
  return word
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[øłđðþßæœı]/g, (letter) => baseLetters[letter] ?? letter);
}

/** Returns the row and the entry of a word, or of its form without accents if the lists do not have it. */
export function findWord(
  word: string,
  { vectors, lexicon }: VectorSources,
): { row: number; entry: ReturnType<NameLexicon["entryOfWord"]> } {
  const row = vectors.findRow(word);
  if (row >= 0) return { row, entry: lexicon.entryOfRow(row) };
  const entry = lexicon.entryOfWord(word.toLowerCase());
  const isKnown = entry.row >= 0 || entry.kinds > 0;
  if (isKnown || !beyondAscii.test(word)) return { row, entry };
  const plain = withoutAccents(word);
  return plain === word.toLowerCase() ? { row, entry } : findWord(plain, { vectors, lexicon });
}

/** Returns the weight bucket of a feature. */
export function weightBucket(feature: number, value: number): number {
  return combine(value, feature) & (weightBuckets - 1);
}

/**
 * Returns the features of a word.
 *
 * @param isMasked Whether to ignore all vectors and lists. Training masks some words to learn from the other features.
 */
export function readFeatures(
  { text: word, kind }: Pick<WordType, "text" | "kind">,
  { vectors, lexicon }: VectorSources,
  isMasked = false,
): WordFeatures {
  const plain = curly.test(word) ? word.replace(/[‘’]/g, "'").replace(/[“”]/g, '"') : word;
  const form = readForm(plain);
  const folded = plain.toLowerCase();
  const { row, entry } = isMasked ? { row: -1, entry: undefined } : findWord(plain, { vectors, lexicon });
  const rareRow = entry?.row ?? -1;
  const wordKindBits = entry?.kinds ?? 0;

  const flags: number[] = [];
  for (let index = 0; index < forms.length; index++)
    if (forms[index]?.(form, plain.length)) flags.push(index);
  flags.push(firstKind + kinds.indexOf(kind));
  flags.push(firstSource + (row >= 0 ? 0 : rareRow >= 0 ? 1 : 2));
  for (let bit = 0; bit < wordKinds.length; bit++)
    if ((wordKindBits >> bit) & 1) flags.push(firstWordKind + bit);
  flags.push(firstHabit + (entry?.habit ?? 0));

  const isOrdinary = entry?.habit === caseHabits.indexOf("lower");
  const isWord = kind === "word" || kind === "hashtag";
  const { length } = folded;
  const shape = hashText(form.shape);
  const identity = isMasked ? shape : hashText(folded);
  const prefix = hashText(folded, 0, Math.min(3, length));
  const suffix = hashText(folded, Math.max(0, length - 3));
  const bucket = (part: number, value: number) => combine(value, part) & (affixes.buckets - 1);
  const parts = isWord
    ? [bucket(1, prefix), bucket(2, suffix), bucket(3, hashText(folded, Math.max(0, length - 2)))]
    : [];
  if (isWord && !isMasked) parts.push(bucket(4, identity));

  const weights: number[][] = [];
  for (let offset = -reach; offset <= reach; offset++) {
    const place = 16 * (offset + reach);
    const list: number[] = [];
    if (!isMasked) list.push(weightBucket(place, identity));
    if (Math.abs(offset) <= 1) list.push(weightBucket(place + 1, shape), weightBucket(place + 2, suffix));
    if (offset === 0) {
      if (!isMasked) list.push(weightBucket(place + 3, hashText(plain)));
      list.push(weightBucket(place + 4, prefix), weightBucket(place + 5, combine(shape, wordKindBits)));
    }
    weights.push(list);
  }
  return {
    row,
    rareRow,
    flags,
    affixes: parts,
    weights,
    identity,
    shape,
    kinds: wordKindBits,
    letterCase: readLetterCase(word, kind),
    isOrdinary,
    isEveryday: isOrdinary && row >= 0 && row < everydayWords,
  };
}
