import { readModel } from "../../model-file.ts";
import { hashText } from "./hash.ts";

/** What a word is known for; the bit in a word's {@link LexiconEntry}`.kinds` is the index. */
export const wordKinds = [
  "first name",
  "last name",
  "town",
  "part of a town",
  "country or state",
  "demonym",
  "organization",
  "team",
] as const;

/** How a word is written in running text, apart from the beginning of sentences. */
export const caseHabits = ["unknown", "lower", "mostly lower", "mostly capital", "capital"] as const;

/** What the lexicon knows of a word. */
interface LexiconEntry {
  /** The row of its vector among the rare words; −1 where it has none. */
  row: number;
  /** A bit for each of {@link wordKinds}. */
  kinds: number;
  /** An index of {@link caseHabits}. */
  habit: number;
}

/** Knowledge about words for the tagger: of the words with a vector of their own, and of some 100,000 rarer ones. */
export interface NameLexicon {
  /** Of a word of the shared vectors, by its row. */
  ofRow: (row: number) => LexiconEntry;
  /** Of any other word, in lower case. */
  ofWord: (word: string) => LexiconEntry;
  /** Writes the vector of a rare word, by its row, to the beginning of `target`. */
  read: (row: number, target: Float32Array) => void;
}

/** Residual quantisation: a vector is the sum of one of 256 centroids for each stage. */
export const rareQuantization = { dimensions: 100, centroids: 256 } as const;

/**
 * Rare words are found by 24 bits of their hash, sorted, as differences of one or two bytes: nine bits a word instead of its
 * letters. One unknown word in a hundred is taken for another, which training sees as well.
 */
const hashBits = 24;

/** The hash under which a word is found. */
export function lexiconHash(word: string): number {
  return hashText(word) >>> (32 - hashBits);
}

/** Differences from 0 to 32,767; one byte where they fit in seven bits. */
function decodeDifferences(bytes: Uint8Array, count: number): Uint32Array {
  const values = new Uint32Array(count);
  let value = 0;
  let at = 0;
  for (let index = 0; index < count; index++) {
    let difference = bytes[at++] ?? 0;
    if (difference >= 128) difference = ((difference & 127) << 8) | (bytes[at++] ?? 0);
    value += difference;
    values[index] = value;
  }
  return values;
}

function indexOf(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle] ?? 0;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

const unknown: LexiconEntry = { row: -1, kinds: 0, habit: 0 };

async function load(): Promise<NameLexicon> {
  const { model } = await import("../../models/name-lexicon.ts");
  const file = await readModel(model);
  const { dimensions, centroids } = rareQuantization;
  const rowKinds = file.bytes("rowKinds");
  const rowHabits = file.bytes("rowHabits");
  const kinds = file.bytes("kinds");
  const habits = file.bytes("habits");
  const hashes = decodeDifferences(file.bytes("hashes"), kinds.length);
  const codes = file.bytes("codes");
  const [scale = 1] = file.float32("scale");
  const codebook = file.int8("codebook");
  const stages = codebook.length / (dimensions * centroids);
  const rareCount = codes.length / stages;
  const vectorRows = decodeDifferences(file.bytes("vectorRows"), rareCount);
  return {
    ofRow: (row) => ({ row: -1, kinds: rowKinds[row] ?? 0, habit: rowHabits[row] ?? 0 }),
    ofWord: (word) => {
      const index = indexOf(hashes, lexiconHash(word));
      if (index < 0) return unknown;
      return { row: indexOf(vectorRows, index), kinds: kinds[index] ?? 0, habit: habits[index] ?? 0 };
    },
    read: (row, target) => {
      target.fill(0, 0, dimensions);
      for (let stage = 0; stage < stages; stage++) {
        const from = (stage * centroids + (codes[row * stages + stage] ?? 0)) * dimensions;
        for (let inner = 0; inner < dimensions; inner++)
          target[inner] = (target[inner] ?? 0) + (codebook[from + inner] ?? 0) * scale;
      }
    },
  };
}

let loading: Promise<NameLexicon> | undefined;

/** Loads the lexicon of names. */
export function loadNameLexicon(): Promise<NameLexicon> {
  loading ??= load();
  return loading;
}
