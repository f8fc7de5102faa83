// Trains the name tagger: pnpm --filter @tools-api/training entities [--without SET] [--dry-run]
import { parseArgs } from "node:util";
import { loadWordVectors } from "../src/text/english/word-vectors.ts";
import { loadNameLexicon } from "../src/text/mentions/names/lexicon.ts";
import { createTagger, type Tagger } from "../src/text/mentions/names/tagger.ts";
import { evaluateNames, type EvaluationSet, readEvaluation } from "./entities/evaluate-names.ts";
import { openPacked, packTagger } from "./entities/pack.ts";
import { readSentences, readTexts } from "./entities/sentences.ts";
import { trainTagger, type TrainingData, type TrainingSettings } from "./entities/train.ts";
import { trainingSets } from "./shared-data.ts";
import { writeModel } from "./write-model.ts";

const settings: TrainingSettings = {
  seed: 1,
  epochs: 10,
  batch: 32,
  rate: 0.002,
  sparseRate: 0.05,
  hidden: 64,
  dropout: 0.3,
  masked: 0.08,
  decay: 0.01,
  sparseDecay: 0.001,
};

/** Candidate values for the score that is added to "outside of a name", and for the temperature of confidences. */
const cautions = [0, -0.25, -0.5, -0.75];
const temperatures = [0.9, 1, 1.1, 1.2, 1.35, 1.5];

const devSets = [
  "dev/entities-crossner-ai",
  "dev/entities-crossner-literature",
  "dev/entities-crossner-music",
  "dev/entities-crossner-politics",
  "dev/entities-crossner-science",
  "dev/entities-wnut17-dev",
  "dev/entities-btc-h",
];

const { values } = parseArgs({
  options: {
    without: { type: "string", multiple: true, default: [] },
    "dry-run": { type: "boolean", default: false },
  },
});
const isHeldOut = (set: string) => values.without.some((part) => set.includes(part));
const entitySets = trainingSets.filter((set) => set.includes("entities"));

const vectors = await loadWordVectors();
const lexicon = await loadNameLexicon();
// Some sentences are in both a training set and a development set.
const seen = new Set(devSets.flatMap(readTexts));
const data: TrainingData = {
  vectors,
  lexicon,
  sentences: entitySets.filter((set) => !isHeldOut(set)).flatMap((set) => readSentences(set, seen)),
};

const parameters = trainTagger(data, settings);

const sets = devSets.map(readEvaluation);
// Encyclopedia and tweets have equal weight although there are more encyclopedia sets.
const kindsOfSets = [
  sets.filter(({ name }) => name.includes("crossner")),
  sets.filter(({ name }) => !name.includes("crossner")),
];
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the value with the highest score. */
function best(values: readonly number[], scoreOf: (value: number) => number): number {
  const scores = values.map(scoreOf);
  return values[scores.indexOf(Math.max(...scores))] ?? 0;
}

const taggerWith = (caution: number, temperature: number) =>
  createTagger(openPacked(packTagger(parameters, caution, temperature)), { vectors, lexicon });
const caution = best(cautions, (value) => {
  const tagger = taggerWith(value, 1);
  return mean(kindsOfSets.map((kind) => mean(kind.map((set) => evaluateNames(set, tagger).f1))));
});
const temperature = best(temperatures, (value) => {
  const tagger = taggerWith(caution, value);
  return -mean(sets.map((set) => evaluateNames(set, tagger).calibrationError));
});
console.log(`caution ${caution}, temperature ${temperature}`);

function report(set: EvaluationSet, tagger: Tagger): void {
  const { f1, precision, recall, byType, calibrationError } = evaluateNames(set, tagger);
  const figures = { F1: f1, precision, recall, ...byType, ECE: calibrationError };
  const columns = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  console.log(`${set.name}: ${columns.join(", ")}`);
}

const tagger = taggerWith(caution, temperature);
for (const set of [...sets, ...entitySets.filter(isHeldOut).map(readEvaluation)]) report(set, tagger);
if (!values["dry-run"])
  console.log(`${writeModel("entities", packTagger(parameters, caution, temperature))} bytes`);
