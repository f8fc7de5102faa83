import {
  inputs,
  type Parameters,
  parameterSizes,
  projectionWidth,
} from "../../src/text/mentions/names/network.ts";
import { sentenceCases } from "../../src/text/mentions/names/letter-case.ts";
import { mayFollow, tagCount } from "../../src/text/mentions/names/tags.ts";
import { windowSize } from "../../src/text/mentions/names/word-features.ts";
import type { Random } from "../random.ts";

/** Returns the initial parameters of a training. */
export function initialParameters(hidden: number, random: Random): Parameters {
  const sizes = parameterSizes(hidden, sentenceCases);
  const normal = (length: number, deviation: number) =>
    Float32Array.from({ length }, () => deviation * random.normal());
  const width = projectionWidth(hidden);
  const matrix = normal(sizes.matrix, 0.06);
  const transitions = Float32Array.from({ length: sizes.transitions }, (_, pair) =>
    mayFollow(Math.floor(pair / tagCount), pair % tagCount) ? 0 : -20,
  );
  // At first, words contribute nothing to the tags directly.
  const step = hidden + tagCount;
  for (let row = 0; row < inputs; row++)
    for (let place = 0; place < windowSize; place++)
      matrix.fill(0, row * width + place * step + hidden, row * width + (place + 1) * step);
  return {
    hidden,
    matrix,
    affixes: normal(sizes.affixes, 0.1),
    weights: new Float32Array(sizes.weights),
    edge: new Float32Array(sizes.edge),
    bias: new Float32Array(sizes.bias).fill(0.05),
    output: normal(sizes.output, 0.15),
    transitions,
  };
}
