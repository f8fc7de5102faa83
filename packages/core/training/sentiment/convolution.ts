import { featureCount } from "../../src/text/sentiment/english/summary-features.ts";
import { flagCount } from "../../src/text/sentiment/english/context-flags.ts";
import { staticCount, staticScalars } from "../../src/text/sentiment/english/static-scalars.ts";
import { Adam } from "./adam.ts";
import type { Target } from "./examples.ts";
import type { PreparedText } from "./prepare.ts";
import type { Random } from "../random.ts";

export interface ConvolutionSettings {
  /** Filters of three words each. */
  width: number;
  /** Learned dimensions of a word, beside those of its vector. */
  learned: number;
  vocabulary: number;
  vectorLength: number;
  emotions: number;
  epochs: number;
  batch: number;
  rate: number;
  decay: number;
  /** Share of filters that a text does without in training. */
  dropout: number;
  wordDropout: number;
  emotionWeight: number;
  /** Share of the logits' loss at which features are dropped. */
  featureDropout: number;
}

export const taps = 3;
export const classes = 3;

/** The parameters of the network. */
export interface Convolution {
  width: number;
  inputs: number;
  learnedDimensions: number;
  /** By filter and tap (`tap * width + filter`), then by input. */
  kernel: Float32Array;
  /** By flag, then by filter and tap. */
  flagKernel: Float32Array;
  bias: Float32Array;
  learned: Float32Array;
  /** By class, then by filter and feature. */
  output: Float32Array;
  outputBias: Float32Array;
  emotionOutput: Float32Array;
  emotionBias: Float32Array;
}

/** A text for training. */
export interface ConvolutionExample {
  text: PreparedText;
  target: Target;
  weight: number;
  emotions: readonly number[] | null;
}

function initial(length: number, deviation: number, random: Random): Float32Array {
  return Float32Array.from({ length }, () => deviation * random.normal());
}

function dot(a: Float32Array, fromA: number, b: Float32Array, fromB: number, length: number): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  let i = 0;
  for (; i + 3 < length; i += 4) {
    s0 += (a[fromA + i] as number) * (b[fromB + i] as number);
    s1 += (a[fromA + i + 1] as number) * (b[fromB + i + 1] as number);
    s2 += (a[fromA + i + 2] as number) * (b[fromB + i + 2] as number);
    s3 += (a[fromA + i + 3] as number) * (b[fromB + i + 3] as number);
  }
  for (; i < length; i++) s0 += (a[fromA + i] as number) * (b[fromB + i] as number);
  return s0 + s1 + s2 + s3;
}

/** Products of one row of inputs with every row of the kernel, four at a time: each input is read once for four. */
function multiply(
  input: Float32Array,
  fromInput: number,
  kernel: Float32Array,
  inputs: number,
  target: Float32Array,
  fromTarget: number,
  columns: number,
): void {
  for (let j = 0; j < columns; j += 4) {
    const [k0, k1, k2, k3] = [j * inputs, (j + 1) * inputs, (j + 2) * inputs, (j + 3) * inputs];
    let [s0, s1, s2, s3] = [0, 0, 0, 0];
    for (let d = 0; d < inputs; d++) {
      const value = input[fromInput + d] as number;
      s0 += value * (kernel[k0 + d] as number);
      s1 += value * (kernel[k1 + d] as number);
      s2 += value * (kernel[k2 + d] as number);
      s3 += value * (kernel[k3 + d] as number);
    }
    target[fromTarget + j] = s0;
    target[fromTarget + j + 1] = s1;
    target[fromTarget + j + 2] = s2;
    target[fromTarget + j + 3] = s3;
  }
}

/** Fills a word's inputs: its vector, what is learned of it, and what is known of it. */
export function fillInputs(
  word: PreparedText["words"][number],
  vectors: Float32Array,
  vectorLength: number,
  model: Convolution,
  target: Float32Array,
  offset: number,
): void {
  target.fill(0, offset, offset + model.inputs);
  if (word.row >= 0)
    target.set(vectors.subarray(word.row * vectorLength, (word.row + 1) * vectorLength), offset);
  if (word.entry >= 0)
    target.set(
      model.learned.subarray(
        word.entry * model.learnedDimensions,
        (word.entry + 1) * model.learnedDimensions,
      ),
      offset + vectorLength,
    );
  staticScalars(word, target, offset + vectorLength + model.learnedDimensions);
}

interface Pass {
  pooled: Float32Array;
  argmax: Int32Array;
}

/** Max over positions of each filter, by unique rows of projected words. */
function pool(
  text: PreparedText,
  wordRows: Int32Array,
  projected: Float32Array,
  model: Convolution,
  { pooled, argmax }: Pass,
  row: Float32Array,
): void {
  const { width, flagKernel, bias } = model;
  const columns = taps * width;
  pooled.fill(0);
  argmax.fill(-1);
  for (let b = 0; b < text.bounds.length; b += 2) {
    const first = text.bounds[b] as number;
    const end = text.bounds[b + 1] as number;
    for (let index = first; index < end; index++) {
      row.set(bias);
      for (let tap = 0; tap < taps; tap++) {
        const at = index + tap - 1;
        if (at < first || at >= end) continue;
        const from = (wordRows[at] as number) * columns + tap * width;
        for (let c = 0; c < width; c++) row[c] = (row[c] as number) + (projected[from + c] as number);
        for (let flag = 0; flag < flagCount; flag++) {
          const value = text.flags[at * flagCount + flag] as number;
          if (value === 0) continue;
          const kernelFrom = flag * columns + tap * width;
          for (let c = 0; c < width; c++)
            row[c] = (row[c] as number) + value * (flagKernel[kernelFrom + c] as number);
        }
      }
      for (let c = 0; c < width; c++)
        if ((row[c] as number) > (pooled[c] as number)) {
          pooled[c] = row[c] as number;
          argmax[c] = index;
        }
    }
  }
}

/** Trains the network by Adam on mini-batches; words are projected once a batch. */
export function trainConvolution(
  examples: readonly ConvolutionExample[],
  vectors: Float32Array,
  settings: ConvolutionSettings,
  random: Random,
  report: (epoch: number, loss: number, model: Convolution) => void,
): Convolution {
  const { width, learned, vectorLength, emotions } = settings;
  const inputs = vectorLength + learned + staticCount;
  const columns = taps * width;
  const outputs = width + featureCount;
  const model: Convolution = {
    width,
    inputs,
    learnedDimensions: learned,
    kernel: initial(columns * inputs, 0.06, random),
    flagKernel: initial(flagCount * columns, 0.1, random),
    bias: new Float32Array(width),
    learned: initial(settings.vocabulary * learned, 0.05, random),
    output: initial(classes * outputs, 0.05, random),
    outputBias: new Float32Array(classes),
    emotionOutput: initial(emotions * width, 0.05, random),
    emotionBias: new Float32Array(emotions).fill(-2),
  };
  const optimizers = (
    [
      "kernel",
      "flagKernel",
      "bias",
      "learned",
      "output",
      "outputBias",
      "emotionOutput",
      "emotionBias",
    ] as const
  ).map((name) => new Adam(model[name], name.endsWith("ias") || name === "learned" ? 0 : settings.decay));
  const [
    kernelAdam,
    flagAdam,
    biasAdam,
    learnedAdam,
    outputAdam,
    outputBiasAdam,
    emotionAdam,
    emotionBiasAdam,
  ] = optimizers as [Adam, Adam, Adam, Adam, Adam, Adam, Adam, Adam];

  const order = examples.map((_, index) => index);
  const pass: Pass = { pooled: new Float32Array(width), argmax: new Int32Array(width) };
  const row = new Float32Array(width);
  const steps = Math.ceil(order.length / settings.batch) * settings.epochs;
  let step = 0;
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    random.shuffle(order);
    let loss = 0;
    for (let from = 0; from < order.length; from += settings.batch) {
      const batch = order
        .slice(from, from + settings.batch)
        .map((index) => examples[index] as ConvolutionExample);
      // The words of the batch, each once; row 0 is the dropped word.
      const rowOf = new Map<PreparedText["words"][number] | null, number>([[null, 0]]);
      const rows = batch.map(({ text }) =>
        Int32Array.from(text.words, (word) => {
          const key = random.next() < settings.wordDropout ? null : word;
          let found = rowOf.get(key);
          if (found === undefined) {
            found = rowOf.size;
            rowOf.set(key, found);
          }
          return found;
        }),
      );
      const words = [...rowOf.keys()];
      const unique = words.length;
      const input = new Float32Array(unique * inputs);
      for (let u = 1; u < unique; u++) {
        const word = words[u];
        if (word) fillInputs(word, vectors, vectorLength, model, input, u * inputs);
      }
      const projected = new Float32Array(unique * columns);
      for (let u = 1; u < unique; u++)
        multiply(input, u * inputs, model.kernel, inputs, projected, u * columns, columns);
      const projectedGradient = new Float32Array(unique * columns);
      for (const [number, { text, target, weight, emotions: named }] of batch.entries()) {
        const wordRows = rows[number] as Int32Array;
        pool(text, wordRows, projected, model, pass, row);
        const { pooled, argmax } = pass;
        const keep = 1 - settings.dropout;
        for (let c = 0; c < width; c++)
          pooled[c] = random.next() < settings.dropout ? 0 : (pooled[c] as number) / keep;
        const useFeatures = random.next() >= settings.featureDropout;
        const logits = [0, 0, 0];
        for (let k = 0; k < classes; k++) {
          let z = (model.outputBias[k] as number) + dot(pooled, 0, model.output, k * outputs, width);
          if (useFeatures) z += dot(text.features, 0, model.output, k * outputs + width, featureCount);
          logits[k] = z;
        }
        const most = Math.max(...logits);
        const odds = logits.map((z) => Math.exp(z - most));
        const sum = odds.reduce((a, b) => a + b, 0);
        const scaled = weight / batch.length;
        const gradient = odds.map((odd, k) => scaled * (odd / sum - (target[k] as number)));
        for (let k = 0; k < classes; k++)
          loss -= weight * (target[k] as number) * Math.log((odds[k] as number) / sum);
        const pooledGradient = new Float32Array(width);
        for (let k = 0; k < classes; k++) {
          const g = gradient[k] as number;
          outputBiasAdam.add(k, g);
          for (let c = 0; c < width; c++) {
            outputAdam.add(k * outputs + c, g * (pooled[c] as number));
            pooledGradient[c] = (pooledGradient[c] as number) + g * (model.output[k * outputs + c] as number);
          }
          if (useFeatures)
            for (let f = 0; f < featureCount; f++)
              outputAdam.add(k * outputs + width + f, g * (text.features[f] as number));
        }
        if (named)
          for (let e = 0; e < emotions; e++) {
            const z =
              (model.emotionBias[e] as number) + dot(pooled, 0, model.emotionOutput, e * width, width);
            const g =
              scaled * settings.emotionWeight * (1 / (1 + Math.exp(-z)) - (named.includes(e) ? 1 : 0));
            emotionBiasAdam.add(e, g);
            for (let c = 0; c < width; c++) {
              emotionAdam.add(e * width + c, g * (pooled[c] as number));
              pooledGradient[c] =
                (pooledGradient[c] as number) + g * (model.emotionOutput[e * width + c] as number);
            }
          }
        for (let c = 0; c < width; c++) {
          if ((pooled[c] as number) === 0) continue;
          const g = (pooledGradient[c] as number) / keep;
          const index = argmax[c] as number;
          biasAdam.add(c, g);
          // The sentence that the position belongs to bounds its window.
          let b = 0;
          while ((text.bounds[b + 1] as number) <= index) b += 2;
          for (let tap = 0; tap < taps; tap++) {
            const at = index + tap - 1;
            if (at < (text.bounds[b] as number) || at >= (text.bounds[b + 1] as number)) continue;
            const column = tap * width + c;
            const place = (wordRows[at] as number) * columns + column;
            projectedGradient[place] = (projectedGradient[place] as number) + g;
            for (let flag = 0; flag < flagCount; flag++) {
              const value = text.flags[at * flagCount + flag] as number;
              if (value !== 0) flagAdam.add(flag * columns + column, g * value);
            }
          }
        }
      }
      for (let u = 1; u < unique; u++) {
        const word = words[u];
        const entry = word?.entry ?? -1;
        for (let j = 0; j < columns; j++) {
          const g = projectedGradient[u * columns + j] as number;
          if (g === 0) continue;
          const kernelFrom = j * inputs;
          const inputFrom = u * inputs;
          const sums = kernelAdam.gradient;
          for (let d = 0; d < inputs; d++)
            sums[kernelFrom + d] = (sums[kernelFrom + d] as number) + g * (input[inputFrom + d] as number);
          if (entry >= 0)
            for (let d = 0; d < learned; d++)
              learnedAdam.add(
                entry * learned + d,
                g * (model.kernel[kernelFrom + vectorLength + d] as number),
              );
        }
      }
      step += 1;
      // Warm-up, then linear to zero.
      const rate = settings.rate * Math.min(1, step / 100) * (1 - step / (steps + 1));
      for (const optimizer of optimizers)
        optimizer === learnedAdam ? optimizer.stepSparse(rate) : optimizer.step(rate);
    }
    report(epoch, loss / order.length, model);
  }
  return model;
}

/** Logits of positive, neutral and negative. */
export function convolutionLogits(
  text: PreparedText,
  vectors: Float32Array,
  vectorLength: number,
  model: Convolution,
  projections: Map<PreparedText["words"][number], Float32Array>,
): [number, number, number] {
  const { width, inputs } = model;
  const columns = taps * width;
  const outputs = width + featureCount;
  const projected = new Float32Array(text.words.length * columns);
  const input = new Float32Array(inputs);
  for (const [index, word] of text.words.entries()) {
    let own = projections.get(word);
    if (!own) {
      fillInputs(word, vectors, vectorLength, model, input, 0);
      own = new Float32Array(columns);
      multiply(input, 0, model.kernel, inputs, own, 0, columns);
      projections.set(word, own);
    }
    projected.set(own, index * columns);
  }
  const pass: Pass = { pooled: new Float32Array(width), argmax: new Int32Array(width) };
  pool(text, Int32Array.from(text.words.keys()), projected, model, pass, new Float32Array(width));
  const logit = (k: number) =>
    (model.outputBias[k] ?? 0) +
    dot(pass.pooled, 0, model.output, k * outputs, width) +
    dot(text.features, 0, model.output, k * outputs + width, featureCount);
  return [logit(0), logit(1), logit(2)];
}
