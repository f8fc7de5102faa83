import { packedParts, type Parameters } from "../../src/text/mentions/names/network.ts";
import { outside, tagCount } from "../../src/text/mentions/names/tags.ts";
import type { ModelFile } from "../../src/text/network/model-file.ts";

/** The share of weights that are not clipped. Clipping the few largest leaves more bits for the many small ones. */
const keptWhole = 0.9998;

/** The parts of a model file. */
export type PackedTagger = Record<(typeof packedParts)[number], Int8Array> & {
  scales: Float32Array;
  temperature: Float32Array;
};

/**
 * Packs the parameters as signed bytes.
 *
 * @param caution Added to the score of a word outside of a name.
 * @param temperature The divisor of the scores when they become a confidence.
 */
export function packTagger(parameters: Parameters, caution: number, temperature: number): PackedTagger {
  const scales = new Float32Array(packedParts.length);
  // The caution is added to the transitions: every word has exactly one transition to its tag.
  const transitions = parameters.transitions.map((score, pair) =>
    pair % tagCount === outside ? score + caution : score,
  );
  const pack = (part: (typeof packedParts)[number]) => {
    const values = part === "transitions" ? transitions : parameters[part];
    const sizes = values.map(Math.abs).toSorted();
    const largest = sizes[Math.floor((sizes.length - 1) * keptWhole)] ?? 1;
    scales[packedParts.indexOf(part)] = largest / 127;
    return Int8Array.from(values, (value) =>
      Math.max(-127, Math.min(127, Math.round((value / largest) * 127))),
    );
  };
  return {
    matrix: pack("matrix"),
    affixes: pack("affixes"),
    weights: pack("weights"),
    edge: pack("edge"),
    bias: pack("bias"),
    output: pack("output"),
    transitions: pack("transitions"),
    scales,
    temperature: new Float32Array([temperature]),
  };
}

/** Returns the model file of a packed tagger without writing and reading it. */
export function openPacked(packed: PackedTagger): ModelFile {
  const parts: Readonly<Record<string, Int8Array | Float32Array>> = packed;
  const find = (name: string) => {
    const part = parts[name];
    if (!part) throw new RangeError(`The model has no part ${name}`);
    return part;
  };
  return {
    has: (name) => Object.hasOwn(parts, name),
    bytes: (name) => new Uint8Array(find(name).buffer),
    int8: (name) => new Int8Array(find(name).buffer),
    float32: (name) => new Float32Array(find(name).buffer),
    text: (name) => new TextDecoder().decode(new Uint8Array(find(name).buffer)),
  };
}
