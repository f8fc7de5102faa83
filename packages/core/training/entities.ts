// Trains the tagger of names: pnpm --filter @tools-api/training entities
import { loadWordVectors } from "../src/text/english/word-vectors.ts";
import { loadNameLexicon } from "../src/text/entities/names/lexicon.ts";
import { packedParts } from "../src/text/entities/names/network.ts";
import { createTagger } from "../src/text/entities/names/tagger.ts";
import { augment } from "./entities/augment.ts";
import { evaluateNames } from "./entities/evaluate-names.ts";
import { readSentences, textsOf } from "./entities/sentences.ts";
import { createTrainer } from "./entities/train-network.ts";
import { seededRandom } from "./random.ts";
import { trainingSets } from "./shared-data.ts";
import { writeModel } from "./write-model.ts";
import { modelOfParts } from "./entities/model-of-parts.ts";
import type { Parameters } from "../src/text/entities/names/network.ts";

const env = (name: string, value: number) => Number(process.env[name] ?? value);
const seed = env("SEED", 1);
const epochs = env("EPOCHS", 6);
const settings = {
  hidden: env("HIDDEN", 64),
  batch: env("BATCH", 32),
  rate: env("RATE", 0.002),
  sparseRate: env("SPARSE", 0.05),
  dropout: env("DROPOUT", 0.25),
  masked: env("MASKED", 0.08),
  decay: env("DECAY", 0.01),
  sparseDecay: env("SPARSEDECAY", 0.0005),
};
const without = (process.env["WITHOUT"] ?? "none").split(",");
const devSets = ["crossner-ai", "crossner-literature", "crossner-music", "crossner-politics", "crossner-science", "wnut17-dev", "btc-h"].map((n) => `dev/entities-${n}`);

const random = seededRandom(seed);
const vectors = await loadWordVectors();
const lexicon = await loadNameLexicon();
const held = new Set(devSets.flatMap(textsOf));
const sets = trainingSets.filter((name) => name.includes("entities") && !without.some((w) => name.includes(w)));
const sentences = sets.flatMap((set) => readSentences(set, held));
console.log(`${sentences.length} sentences, ${sentences.reduce((s, x) => s + x.length, 0)} words`);
const { parameters, step } = createTrainer(vectors, lexicon, settings, random);
const change = augment(sentences, random);
const average = structuredClone(parameters);
let averaged = 0;
const steps = Math.ceil(sentences.length / settings.batch) * epochs;
let done = 0;
for (let epoch = 0; epoch < epochs; epoch++) {
  const start = performance.now();
  const order = random.shuffle(sentences.map(change));
  let loss = 0;
  let batches = 0;
  for (let at = 0; at < order.length; at += settings.batch) {
    loss += step(order.slice(at, at + settings.batch), Math.min(1, done / 100) * (1 - done / steps));
    batches += 1;
    done += 1;
    // The average of the last steps does better than the last one alone.
    if (done > steps * 0.7 && done % 50 === 0) {
      averaged += 1;
      for (const part of packedParts) {
        const mean = average[part];
        for (const [at, value] of parameters[part].entries()) mean[at] = (mean[at] ?? 0) + (value - (mean[at] ?? 0)) / averaged;
      }
    }
  }
  console.log(`epoch ${epoch + 1}: loss ${(loss / batches).toFixed(4)}, ${((performance.now() - start) / 1000).toFixed(0)} s`);
}

function pack(parameters: Parameters) {
  const parts: Record<string, Int8Array> = {};
  const scales = new Float32Array(packedParts.length);
  for (const [index, part] of packedParts.entries()) {
    const sorted = parameters[part].map(Math.abs).toSorted();
    // The few largest weights are cut, so that the many small ones keep more of their bits.
    const most = part === "transitions" ? (sorted.at(-1) ?? 1) : (sorted[Math.floor(sorted.length * 0.9998)] ?? 1);
    scales[index] = most / 127;
    parts[part] = Int8Array.from(parameters[part], (value) => Math.max(-127, Math.min(127, Math.round((value / most) * 127))));
  }
  return { scales, ...parts };
}
const parts = { ...pack(average), temperature: new Float32Array([env("TEMPERATURE", 1)]) };
const size = process.env["NOWRITE"] ? 0 : writeModel("entities", parts);
const tagger = createTagger(modelOfParts(parts), vectors, lexicon);
const report = (set: string) => {
  const { f1, precision, recall, byType, calibrationError } = evaluateNames(set, tagger);
  console.log(`${set.padEnd(32)} F1 ${f1.toFixed(3)} P ${precision.toFixed(3)} R ${recall.toFixed(3)}`, ["PER", "ORG", "LOC", "MISC"].map((t) => `${t} ${(byType[t] ?? 0).toFixed(3)}`).join(" "), `ECE ${calibrationError.toFixed(3)}`);
  return f1;
};
const scores = devSets.map(report);
for (const set of trainingSets) if (set.includes("entities") && without.some((w) => set.includes(w))) report(set);
console.log(`mean ${(scores.reduce((s, x) => s + x, 0) / scores.length).toFixed(4)}, size ${size}`);
