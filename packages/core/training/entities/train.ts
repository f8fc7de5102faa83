import type { WordVectors } from "../../src/text/english/word-vectors.ts";
import type { NameLexicon } from "../../src/text/mentions/names/lexicon.ts";
import { packedParts, type Parameters } from "../../src/text/mentions/names/network.ts";
import { seededRandom } from "../random.ts";
import { augment } from "./augment.ts";
import type { LabelledSentence } from "./sentences.ts";
import { createTrainer, type NetworkSettings } from "./train-network.ts";

/** The data that a tagger learns from. */
export interface TrainingData {
  vectors: WordVectors;
  lexicon: NameLexicon;
  sentences: readonly LabelledSentence[];
}

/** The settings of a training. */
export interface TrainingSettings extends NetworkSettings {
  seed: number;
  epochs: number;
  /** The number of sentences per step. */
  batch: number;
  rate: number;
  sparseRate: number;
}

const warmUpSteps = 100;

/**
 * After this share of the steps, the parameters of every fiftieth step are averaged. The average is better than the
 * last parameters.
 */
const averagedFrom = 0.7;
const averagedEvery = 50;

function addToAverage(average: Parameters, parameters: Parameters, count: number): void {
  for (const part of packedParts) {
    const mean = average[part];
    for (const [at, value] of parameters[part].entries())
      mean[at] = (mean[at] ?? 0) + (value - (mean[at] ?? 0)) / count;
  }
}

/** Trains a tagger. The same data, settings and seed produce the same parameters. */
export function trainTagger(data: TrainingData, settings: TrainingSettings): Parameters {
  const { epochs, batch } = settings;
  const random = seededRandom(settings.seed);
  const { parameters, step } = createTrainer(data.vectors, data.lexicon, settings, random);
  const change = augment(data.sentences, random);
  const average = structuredClone(parameters);
  let averaged = 0;
  let done = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const order = random.shuffle(data.sentences.map(change));
    const steps = Math.ceil(order.length / batch);
    let loss = 0;
    for (let at = 0; at < order.length; at += batch) {
      const progress = (epoch + at / order.length) / epochs;
      const share = Math.min(1, done / warmUpSteps) * (1 - progress);
      loss += step(order.slice(at, at + batch), settings.rate * share, settings.sparseRate * share);
      done += 1;
      if (progress >= averagedFrom && done % averagedEvery === 0)
        addToAverage(average, parameters, ++averaged);
    }
    console.log(`seed ${settings.seed}, epoch ${epoch + 1}: loss ${(loss / steps).toFixed(4)}`);
  }
  return average;
}
