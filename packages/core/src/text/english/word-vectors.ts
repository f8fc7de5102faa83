import { once } from "../network/once.ts";
import { readModel } from "../network/model-file.ts";
import { wordFact, wordType } from "../segment/word-types.ts";

/** Vectors of word meanings. Words that are used alike have similar vectors. */
export interface WordVectors {
  /** Returns the row of a token, or of the word it is a form of ("n't", "Mr.", "sooo", "!!!"), or −1. */
  findRow: (token: string) => number;
  /** The words by row, the most frequent first. */
  words: readonly string[];
  dimensions: number;
  /** Writes the vector of a row to the start of `target`. */
  read: (row: number, target: Float32Array) => void;
}

/**
 * Product quantization: a vector is split into parts, and each part is replaced by the nearest of its 256 centroids.
 */
export const quantization = { parts: 25, partLength: 4, centroids: 256 } as const;

/** Maximum length of a word with a vector. */
const maxWordLength = 40;

const { parts, partLength, centroids } = quantization;

/** Full forms of contractions, because the vectors have no contractions. */
const fullForms: Readonly<Record<string, string>> = {
  "n't": "not",
  "'re": "are",
  "'ve": "have",
  "'ll": "will",
  "'m": "am",
  "'d": "would",
};

/** Returns the row of the nearest form of a token that has a vector, or −1. */
function findNearestRow(rows: ReadonlyMap<string, number>, token: string): number {
  const folded = token.toLowerCase().replaceAll("’", "'");
  // `hasOwn`, because a token can be "constructor".
  const full = Object.hasOwn(fullForms, folded) ? fullForms[folded] : undefined;
  const row = rows.get(folded) ?? (full === undefined ? undefined : rows.get(full));
  if (row !== undefined) return row;
  const withoutPeriod = folded.length > 2 && folded.endsWith(".") ? rows.get(folded.slice(0, -1)) : undefined;
  if (withoutPeriod !== undefined) return withoutPeriod;
  if (!/(.)\1/u.test(folded)) return -1;
  // "sooo" is a form of "soo" or "so".
  const twice = folded.replace(/(.)\1{2,}/gu, "$1$1");
  return rows.get(twice) ?? rows.get(twice.replace(/(.)\1+/gu, "$1")) ?? -1;
}

async function load(): Promise<WordVectors> {
  const { model } = await import("../models/word-vectors.ts");
  const file = await readModel(model);
  const codes = file.bytes("codes");
  const [scale = 1] = file.float32("scale");
  const codebook = Float32Array.from(file.int8("codebook"), (value) => value * scale);
  const words = file.text("words").split("\n");
  const rows = new Map<string, number>();
  for (const word of words) rows.set(word, rows.size);
  // Several analyses request the row of the same word.
  const findWordRow = wordFact(({ text }) => rows.get(text) ?? findNearestRow(rows, text));
  return {
    findRow: (token) => (token.length > maxWordLength ? -1 : findWordRow(wordType(token, "word"))),
    words,
    dimensions: parts * partLength,
    read: (row, target) => {
      for (let part = 0; part < parts; part++) {
        const from = (part * centroids + (codes[row * parts + part] ?? 0)) * partLength;
        for (let inner = 0; inner < partLength; inner++)
          target[part * partLength + inner] = codebook[from + inner] ?? 0;
      }
    },
  };
}

/**
 * Loads the word vectors: GloVe (Pennington, Socher, Manning 2014) of the most frequent words. Product quantization
 * (Jégou, Douze, Schmid 2011) stores each in 25 bytes.
 */
export const loadWordVectors = once(load);
