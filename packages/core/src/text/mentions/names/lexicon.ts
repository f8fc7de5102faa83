import { once } from "../../network/once.ts";
import { readModel } from "../../network/model-file.ts";
import { hashText } from "./hash.ts";

/** The kinds of words in the lexicon. The index of a kind is its bit in {@link LexiconEntry}`.kinds`. */
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

/** The usual letter case of a word in running text, except at the start of sentences. */
export const caseHabits = ["unknown", "lower", "mostly lower", "mostly capital", "capital"] as const;

/** The lexicon entry of a word. */
interface LexiconEntry {
  /** The row of its vector among the rare words, or −1 if it has none. */
  row: number;
  /** One bit for each of {@link wordKinds}. */
  kinds: number;
  /** An index of {@link caseHabits}. */
  habit: number;
}

/** A lexicon for the tagger. It contains the words with a shared vector and about 100,000 rarer words. */
export interface NameLexicon {
  /** Returns the entry of a word with a shared vector, by its row. */
  entryOfRow: (row: number) => LexiconEntry;
  /** Returns the entry of any other word, given in lower case. */
  entryOfWord: (word: string) => LexiconEntry;
  /** Writes the vector of a rare word to the start of `target`. */
  read: (row: number, target: Float32Array) => void;
}

/** Residual quantization: a vector is the sum of one of 256 centroids per stage. */
export const rareQuantization = { dimensions: 100, centroids: 256 } as const;

/**
 * Bits of the hash that identifies a rare word. The sorted hashes are stored as differences of one or two bytes: nine
 * bits per word instead of its letters. One unknown word in a hundred is taken for another word. Training sees the same
 * error.
 */
const hashBits = 24;

/** Returns the hash that identifies a word in the lexicon. */
export function lexiconHash(word: string): number {
  return hashText(word) >>> (32 - hashBits);
}

/** Decodes sorted values from their differences, from 0 to 32,767. Differences below 128 take one byte. */
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

function searchSorted(sorted: Uint32Array, value: number): number {
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
    entryOfRow: (row) => ({ row: -1, kinds: rowKinds[row] ?? 0, habit: rowHabits[row] ?? 0 }),
    entryOfWord: (word) => {
      const index = searchSorted(hashes, lexiconHash(word));
      if (index < 0) return unknown;
      return { row: searchSorted(vectorRows, index), kinds: kinds[index] ?? 0, habit: habits[index] ?? 0 };
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

/** Loads the lexicon of names. */
export const loadNameLexicon = once(load);
