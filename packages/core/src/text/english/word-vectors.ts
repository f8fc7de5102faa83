import { readModel } from "../model-file.ts";

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

/** The longest word that has a vector. */
const longestWord = 40;

const { parts, partLength, centroids } = quantization;

/**
 * Products of every centroid with its rows of the matrix, so that a vector times the matrix is 25 sums of rows instead
 * of 100 products of rows.
 */
function projectCentroids(codebook: Float32Array, matrix: Float32Array, width: number): Float32Array {
  const products = new Float32Array(parts * centroids * width);
  for (let entry = 0; entry < parts * centroids; entry++) {
    const part = Math.floor(entry / centroids);
    for (let inner = 0; inner < partLength; inner++) {
      const value = codebook[entry * partLength + inner] ?? 0;
      const row = (part * partLength + inner) * width;
      for (let column = 0; column < width; column++)
        products[entry * width + column] =
          (products[entry * width + column] ?? 0) + value * (matrix[row + column] ?? 0);
    }
  }
  return products;
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
      const products = projectCentroids(codebook, matrix, width);
      return (row, target, offset) => {
        // Five rows at a time: a value of the target is read and rounded a fifth as often, which halves the cost.
        for (let part = 0; part < parts; part += 5) {
          const code = row * parts + part;
          const first = (part * centroids + (codes[code] ?? 0)) * width;
          const second = ((part + 1) * centroids + (codes[code + 1] ?? 0)) * width;
          const third = ((part + 2) * centroids + (codes[code + 2] ?? 0)) * width;
          const fourth = ((part + 3) * centroids + (codes[code + 3] ?? 0)) * width;
          const fifth = ((part + 4) * centroids + (codes[code + 4] ?? 0)) * width;
          for (let column = 0; column < width; column++)
            target[offset + column] =
              (target[offset + column] ?? 0) +
              (products[first + column] ?? 0) +
              (products[second + column] ?? 0) +
              (products[third + column] ?? 0) +
              (products[fourth + column] ?? 0) +
              (products[fifth + column] ?? 0);
        }
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
