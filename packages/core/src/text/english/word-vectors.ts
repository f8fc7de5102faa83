import { readModel } from "../model-file.ts";
import { createVectorKernel, paddedLength } from "../vector-kernel.ts";

/** Numbers that stand for what a word means, such that words used alike have like ones. */
export interface WordVectors {
  /** The row of a token, or of the word that it is a form of ("n't", "Mr.", "sooo", "!!!"); −1 where there is none. */
  rowOf: (token: string) => number;
  /** Rows, the most frequent word first. */
  words: readonly string[];
  dimensions: number;
  /** Prepares the product of vectors and a matrix of `dimensions` rows and `width` columns. */
  projection: (
    matrix: Float32Array,
    width: number,
  ) => (row: number, target: Float32Array, offset: number) => void;
}

/** Adds the product of a vector, by its codes from the index `at`, and a matrix to `target`, from `offset`. */
type Projection = (codes: Uint8Array, at: number, target: Float32Array, offset: number) => void;

/** Product quantisation: a vector is cut into parts, each of which is the nearest of 256 for that part. */
export const quantization = { parts: 25, partLength: 4, centroids: 256 } as const;

/** The longest word that has a vector. */
const longestWord = 40;

const { parts, partLength, centroids } = quantization;

/**
 * Products of every centroid with its rows of the matrix, so that a vector times the matrix is 25 sums of rows instead
 * of 100 products of rows.
 */
function projectCentroids(codebook: Float32Array, matrix: Float32Array, width: number): Projection {
  const stride = paddedLength(width);
  const kernel = createVectorKernel((parts * partLength + parts * centroids + 1) * stride);
  const rows = kernel.allocate(parts * partLength * stride);
  for (let row = 0; row < parts * partLength; row++)
    rows.set(matrix.subarray(row * width, (row + 1) * width), row * stride);
  const products = kernel.allocate(parts * centroids * stride);
  for (let entry = 0; entry < parts * centroids; entry++) {
    const part = Math.floor(entry / centroids);
    for (let inner = 0; inner < partLength; inner++) {
      const row = part * partLength + inner;
      kernel.add(
        rows,
        row * stride,
        products,
        entry * stride,
        stride,
        codebook[entry * partLength + inner] ?? 0,
      );
    }
  }
  const sum = kernel.allocate(stride);
  return (codes, at, target, offset) => {
    sum.fill(0);
    for (let part = 0; part < parts; part++)
      kernel.add(products, (part * centroids + (codes[at + part] ?? 0)) * stride, sum, 0, stride, 1);
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

async function load(): Promise<WordVectors> {
  const { model } = await import("../models/word-vectors.ts");
  const file = await readModel(model);
  const codes = file.bytes("codes");
  const [scale = 1] = file.float32("scale");
  const codebook = Float32Array.from(file.int8("codebook"), (value) => value * scale);
  const words = file.text("words").split("\n");
  const rows = new Map(words.map((word, row) => [word, row]));
  return {
    rowOf: (token) => {
      if (token.length > longestWord) return -1;
      for (const form of formsOf(token)) {
        const row = rows.get(form);
        if (row !== undefined) return row;
      }
      return -1;
    },
    words,
    dimensions: parts * partLength,
    projection: (matrix, width) => {
      const project = projectCentroids(codebook, matrix, width);
      return (row, target, offset) => {
        project(codes, row * parts, target, offset);
      };
    },
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
