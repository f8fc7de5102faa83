import type { Lexicon } from "../../src/text/sentiment/english/lexicon.ts";
import type { Random } from "../random.ts";
import { Adam } from "./adam.ts";

const hidden = 32;
const epochs = 30;
const batch = 32;
const rate = 0.002;
const decay = 0.05;
/** The number of most frequent words that count as neutral if the lexicon has no grade for them. */
const plainWords = 6000;
const plainWeight = 0.4;
/** The maximum grade. */
const scale = 4;

/**
 * Grades every word that has a vector by a network with one hidden layer, trained on the grades of the lexicon. Words
 * with similar use get similar grades.
 *
 * @returns A grade in tenths for each row of the vectors.
 */
export function induceGrades(
  words: readonly string[],
  vectors: Float32Array,
  lexicon: Lexicon,
  random: Random,
): Int8Array {
  const length = vectors.length / words.length;
  const inner = Float32Array.from({ length: hidden * length }, () => 0.1 * random.normal());
  const innerBias = new Float32Array(hidden);
  const outer = Float32Array.from({ length: hidden }, () => 0.1 * random.normal());
  const outerBias = new Float32Array(1);
  const activations = new Float32Array(hidden);

  const predict = (row: number): number => {
    let sum = outerBias[0] ?? 0;
    for (let unit = 0; unit < hidden; unit++) {
      let input = innerBias[unit] ?? 0;
      for (let index = 0; index < length; index++)
        input += (inner[unit * length + index] ?? 0) * (vectors[row * length + index] ?? 0);
      const activation = Math.tanh(input);
      activations[unit] = activation;
      sum += activation * (outer[unit] ?? 0);
    }
    return sum;
  };

  const examples = words.flatMap((word, row) => {
    const grade = lexicon.findGrade(word);
    if (grade !== undefined) return [{ row, target: grade / scale, weight: 1 }];
    return row < plainWords ? [{ row, target: 0, weight: plainWeight }] : [];
  });
  const adams = {
    inner: new Adam(inner, decay),
    innerBias: new Adam(innerBias, 0),
    outer: new Adam(outer, decay),
    outerBias: new Adam(outerBias, 0),
  };
  const steps = Math.ceil(examples.length / batch) * epochs;
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    random.shuffle(examples);
    for (let from = 0; from < examples.length; from += batch) {
      for (const { row, target, weight } of examples.slice(from, from + batch)) {
        const gradient = (weight * (predict(row) - target)) / batch;
        adams.outerBias.add(0, gradient);
        for (let unit = 0; unit < hidden; unit++) {
          const activation = activations[unit] ?? 0;
          adams.outer.add(unit, gradient * activation);
          const inside = gradient * (outer[unit] ?? 0) * (1 - activation * activation);
          adams.innerBias.add(unit, inside);
          for (let index = 0; index < length; index++)
            adams.inner.add(unit * length + index, inside * (vectors[row * length + index] ?? 0));
        }
      }
      step += 1;
      for (const adam of Object.values(adams)) adam.step(rate * (1 - step / (steps + 1)));
    }
  }
  return Int8Array.from(words, (_, row) => Math.round(10 * scale * Math.max(-1, Math.min(1, predict(row)))));
}
