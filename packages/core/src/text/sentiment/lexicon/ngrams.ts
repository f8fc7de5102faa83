import { readModel } from "../../network/model-file.ts";
import { expandWeights } from "../../network/sparse-weights.ts";
import { addToHash as mix, hashBasis, hashRange, spread } from "../../segment/hash.ts";

/** Rows of weights. N-grams share them by hash (Weinberger et al. 2009, feature hashing). */
export const weightRows = 1 << 20;

const shortestNgram = 4;
const longestNgram = 6;
/** Units of a longer word that are read. */
const maxWordLength = 24;

/** The kinds of features. They are part of the hash, so an n-gram does not collide with an equal word. */
const kinds = { word: 1, pair: 2, ngram: 3, last: 4 } as const;
const bases = {
  word: mix(hashBasis, kinds.word),
  pair: mix(hashBasis, kinds.pair),
  ngram: mix(hashBasis, kinds.ngram),
  last: mix(hashBasis, kinds.last),
} as const;

/** Cyrillic letters with their spelling in Latin, so that Slavic languages share their words. */
const latinSpellings: Readonly<Record<string, string>> = {
  а: "a", б: "b", в: "v", г: "g", д: "d", ђ: "dj", е: "e", ж: "z", з: "z", и: "i", ј: "j", к: "k", л: "l", љ: "lj", м: "m", н: "n", њ: "nj",
  о: "o", п: "p", р: "r", с: "s", т: "t", ћ: "c", у: "u", ф: "f", х: "h", ц: "c", ч: "c", џ: "dz", ш: "s", щ: "sc", ы: "y", э: "e", ю: "ju", я: "ja",
  ь: "", ъ: "",
}; // prettier-ignore
const cyrillic = /[\u0430-\u045f]/;

function spell(word: string): string {
  const start = word.slice(0, maxWordLength);
  return cyrillic.test(start)
    ? Array.from(start, (letter) => latinSpellings[letter] ?? letter).join("")
    : start;
}

const toRow = (hash: number) => (spread(hash) >>> 0) % weightRows;

/** Returns the rows of a word that do not depend on its neighbors: of the word and of the n-grams of its letters. */
function wordRows(word: string): Int32Array {
  const rows = [toRow(hashRange(word, 0, word.length, bases.word))];
  const bounded = `<${word}>`;
  for (let length = shortestNgram; length <= longestNgram && length < bounded.length; length++)
    for (let start = 0; start + length <= bounded.length; start++)
      rows.push(toRow(hashRange(bounded, start, start + length, bases.ngram)));
  return Int32Array.from(rows);
}

/** Returns the row of two words that follow each other. The word before the first is empty. */
function pairRow(before: string, word: string): number {
  return toRow(hashRange(word, 0, word.length, mix(hashRange(before, 0, before.length, bases.pair), 32)));
}

/** Calls `visit` with each row of the words of a sentence: those of each word, of each pair of words, and of the last. */
export function visitRows(words: readonly string[], visit: (row: number) => void): void {
  let before = "";
  for (const written of words) {
    const word = spell(written);
    for (const row of wordRows(word)) visit(row);
    visit(pairRow(before, word));
    before = word;
  }
  if (words.length > 0) visit(toRow(hashRange(before, 0, before.length, bases.last)));
}

/** Returns the logit of positive against negative of the words of a sentence; 0 without words. */
export type NgramModel = (words: readonly string[]) => number;

/** Creates a model from the weights of all rows. A code times `scale` is a weight. */
function createNgramModel(weights: Int8Array, scale: number, bias: number): NgramModel {
  return (words) => {
    let [count, sum] = [1, 0];
    visitRows(words, (row) => {
      count += 1;
      sum += weights[row] ?? 0;
    });
    return words.length === 0 ? 0 : bias + (scale * sum) / Math.sqrt(count);
  };
}

/** Opens a model that `training/sentiment-languages.ts` wrote. */
export async function openNgramModel(encoded: string): Promise<NgramModel> {
  const file = await readModel(encoded);
  const weights = expandWeights({ gaps: file.bytes("gaps"), values: file.int8("values") }, weightRows);
  const [scale = 0, bias = 0] = file.float32("numbers");
  return createNgramModel(weights, scale, bias);
}
