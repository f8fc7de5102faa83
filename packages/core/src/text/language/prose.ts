import { classifyLines } from "../segment/line-kinds.ts";
import { findLines } from "../segment/lines.ts";

/** A longer text has enough prose whatever it quotes. */
const maxLength = 2_500;
/** The minimum letters outside quotations and other blocks that tell a language. */
const minLetters = 12;
const minWords = 3;

/** A quotation of at least two words: a title, or the speech of another. */
const quotation =
  /“[^“”\n]{3,120}”|„[^„“”\n]{3,120}[“”]|«[^«»\n]{3,120}»|(?<![\p{L}\p{N}])"[^"\n]{3,120}"(?![\p{L}\p{N}])/gu;
const mayHaveBlocks = /[\n“„«"]/;
const proseKinds: ReadonlySet<string> = new Set(["blank", "prose", "list", "salutation", "closing"]);

function hasEnough(text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.length >= minWords && words.join("").length >= minLetters;
}

function withoutBlocks(text: string): string {
  if (!text.includes("\n")) return text;
  const lines = findLines(text);
  const kinds = classifyLines(text, lines);
  const isProse = (index: number) => proseKinds.has(kinds[index] ?? "prose");
  if (lines.every((_, index) => isProse(index))) return text;
  return lines
    .filter((_, index) => isProse(index))
    .map(({ start, end }) => text.slice(start, end))
    .join("\n");
}

/**
 * Returns the beginning of a text without tables, code, headers and quotations, which can be in other languages. Returns
 * it whole if too little is left.
 */
export function authorProse(text: string): string {
  const beginning = text.slice(0, maxLength);
  if (!mayHaveBlocks.test(beginning)) return text;
  const prose = withoutBlocks(beginning);
  const blocks = hasEnough(prose) ? prose : beginning;
  const unquoted = blocks.replace(quotation, " ");
  const found = hasEnough(unquoted) ? unquoted : blocks;
  return found === beginning ? text : found;
}
