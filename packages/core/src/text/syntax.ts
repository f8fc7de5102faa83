import { readEnglish } from "./english/reading.ts";
import type { Part } from "./record.ts";
import type { Reading } from "./reading.ts";

/**
 * The tokens of an English text with Universal POS tags (https://universaldependencies.org/u/pos/) and lemmas, by
 * wink-nlp.
 */
export async function analyzeSyntax({ text, segmented }: Reading): Promise<Part<"syntax">> {
  return { tokens: await readEnglish(text, segmented().sentences) };
}
