// Trains the models of n-grams for the sentiment of languages other than English:
// pnpm --filter @tools-api/training sentiment-languages [--train-only] [--folds 5] [--only de]
// With --train-only the models learn from the training sets only. With --folds, folds of the training sets are scored, and
// no model is written.
import { parseArgs } from "node:util";
import { lexiconLogit, readSentence } from "../src/text/sentiment/lexicon/analyze.ts";
import { lexiconLanguages, loadLexicon } from "../src/text/sentiment/lexicon/languages.ts";
import { visitRows, weightRows } from "../src/text/sentiment/lexicon/ngrams.ts";
import { packWeights } from "../src/text/network/sparse-weights.ts";
import { seededRandom } from "./random.ts";
import { readLines } from "./shared-data.ts";
import { writeModel } from "./write-model.ts";

/** The sets of each language, the one with its name first; those of close relatives count as its own. */
const relatives: Readonly<Record<string, readonly string[]>> = {
  pt: ["pt", "pt-br"],
  hr: ["hr", "sr", "bs"],
  sr: ["sr", "hr", "bs"],
  bs: ["bs", "hr", "sr"],
};
const setsOf = (code: string) => relatives[code] ?? [code];

const epochs = { shared: 8, language: 8, pruned: 2 };
const rate = 0.2;
const decay = 1e-5;
/** Weights that are not zero, at about two bytes each. */
const kept = 24_000;
const maxWeight = 127;
/** The share of weights beyond the maximum, which are clipped. */
const outliers = 0.0005;

interface Example {
  rows: Int32Array;
  isPositive: boolean;
  /** The logit of the opinions of the lexicon. */
  offset: number;
  weight: number;
}

interface Weights {
  values: Float32Array;
  bias: number;
}

interface Line {
  text: string;
  label: string;
}

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    folds: { type: "string" },
    "train-only": { type: "boolean", default: false },
  },
});

/** Returns the examples of a set in a language. Both labels weigh the same in all. */
async function readExamples(set: string, code: string): Promise<Example[]> {
  const lexicon = await loadLexicon(code);
  const parts = options["train-only"] || options.folds ? ["train"] : ["train", "dev"];
  const lines = parts
    .flatMap((part) => readLines<Line>(`${part}/sentiment-${set}-xed`))
    .filter(({ label }) => label === "positive" || label === "negative");
  const positive = lines.filter(({ label }) => label === "positive").length;
  return lines.map(({ text, label }) => {
    const { words, opinions } = readSentence(text, { start: 0, end: text.length }, lexicon, []);
    const rows: number[] = [];
    visitRows(words, (row) => rows.push(row));
    const isPositive = label === "positive";
    const count = isPositive ? positive : lines.length - positive;
    return {
      rows: Int32Array.from(rows),
      isPositive,
      offset: lexiconLogit(opinions),
      weight: lines.length / (2 * count),
    };
  });
}

function logitOf({ rows, offset }: Example, { values, bias }: Weights): number {
  const sum = rows.reduce((total, row) => total + (values[row] ?? 0), 0);
  return offset + (rows.length > 0 ? bias : 0) + sum / Math.sqrt(rows.length + 1);
}

interface Training {
  epochs: number;
  seed: number;
  /** Whether weights of zero stay zero. */
  isPruned?: boolean;
}

/** Trains a logistic regression by Adagrad. */
function train(
  examples: readonly Example[],
  weights: Weights,
  { epochs: count, seed, isPruned = false }: Training,
): void {
  const random = seededRandom(seed);
  const squares = new Float32Array(weightRows).fill(1e-2);
  const order = examples.map((_, index) => index);
  const { values } = weights;
  for (let epoch = 0; epoch < count; epoch++) {
    const pace = rate * (1 - epoch / count);
    for (const index of random.shuffle(order)) {
      const example = examples[index];
      if (!example) continue;
      const { rows, isPositive, weight } = example;
      const share = 1 / (1 + Math.exp(-logitOf(example, weights)));
      const gradient = weight * (share - (isPositive ? 1 : 0));
      weights.bias -= 0.01 * gradient;
      const norm = 1 / Math.sqrt(rows.length + 1);
      for (const row of rows) {
        const value = values[row] ?? 0;
        if (isPruned && value === 0) continue;
        const step = gradient * norm + decay * value;
        const square = (squares[row] ?? 0) + step * step;
        squares[row] = square;
        values[row] = value - (pace * step) / Math.sqrt(square);
      }
    }
  }
}

/** Sets all weights but the `kept` largest to zero. */
function prune({ values }: Weights): void {
  const sizes = values.map(Math.abs).toSorted();
  const least = sizes[Math.max(0, sizes.length - kept)] ?? 0;
  for (const [row, value] of values.entries()) if (Math.abs(value) < least) values[row] = 0;
}

function trainLanguage(examples: readonly Example[], shared: Weights): Weights {
  const weights = { values: Float32Array.from(shared.values), bias: 0 };
  train(examples, weights, { epochs: epochs.language, seed: 1 });
  prune(weights);
  train(examples, weights, { epochs: epochs.pruned, seed: 2, isPruned: true });
  return weights;
}

function write(code: string, { values, bias }: Weights): number {
  const sizes = values
    .map(Math.abs)
    .filter((size) => size > 0)
    .toSorted();
  const scale = (sizes[Math.floor(sizes.length * (1 - outliers))] ?? 1) / maxWeight;
  const codes = Int8Array.from(values, (value) =>
    Math.max(-maxWeight, Math.min(maxWeight, Math.round(value / scale))),
  );
  return writeModel(`sentiment-${code}`, {
    ...packWeights(codes),
    numbers: Float32Array.from([scale, bias]),
  });
}

/** Returns the mean F1 of the two labels. */
function macroF1(examples: readonly Example[], weights: Weights): number {
  const counts = { true: { right: 0, both: 0 }, false: { right: 0, both: 0 } };
  for (const example of examples) {
    const found = logitOf(example, weights) > 0;
    counts[`${example.isPositive}`].both += 1;
    counts[`${found}`].both += 1;
    if (found === example.isPositive) counts[`${found}`].right += 1;
  }
  const f1 = ({ right, both }: { right: number; both: number }) => (2 * right) / Math.max(1, both);
  return (f1(counts.true) + f1(counts.false)) / 2;
}

const sets = new Map<string, Example[]>();
for (const code of lexiconLanguages)
  for (const set of setsOf(code)) if (!sets.has(set)) sets.set(set, await readExamples(set, code));

/** Trains all languages on the examples that `isRead` admits. */
function trainAll(isRead: (index: number) => boolean, done: (code: string, weights: Weights) => void): void {
  const read = new Map([...sets].map(([set, examples]) => [set, examples.filter((_, at) => isRead(at))]));
  const shared = { values: new Float32Array(weightRows), bias: 0 };
  train([...read.values()].flat(), shared, { epochs: epochs.shared, seed: 3 });
  for (const code of lexiconLanguages) {
    if (options.only !== undefined && code !== options.only) continue;
    done(
      code,
      trainLanguage(
        setsOf(code).flatMap((set) => read.get(set) ?? []),
        shared,
      ),
    );
  }
}

if (options.folds) {
  const folds = Number(options.folds);
  const scores = new Map<string, number>();
  for (let fold = 0; fold < folds; fold++)
    trainAll(
      (at) => at % folds !== fold,
      (code, weights) => {
        const held = sets.get(code)?.filter((_, at) => at % folds === fold) ?? [];
        scores.set(code, (scores.get(code) ?? 0) + macroF1(held, weights) / folds);
      },
    );
  const mean = [...scores.values()].reduce((sum, score) => sum + score, 0) / scores.size;
  console.log([...scores].map(([code, score]) => `${code} ${score.toFixed(3)}`).join(", "));
  console.log(`mean ${mean.toFixed(4)}`);
} else {
  let total = 0;
  trainAll(
    () => true,
    (code, weights) => {
      const size = write(code, weights);
      total += size;
      console.log(`${code}: ${size} bytes`);
    },
  );
  console.log(`${total} bytes in all`);
}
