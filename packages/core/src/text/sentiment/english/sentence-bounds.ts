import type { Span } from "../../span.ts";

/**
 * Returns two indices for each sentence: that of its first token and the one after its last. A token belongs to the
 * sentence in which it begins.
 */
export function sentenceBounds(tokens: readonly Span[], sentences: readonly Span[]): Int32Array {
  const bounds = new Int32Array(sentences.length * 2);
  let index = 0;
  for (const [number, { end }] of sentences.entries()) {
    bounds[number * 2] = index;
    while (index < tokens.length && (tokens[index]?.start ?? end) < end) index += 1;
    bounds[number * 2 + 1] = index;
  }
  return bounds;
}
