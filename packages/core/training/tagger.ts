// Trains the part-of-speech tagger on the tags that wink-nlp assigns to the training texts:
// pnpm --filter @tools-api/training tagger
import { tagTokens } from "./wink/wink-tags.ts";
import {
  lexical,
  lexicalRow,
  pairRow,
  type PartOfSpeech,
  partsOfSpeech,
  sentenceStarts,
  tagRow,
  weightRows,
  taggedWord,
} from "../src/text/english/tagger.ts";
import { featureRows, readFeatures } from "../src/text/english/tagger-features.ts";
import { type Position, positions } from "../src/text/segment/word-positions.ts";
import { loadWordVectors } from "../src/text/english/word-vectors.ts";
import { createDocument } from "../src/text/document.ts";
import { tokenize } from "../src/text/segment/tokenize.ts";
import { seededRandom } from "./random.ts";
import { readLines, trainingSets } from "./shared-data.ts";
import { writeModel } from "./write-model.ts";

const tags = partsOfSpeech.length;
const other = partsOfSpeech.indexOf("other");
const epochs = 3;
const rate = 0.2;
/** Errors below this are ignored. The weights stay small, and the training is three times as fast. */
const minError = 0.01;
/**
 * The maximum magnitude of a weight. Weights are integers of five bits and a sign, which agree with wink as often as
 * seven bits do, in less space.
 */
const maxWeight = 31;
/** The share of weights beyond the maximum, which are clipped. */
const outliers = 0.0002;
/** One of this many sentences is held out to measure the agreement. */
const heldOut = 50;

const random = seededRandom(1);

/** Universal tags as parts of speech. All other tags become `other`. */
const universal: Readonly<Record<string, PartOfSpeech>> = {
  NOUN: "noun",
  PROPN: "proper",
  ADJ: "adjective",
  VERB: "verb",
  ADV: "adverb",
  NUM: "number",
  DET: "determiner",
};

/** The tokens of a sentence: the rows of their features, and their tags by wink-nlp. */
interface Example {
  rows: Int32Array[];
  gold: Uint8Array;
}

const { findRow, words: vocabulary } = await loadWordVectors();

/**
 * Returns wink's tag of each word that has a vector, without context. The training texts contain only a third of these
 * words.
 */
async function readLexicon(): Promise<Uint8Array> {
  const lexicon = new Uint8Array(vocabulary.length);
  for (const [row, word] of vocabulary.entries()) {
    const tokens = tokenize(word, "en", []);
    const tags = await tagTokens(tokens);
    lexicon[row] = partsOfSpeech.indexOf(partOf(tags[tokens.findLastIndex(({ text }) => isWord(text))]?.pos));
  }
  return lexicon;
}

const lexicon = await readLexicon();

function isWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function partOf(pos: string | undefined): PartOfSpeech {
  return (pos === undefined ? undefined : universal[pos]) ?? "other";
}

function rowsOf(words: readonly string[], at: number): Int32Array {
  const features = (index: number, position: Position) => {
    const word = words[index];
    return word === undefined ? [] : featureRows(readFeatures(word), position);
  };
  const entry = (index: number) => {
    const word = words[index];
    return word === undefined ? lexical.absent : (lexicon[findRow(word)] ?? lexical.unknown);
  };
  return Int32Array.from([
    ...features(at, at === 0 ? positions.initial : positions.own),
    ...features(at - 1, positions.before),
    ...features(at + 1, positions.after),
    ...features(at - 2, positions.secondBefore),
    ...features(at + 2, positions.secondAfter),
    lexicalRow(entry(at), entry(at - 1), entry(at + 1)),
  ]);
}

async function readExamples(): Promise<Example[]> {
  const examples: Example[] = [];
  for (const name of trainingSets)
    for (const { text } of readLines<{ text: string }>(name)) {
      const document = createDocument(text, "en");
      const tokens = document.tokens();
      const gold = (await tagTokens(tokens)).map(({ pos }) => partsOfSpeech.indexOf(partOf(pos)));
      const starts = sentenceStarts(tokens, document.sentences());
      for (let from = 0; from < tokens.length;) {
        const next = starts.indexOf(true, from + 1);
        const to = next < 0 ? tokens.length : next;
        const words = tokens.slice(from, to).map(taggedWord);
        examples.push({
          rows: words.map((_, at) => rowsOf(words, at)),
          gold: Uint8Array.from(gold.slice(from, to)),
        });
        from = to;
      }
    }
  return examples;
}

const weights = new Float32Array(weightRows * tags);
/** Sums of squared gradients, so that frequently corrected rows change less (AdaGrad; Duchi, Hazan, Singer 2011). */
const squares = new Float32Array(weightRows * tags).fill(0.01);
const scores = new Float64Array(tags);

function correct(rows: Iterable<number>, gold: number, best: number): void {
  const highest = scores[best] ?? 0;
  const sum = scores.reduce((total, score) => total + Math.exp(score - highest), 0);
  for (let tag = 0; tag < tags; tag++) {
    const error = Math.exp((scores[tag] ?? 0) - highest) / sum - (tag === gold ? 1 : 0);
    if (Math.abs(error) < minError) continue;
    for (const row of rows) {
      const cell = row * tags + tag;
      const square = (squares[cell] ?? 0) + error * error;
      squares[cell] = square;
      weights[cell] = (weights[cell] ?? 0) - (rate * error) / Math.sqrt(square);
    }
  }
}

/**
 * Tags a sentence, each token with the tags before it as features, and learns from it if `learns` is set. Returns the
 * number of tags that agree with wink.
 */
function readSentence({ rows, gold }: Example, learns: boolean): number {
  let right = 0;
  let last = other;
  let secondLast = other;
  for (const [at, tag] of gold.entries()) {
    const active = [...(rows[at] ?? []), tagRow(last), pairRow(last, secondLast)];
    scores.fill(0);
    for (const row of active)
      for (let index = 0; index < tags; index++)
        scores[index] = (scores[index] ?? 0) + (weights[row * tags + index] ?? 0);
    const best = scores.indexOf(Math.max(...scores));
    if (best === tag) right += 1;
    if (learns) correct(active, tag, best);
    secondLast = last;
    last = best;
  }
  return right;
}

function agreement(examples: readonly Example[]): string {
  const right = examples.reduce((sum, example) => sum + readSentence(example, false), 0);
  return (right / examples.reduce((sum, { gold }) => sum + gold.length, 0)).toFixed(4);
}

const examples = random.shuffle(await readExamples());
const test = examples.filter((_, index) => index % heldOut === 0);
const training = examples.filter((_, index) => index % heldOut !== 0);
for (let epoch = 1; epoch <= epochs; epoch++) {
  for (const example of random.shuffle(training)) readSentence(example, true);
  console.log(`epoch ${epoch}: agreement ${agreement(test)} on ${test.length} sentences held out`);
}

const magnitudes = weights.map(Math.abs).toSorted();
const limit = magnitudes[Math.floor(magnitudes.length * (1 - outliers))] ?? 1;
const quantized = Int8Array.from(weights, (weight) =>
  Math.max(-maxWeight, Math.min(maxWeight, Math.round((weight / limit) * maxWeight))),
);
weights.set(quantized);
const size = writeModel("tagger", { weights: quantized, lexicon });
console.log(`as whole numbers: ${agreement(test)}; ${Math.round(size / 1000)} kB`);
