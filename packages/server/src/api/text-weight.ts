import type { TextBody } from "./text-json.ts";

/** From Thai upward, many scripts have a word or a token for every one or two characters. */
const firstDenseScript = 0x0e00;

/**
 * Returns an upper estimate of the cost of a text, in characters of Latin script. Measured on texts of unknown words:
 * Chinese costs twice as much per character, and `syntax` as much as all other analyses together.
 */
export function textWeight({ text, analysis_type }: Pick<TextBody, "text" | "analysis_type">): number {
  let weight = text.length;
  for (let index = 0; index < text.length; index++)
    if (text.charCodeAt(index) >= firstDenseScript) weight += 1;
  return analysis_type.includes("syntax") ? 2 * weight : weight;
}
