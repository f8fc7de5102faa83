import { positions } from "../../src/text/segment/word-positions.ts";
import {
  contextRowCount,
  entryRowCount,
  noTag,
  readWordForm,
  weightRows,
  type WordForm,
  wordRows,
  writeContextRows,
  writeEntryRows,
} from "../../src/text/tagger/features.ts";
import { type Lexicon, noEntry } from "../../src/text/tagger/tagger.ts";
import { posTags } from "../../src/text/tagger/tags.ts";
import { seededRandom } from "../random.ts";
import type { Sentence } from "./treebank.ts";

const tags = posTags.length;
const rate = 0.15;
/** The first sum of squares, which bounds the first steps. */
const firstSquare = 0.1;
/** Errors below this are ignored. */
const minError = 0.01;

/** The weights of a model. `allowed` marks the cells that may be other than zero, if only some may. */
export interface Weights {
  values: Float32Array;
  squares: Float32Array;
  allowed: Uint8Array | null;
}

/** A word with the rows of its features. */
interface Word {
  form: WordForm;
  entry: number;
  /** The rows at each position, those of `own` first. */
  rows: readonly number[][];
}

/** A sentence as the training reads it. */
export interface Example {
  words: readonly Word[];
  gold: readonly number[];
  rows: readonly Int32Array[];
}

/** Creates weights from those of a family, times `share`, or from zero. */
export function createWeights(family: Float32Array | null, share: number): Weights {
  const size = weightRows * tags;
  return {
    values: family ? family.map((value) => value * share) : new Float32Array(size),
    squares: new Float32Array(size).fill(firstSquare),
    allowed: null,
  };
}

/** Prepares sentences. The rows that do not depend on tags are computed once. */
export function readExamples(sentences: readonly Sentence[], lexicon: Lexicon | null): Example[] {
  const known = new Map<string, Word>();
  const read = (text: string): Word => {
    let word = known.get(text);
    if (!word) {
      const form = readWordForm(text);
      const entry = lexicon?.(text) ?? 0;
      word = { form, entry, rows: Object.values(positions).map((position) => wordRows(form, position)) };
      known.set(text, word);
    }
    return word;
  };
  const empty: Word = { ...read(""), entry: noEntry };
  const entryRows = new Int32Array(entryRowCount);
  return sentences.map(({ words: texts, gold }) => {
    const words = texts.map(read);
    const rows = words.map((word, at) => {
      const [before, after] = [words[at - 1] ?? empty, words[at + 1] ?? empty];
      writeEntryRows(word.entry, before.entry, after.entry, entryRows);
      return Int32Array.from([
        ...(word.rows[at === 0 ? positions.initial : positions.own] ?? []),
        ...(before.rows[positions.before] ?? []),
        ...(after.rows[positions.after] ?? []),
        ...((words[at - 2] ?? empty).rows[positions.secondBefore] ?? []),
        ...((words[at + 2] ?? empty).rows[positions.secondAfter] ?? []),
        ...(lexicon ? entryRows : []),
      ]);
    });
    return { words, gold, rows };
  });
}

const scores = new Float64Array(tags);
const contextRows = new Int32Array(contextRowCount);

function addScores(rows: Iterable<number>, values: Float32Array): void {
  for (const row of rows)
    for (let tag = 0; tag < tags; tag++) scores[tag] = (scores[tag] ?? 0) + (values[row * tags + tag] ?? 0);
}

function bestScore(): number {
  let best = 0;
  for (let tag = 1; tag < tags; tag++) if ((scores[tag] ?? 0) > (scores[best] ?? 0)) best = tag;
  return best;
}

/** Learns from one token by a step of logistic loss with AdaGrad (Duchi, Hazan, Singer 2011). */
function correct(parts: readonly Int32Array[], gold: number, best: number, weights: Weights): void {
  const { values, squares, allowed } = weights;
  const highest = scores[best] ?? 0;
  const sum = scores.reduce((total, score) => total + Math.exp(score - highest), 0);
  for (let tag = 0; tag < tags; tag++) {
    const error = Math.exp((scores[tag] ?? 0) - highest) / sum - (tag === gold ? 1 : 0);
    if (Math.abs(error) < minError) continue;
    for (const rows of parts)
      for (const row of rows) {
        const cell = row * tags + tag;
        if (allowed?.[cell] === 0) continue;
        const square = (squares[cell] ?? 0) + error * error;
        squares[cell] = square;
        values[cell] = (values[cell] ?? 0) - (rate * error) / Math.sqrt(square);
      }
  }
}

function learn({ words, gold, rows }: Example, weights: Weights): void {
  const guesses = words.map((word) => {
    scores.fill(0);
    addScores(word.rows[positions.own] ?? [], weights.values);
    return bestScore();
  });
  let [last, secondLast] = [noTag, noTag];
  for (const [at, tag] of gold.entries()) {
    const form = words[at]?.form;
    const staticRows = rows[at];
    if (!form || !staticRows) continue;
    writeContextRows(
      {
        last,
        secondLast,
        guess: guesses[at + 1] ?? noTag,
        secondGuess: guesses[at + 2] ?? noTag,
        hash: form.hash,
        endHash: form.endHash,
        nextHash: words[at + 1]?.form.hash ?? emptyHash,
      },
      contextRows,
    );
    scores.fill(0);
    addScores(staticRows, weights.values);
    addScores(contextRows, weights.values);
    const best = bestScore();
    correct([staticRows, contextRows], tag, best, weights);
    secondLast = last;
    last = best;
  }
}

const emptyHash = readWordForm("").hash;

/** Trains weights for some epochs, in an order that only `seed` decides. */
export function train(examples: readonly Example[], weights: Weights, epochs: number, seed: number): void {
  const random = seededRandom(seed);
  const order = [...examples];
  for (let epoch = 0; epoch < epochs; epoch++)
    for (const example of random.shuffle(order)) learn(example, weights);
}

/** Sets all weights to zero except the `kept` largest, which are then the only ones that further training changes. */
export function prune(weights: Pick<Weights, "values" | "allowed">, kept: number): void {
  const sorted = weights.values.map(Math.abs).toSorted();
  const limit = Math.max(sorted[sorted.length - kept] ?? 0, Number.MIN_VALUE);
  weights.allowed = Uint8Array.from(weights.values, (value) => (Math.abs(value) >= limit ? 1 : 0));
  weights.values.forEach((value, cell) => {
    if (Math.abs(value) < limit) weights.values[cell] = 0;
  });
}

/** Returns the weights as integers from `-max` to `max`. Clipping the largest ones costs up to .04 of the tags. */
export function quantize(values: Float32Array, max: number): Int8Array {
  const limit = values.reduce((highest, value) => Math.max(highest, Math.abs(value)), Number.MIN_VALUE);
  return Int8Array.from(values, (value) => Math.round((value / limit) * max));
}
