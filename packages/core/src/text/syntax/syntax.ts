import type { Document } from "../document.ts";
import { tagTokens } from "../english/wink-tags.ts";
import type { Part } from "../record.ts";

/** Returns the tokens of an English text with Universal POS tags and lemmas. */
export async function analyzeSyntax({ tokens }: Document): Promise<Part<"syntax">> {
  const tags = await tagTokens(tokens());
  return {
    tokens: tokens().map(({ text, start, end }, index) => {
      const { pos, lemma } = tags[index] ?? { pos: "X", lemma: text };
      return { text, start, end, pos, lemma };
    }),
  };
}
