import { readWinkTokens } from "./english/wink-tokens.ts";
import type { Part } from "./record.ts";
import type { Reading } from "./reading.ts";

/**
 * Returns the tokens of an English text with Universal POS tags (https://universaldependencies.org/u/pos/) and lemmas,
 * by wink-nlp.
 */
export async function analyzeSyntax({ text, segmented }: Reading): Promise<Part<"syntax">> {
  return { tokens: await readWinkTokens(text, segmented().sentences) };
}
