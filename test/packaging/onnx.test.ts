import { analyzeText } from "@tools-api/core/text";
import { expect, it } from "vitest";
import { encode, inputLength, onnxSentiment } from "../../examples/onnx/onnx-sentiment.ts";

/** Returns an integer in the variable-length form of Protocol Buffers. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

const integer = (field: number, value: number) => [...varint(field * 8), ...varint(value)];
const bytes = (field: number, content: ArrayLike<number>) => [
  ...varint(field * 8 + 2),
  ...varint(content.length),
  ...Array.from(content),
];
const text = (field: number, value: string) => bytes(field, new TextEncoder().encode(value));

const float = 1;

/** A tensor of ONNX (onnx.proto, TensorProto). */
function tensor(name: string, shape: readonly number[], values: Float32Array): number[] {
  return [
    ...shape.flatMap((length) => integer(1, length)),
    ...integer(2, float),
    ...text(8, name),
    ...bytes(9, new Uint8Array(values.buffer)),
  ];
}

/** An input or output of a graph (ValueInfoProto). The first dimension is any number. */
function value(name: string, length: number): number[] {
  const dimensions = [...bytes(1, text(2, "sentences")), ...bytes(1, integer(1, length))];
  const type = bytes(1, [...integer(1, float), ...bytes(2, dimensions)]);
  return [...text(1, name), ...bytes(2, type)];
}

function node(operator: string, inputs: readonly string[], output: string): number[] {
  return [...inputs.flatMap((name) => text(1, name)), ...text(2, output), ...text(4, operator)];
}

/** Writes a model that adds the weights of the words to a bias, and normalizes the sums. */
function writeModel(weights: Float32Array, bias: Float32Array): Uint8Array {
  const graph = [
    ...bytes(1, node("MatMul", ["words", "weights"], "sums")),
    ...bytes(1, node("Add", ["sums", "bias"], "logits")),
    ...bytes(1, node("Softmax", ["logits"], "shares")),
    ...text(2, "sentiment"),
    ...bytes(5, tensor("weights", [inputLength, 3], weights)),
    ...bytes(5, tensor("bias", [3], bias)),
    ...bytes(11, value("words", inputLength)),
    ...bytes(12, value("shares", 3)),
  ];
  return Uint8Array.from([...integer(1, 8), ...bytes(7, graph), ...bytes(8, integer(2, 13))]);
}

it("a model in ONNX is the sentiment analysis of a language that has none of its own", async () => {
  const weights = new Float32Array(inputLength * 3);
  const teach = (word: string, label: 0 | 2) => {
    const place = encode(word).indexOf(1);
    weights[3 * place + label] = 6;
  };
  teach("wspaniały", 0);
  teach("okropny", 2);
  const sentiment = await onnxSentiment(writeModel(weights, Float32Array.of(0, 3, 0)));
  const { sentiment: found, warnings } = await analyzeText("Film był wspaniały. Hotel był okropny. Padało.", {
    analysisType: "sentiment",
    language: "pl",
    engines: { sentiment },
  });
  expect(found?.sentences.map(({ label }) => label)).toEqual(["positive", "negative", "neutral"]);
  expect(found?.label).toBe("mixed");
  expect(warnings).toEqual([]);
});
