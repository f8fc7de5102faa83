import { readModel } from "../model-file.ts";
import { blockLength, createVectorKernel } from "../vector-kernel.ts";

import { rememberWords } from "./remember-words.ts";

/** Numbers that stand for what a word means, such that words used alike have like ones. */
export interface WordVectors {
  /** The row of a token, or of the word that it is a form of ("n't", "Mr.", "sooo", "!!!"); −1 where there is none. */
  rowOf: (token: string) => number;
  /** Rows, the most frequent word first. */
  words: readonly string[];
  dimensions: number;
  /** Prepares the product of vectors and a matrix of `dimensions` rows and `width` columns. */
  projection: (matrix: Float32Array, width: number) => Projection;
}

/** Adds the product of a row's vector and a matrix to `target`, from `offset`. */
type Projection = (row: number, target: Float32Array, offset: number) => void;

/** Product quantisation: a vector is cut into parts, each of which is the nearest of 256 for that part. */
export const quantization = { parts: 25, partLength: 4, centroids: 256 } as const;

const rememberedWords = 64_000;

/** The longest word that has a vector. */
const longestWord = 40;

const { parts, partLength, centroids } = quantization;

/** Prepares the product of vectors, each by the codes of its parts, and a matrix. */
function prepareProjection(
  codebook: Float32Array,
  codes: Uint8Array,
  matrix: Float32Array,
  width: number,
): Projection {
  const dimensions = parts * partLength;
  const stride = blockLength * Math.ceil(width / blockLength);
  const kernel = createVectorKernel((dimensions + 1) * stride + dimensions);
  const rows = kernel.allocate(dimensions * stride);
  for (let row = 0; row < dimensions; row++)
    rows.set(matrix.subarray(row * width, (row + 1) * width), row * stride);
  const vector = kernel.allocate(dimensions);
  const sum = kernel.allocate(stride);
  return (row, target, offset) => {
    for (let part = 0; part < parts; part++) {
      const from = (part * centroids + (codes[row * parts + part] ?? 0)) * partLength;
      for (let inner = 0; inner < partLength; inner++)
        vector[part * partLength + inner] = codebook[from + inner] ?? 0;
    }
    sum.fill(0);
    kernel.multiply(vector, rows, sum, 0, stride);
    for (let column = 0; column < width; column++)
      target[offset + column] = (target[offset + column] ?? 0) + (sum[column] ?? 0);
  };
}

/** Contractions as words, since the vectors have none. */
const fullForms: Readonly<Record<string, string>> = {
  "n't": "not",
  "'re": "are",
  "'ve": "have",
  "'ll": "will",
  "'m": "am",
  "'d": "would",
};

/** The forms under which a token is looked up, the nearest first. */
function* formsOf(token: string): Generator<string> {
  const folded = token.toLowerCase().replaceAll("’", "'");
  yield folded;
  // An own property: a token may be "constructor".
  if (Object.hasOwn(fullForms, folded)) yield fullForms[folded] ?? folded;
  if (folded.length > 2 && folded.endsWith(".")) yield folded.slice(0, -1);
  const twice = folded.replace(/(.)\1{2,}/gu, "$1$1");
  yield twice;
  yield twice.replace(/(.)\1+/gu, "$1");
}

function rowOfForm(rows: ReadonlyMap<string, number>, token: string): number {
  for (const form of formsOf(token)) {
    const row = rows.get(form);
    if (row !== undefined) return row;
  }
  return -1;
}

async function load(): Promise<WordVectors> {
  const { model } = await import("../models/word-vectors.ts");
  const file = await readModel(model);
  const codes = file.bytes("codes");
  const [scale = 1] = file.float32("scale");
  const codebook = Float32Array.from(file.int8("codebook"), (value) => value * scale);
  const words = file.text("words").split("\n");
  const rows = new Map(words.map((word, row) => [word, row]));
  return {
    rowOf: rememberWords(
      (token) => rows.get(token) ?? (token.length > longestWord ? -1 : rowOfForm(rows, token)),
      rememberedWords,
    ),
    words,
    dimensions: parts * partLength,
    projection: (matrix, width) => prepareProjection(codebook, codes, matrix, width),
  };
}

let loading: Promise<WordVectors> | undefined;

/**
 * Loads the word vectors: GloVe (Pennington, Socher, Manning 2014) of the most frequent words, in 25 bytes each by product
 * quantisation (Jégou, Douze, Schmid 2011).
 */
export function loadWordVectors(): Promise<WordVectors> {
  loading ??= load();
  return loading;
}
