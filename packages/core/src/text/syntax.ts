import type { Part } from "./record.ts";
import type { Reading } from "./reading.ts";

/**
 * The tokens of an English text with Universal POS tags (https://universaldependencies.org/u/pos/) and lemmas, by
 * wink-nlp.
 */
export async function analyzeSyntax(reading: Reading): Promise<Part<"syntax">> {
  const sentences = await reading.english();
  return {
    tokens: sentences.flatMap(({ tokens }) =>
      tokens.map(({ text, start, end, pos, lemma }) => ({ text, start, end, pos, lemma })),
    ),
  };
}
