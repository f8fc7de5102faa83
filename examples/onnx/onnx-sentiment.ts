// A sentiment model of your own in analyzeText: any ONNX model, run by onnxruntime-node.
//
// import { analyzeText } from "@tools-api/core/text";
// const engines = { sentiment: await onnxSentiment("model.onnx") };
// const { sentiment } = await analyzeText("Le repas était délicieux.", { language: "fr", engines });
import type { SentimentShares, TextEngines } from "@tools-api/core/text";
import { InferenceSession, Tensor } from "onnxruntime-node";

/** The length of the input of the model: counts of words, by hash. */
export const inputLength = 1024;

/** Returns the counts of the words of a sentence. A model with a tokenizer of its own needs it here. */
export function encode(sentence: string): Float32Array {
  const counts = new Float32Array(inputLength);
  for (const [word] of sentence.toLowerCase().matchAll(/\p{L}+/gu)) {
    // FNV-1a.
    let hash = 0x811c9dc5;
    for (let index = 0; index < word.length; index++)
      hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
    const place = (hash >>> 0) % inputLength;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/**
 * Creates a sentiment engine from a model with the input `words` (sentences × {@link inputLength}) and the output
 * `shares` (sentences × 3: positive, neutral, negative).
 *
 * @param model The path of the file, or its bytes.
 */
export async function onnxSentiment(
  model: string | Uint8Array,
): Promise<NonNullable<TextEngines["sentiment"]>> {
  const session =
    typeof model === "string" ? await InferenceSession.create(model) : await InferenceSession.create(model);
  return async (sentences) => {
    const words = new Float32Array(sentences.length * inputLength);
    for (const [index, sentence] of sentences.entries()) words.set(encode(sentence), index * inputLength);
    const input = new Tensor("float32", words, [sentences.length, inputLength]);
    const { shares } = await session.run({ words: input });
    const found = shares?.data as Float32Array;
    return sentences.map((_, index): SentimentShares => {
      const [positive = 0, neutral = 0, negative = 0] = found.subarray(3 * index, 3 * index + 3);
      return { positive, neutral, negative };
    });
  };
}
