// Trains the tagger of names: pnpm --filter @tools-api/training entities
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { loadWordVectors } from "../src/text/english/word-vectors.ts";
import { loadNameLexicon } from "../src/text/entities/names/lexicon.ts";
import { createTagger, type Tagger } from "../src/text/entities/names/tagger.ts";
import { evaluateNames } from "./entities/evaluate-names.ts";
import { readGazetteers } from "./entities/gazetteers.ts";
import { fileOf, packTagger } from "./entities/pack.ts";
import { type LabelledSentence, readSentences, textsOf } from "./entities/sentences.ts";
import { labelSilver } from "./entities/silver.ts";
import { trainTagger, type TrainingData, type TrainingSettings } from "./entities/train.ts";
import { seededRandom } from "./random.ts";
import { trainingSets } from "./shared-data.ts";
import { writeModel } from "./write-model.ts";

const env = (name: string, value: number) => Number(process.env[name] ?? value);
const settings: TrainingSettings = {
  seed: env("SEED", 1),
  epochs: env("EPOCHS", 8),
  batch: env("BATCH", 32),
  rate: env("RATE", 0.002),
  sparseRate: env("SPARSE", 0.05),
  reports: env("WIRE", 2500),
  hidden: env("HIDDEN", 64),
  dropout: env("DROPOUT", 0.25),
  masked: env("MASKED", 0.08),
  decay: env("DECAY", 0.01),
  sparseDecay: env("SPARSEDECAY", 0.0005),
};
const teachers = env("TEACHERS", 0);
const without = (process.env["WITHOUT"] ?? "none").split(",");
const devSets = [
  "crossner-ai",
  "crossner-literature",
  "crossner-music",
  "crossner-politics",
  "crossner-science",
  "wnut17-dev",
  "btc-h",
].map((name) => `dev/entities-${name}`);

const vectors = await loadWordVectors();
const lexicon = await loadNameLexicon();
const held = new Set(devSets.flatMap(textsOf));
const sets = trainingSets.filter(
  (name) => name.includes("entities") && !without.some((w) => name.includes(w)),
);
const data: TrainingData = {
  vectors,
  lexicon,
  gazetteers: readGazetteers(),
  sentences: sets.flatMap((set) => readSentences(set, held)),
  silver: [],
};
console.log(`${data.sentences.length} sentences`);
const report = (set: string, tagger: Tagger) => {
  const { f1, precision, recall, byType, calibrationError } = evaluateNames(set, tagger);
  console.log(
    `${set.padEnd(32)} F1 ${f1.toFixed(3)} P ${precision.toFixed(3)} R ${recall.toFixed(3)}`,
    ["PER", "ORG", "LOC", "MISC"].map((t) => `${t} ${(byType[t] ?? 0).toFixed(3)}`).join(" "),
    `ECE ${calibrationError.toFixed(3)}`,
  );
  return f1;
};
const score = (tagger: Tagger) => {
  const scores = devSets.map((set) => report(set, tagger));
  for (const set of trainingSets)
    if (set.includes("entities") && without.some((w) => set.includes(w))) report(set, tagger);
  console.log(`mean ${(scores.reduce((s, x) => s + x, 0) / scores.length).toFixed(4)}`);
};
const silverFile = process.env["SILVER"];
if (silverFile && !existsSync(silverFile)) {
  const taggers = Array.from({ length: teachers }, (_, index) => {
    const parameters = trainTagger(data, {
      ...settings,
      epochs: env("TEACHEREPOCHS", 6),
      hidden: env("TEACHERHIDDEN", 96),
      dropout: env("TEACHERDROPOUT", 0.35),
      seed: settings.seed + 100 + index,
    });
    return createTagger(fileOf(packTagger(parameters, 0, 1)), vectors, lexicon);
  });
  for (const t of taggers) score(t);
  const labelled = labelSilver(
    [
      { name: "train/sentiment-vader-nyt", limit: 5000 },
      { name: "train/sentiment-goemotions", limit: 4000 },
      { name: "train/sentiment-vader-tweets", limit: 2500 },
      { name: "train/sentiment-vader-amazon", limit: 1000 },
      { name: "train/sentiment-vader-movie", limit: 1500 },
    ],
    taggers,
    seededRandom(settings.seed),
  );
  writeFileSync(
    silverFile,
    JSON.stringify(
      labelled.map((x) =>
        x.map((w) => ({
          ...w,
          probabilities: [...(w.probabilities ?? [])].map((v) => Math.round(v * 1000) / 1000),
        })),
      ),
    ),
  );
}
const silver: LabelledSentence[] = silverFile ? JSON.parse(readFileSync(silverFile, "utf8")) : [];
console.log(`${silver.length} silver`);
const parameters = trainTagger({ ...data, silver }, settings);
for (const caution of (process.env["CAUTION"] ?? "0").split(",").map(Number)) {
  const packed = packTagger(parameters, caution, env("TEMPERATURE", 1));
  const size = caution || process.env["NOWRITE"] ? 0 : writeModel("entities", packed);
  console.log(`caution ${caution}, size ${size}`);
  score(createTagger(fileOf(packed), vectors, lexicon));
}
