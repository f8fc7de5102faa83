import { flagCount } from "../../src/text/sentiment/english/inputs.ts";
import { tapCount } from "../../src/text/sentiment/english/network.ts";
import { featureCount } from "../../src/text/sentiment/english/summary-features.ts";
import type { Word } from "../../src/text/sentiment/english/words.ts";
import type { Random } from "../random.ts";
import { Adam } from "./adam.ts";
import {
  classCount,
  classLogits,
  type Convolution,
  type ConvolutionSize,
  createConvolution,
  dot,
  poolText,
  projectInputs,
  visitWindow,
  writeInputs,
} from "./convolution.ts";
import type { Target } from "./examples.ts";
import type { PreparedText } from "./prepare.ts";

/** The settings of a training. */
export interface ConvolutionSettings extends ConvolutionSize {
  epochs: number;
  batch: number;
  rate: number;
  decay: number;
  /** The share of filters that are dropped for a text. */
  dropout: number;
  /** The share of words that are dropped from a text. */
  wordDropout: number;
  /** The share of texts without features, so that the filters do not rely on them. */
  featureDropout: number;
  /** The weight of the emotions relative to the classes. */
  emotionWeight: number;
}

/** A text for training. */
export interface ConvolutionExample {
  text: PreparedText;
  target: Target;
  weight: number;
  emotions: readonly number[] | null;
}

const warmUpSteps = 100;

/** The distinct words of a batch, so that a word is projected once for all its occurrences. */
interface BatchWords {
  /** Null for dropped words, in row 0. */
  words: (Word | null)[];
  /** The rows of the words of each text. */
  rows: Int32Array[];
}

function findBatchWords(batch: readonly ConvolutionExample[], dropped: number, random: Random): BatchWords {
  const rowOf = new Map<Word | null, number>([[null, 0]]);
  const rows = batch.map(({ text }) =>
    Int32Array.from(text.words, (word) => {
      const key = random.next() < dropped ? null : word;
      const row = rowOf.get(key) ?? rowOf.size;
      rowOf.set(key, row);
      return row;
    }),
  );
  return { words: [...rowOf.keys()], rows };
}

/** Returns the bounds of the sentence that contains a position. */
function sentenceAt({ bounds }: PreparedText, index: number): [first: number, end: number] {
  let sentence = 0;
  while (sentence + 2 < bounds.length && (bounds[sentence + 1] ?? 0) <= index) sentence += 2;
  return [bounds[sentence] ?? 0, bounds[sentence + 1] ?? 0];
}

/** Trains the network by Adam on mini-batches, on the classes and the emotions together. */
export function trainConvolution(
  examples: readonly ConvolutionExample[],
  vectors: Float32Array,
  settings: ConvolutionSettings,
  random: Random,
  report: (epoch: number, loss: number) => void,
): Convolution {
  const { width, learnedDimensions, vectorLength } = settings;
  const model = createConvolution(settings, random);
  const { inputs } = model;
  const columns = tapCount * width;
  const outputs = width + featureCount;
  const adams = {
    kernel: new Adam(model.kernel, settings.decay),
    flagKernel: new Adam(model.flagKernel, settings.decay),
    bias: new Adam(model.bias, 0),
    learned: new Adam(model.learned, 0),
    output: new Adam(model.output, settings.decay),
    outputBias: new Adam(model.outputBias, 0),
    emotionOutput: new Adam(model.emotionOutput, settings.decay),
    emotionBias: new Adam(model.emotionBias, 0),
  };

  /** Adds the gradients of one logit: those of its weights, and to `pooledGradient` those of its inputs. */
  const addLogit = (
    weights: Float32Array,
    adam: Adam,
    from: number,
    gradient: number,
    values: Float32Array,
    pooledGradient: Float32Array,
  ) => {
    for (let filter = 0; filter < width; filter++) {
      adam.add(from + filter, gradient * (values[filter] ?? 0));
      pooledGradient[filter] = (pooledGradient[filter] ?? 0) + gradient * (weights[from + filter] ?? 0);
    }
  };

  /** Adds the gradients of one text down to the projections of its words. Returns the loss of the text. */
  const learnText = (
    { text, target, weight, emotions: named }: ConvolutionExample,
    rows: Int32Array,
    projected: Float32Array,
    projectedGradient: Float32Array,
    share: number,
  ): number => {
    const { values, places } = poolText(text, rows, projected, model);
    const kept = 1 - settings.dropout;
    for (let filter = 0; filter < width; filter++)
      values[filter] = random.next() < settings.dropout ? 0 : (values[filter] ?? 0) / kept;
    const features = random.next() < settings.featureDropout ? null : text.features;
    const odds = classLogits(values, features, model).map(Math.exp);
    const sum = odds.reduce((total, odd) => total + odd, 0);
    const pooledGradient = new Float32Array(width);
    let loss = 0;
    for (let index = 0; index < classCount; index++) {
      const wanted = target[index] ?? 0;
      const found = (odds[index] ?? 0) / sum;
      loss -= weight * wanted * Math.log(found);
      const gradient = share * weight * (found - wanted);
      adams.outputBias.add(index, gradient);
      addLogit(model.output, adams.output, index * outputs, gradient, values, pooledGradient);
      if (features)
        for (let feature = 0; feature < featureCount; feature++)
          adams.output.add(index * outputs + width + feature, gradient * (features[feature] ?? 0));
    }
    for (const [emotion, bias] of named ? model.emotionBias.entries() : []) {
      const from = emotion * width;
      const logit = bias + dot(values, 0, model.emotionOutput, from, width);
      const error = 1 / (1 + Math.exp(-logit)) - (named?.includes(emotion) ? 1 : 0);
      const gradient = share * weight * settings.emotionWeight * error;
      adams.emotionBias.add(emotion, gradient);
      addLogit(model.emotionOutput, adams.emotionOutput, from, gradient, values, pooledGradient);
    }
    for (let filter = 0; filter < width; filter++) {
      if (!values[filter]) continue;
      const gradient = (pooledGradient[filter] ?? 0) / kept;
      const place = places[filter] ?? 0;
      adams.bias.add(filter, gradient);
      visitWindow(place, ...sentenceAt(text, place), (tap, at) => {
        const column = tap * width + filter;
        const projection = (rows[at] ?? 0) * columns + column;
        projectedGradient[projection] = (projectedGradient[projection] ?? 0) + gradient;
        for (let flag = 0; flag < flagCount; flag++) {
          const value = text.flags[at * flagCount + flag] ?? 0;
          if (value !== 0) adams.flagKernel.add(flag * columns + column, gradient * value);
        }
      });
    }
    return loss;
  };

  /** Adds the gradients of the kernel and of the learned dimensions of a word, given those of its projection. */
  const learnWord = (word: Word, row: number, input: Float32Array, projectedGradient: Float32Array) => {
    for (let column = 0; column < columns; column++) {
      const gradient = projectedGradient[row * columns + column] ?? 0;
      if (gradient === 0) continue;
      const from = column * inputs;
      for (let index = 0; index < inputs; index++)
        adams.kernel.add(from + index, gradient * (input[row * inputs + index] ?? 0));
      if (word.entry < 0) continue;
      for (let inner = 0; inner < learnedDimensions; inner++)
        adams.learned.add(
          word.entry * learnedDimensions + inner,
          gradient * (model.kernel[from + vectorLength + inner] ?? 0),
        );
    }
  };

  const order = [...examples];
  const steps = Math.ceil(order.length / settings.batch) * settings.epochs;
  let step = 0;
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    random.shuffle(order);
    let loss = 0;
    for (let from = 0; from < order.length; from += settings.batch) {
      const batch = order.slice(from, from + settings.batch);
      const { words, rows } = findBatchWords(batch, settings.wordDropout, random);
      const input = new Float32Array(words.length * inputs);
      const projected = new Float32Array(words.length * columns);
      for (const [row, word] of words.entries()) {
        if (!word) continue;
        writeInputs(word, vectors, model, input, row * inputs);
        projectInputs(input, row * inputs, model, projected, row * columns);
      }
      const projectedGradient = new Float32Array(words.length * columns);
      for (const [index, example] of batch.entries())
        loss += learnText(
          example,
          rows[index] ?? new Int32Array(),
          projected,
          projectedGradient,
          1 / batch.length,
        );
      for (const [row, word] of words.entries()) if (word) learnWord(word, row, input, projectedGradient);
      step += 1;
      const rate = settings.rate * Math.min(1, step / warmUpSteps) * (1 - step / (steps + 1));
      for (const adam of Object.values(adams)) {
        if (adam === adams.learned) adam.stepSparse(rate);
        else adam.step(rate);
      }
    }
    report(epoch, loss / order.length);
  }
  return model;
}
