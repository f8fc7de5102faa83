import type { z } from "zod";
import { camelCase } from "../schema/casing.ts";
import { analyzeText } from "../text/index.ts";
import { TextAnalysisRecord, TextOptions, type TextRequest } from "../text/schema.ts";
import { inSnakeCase } from "../schema/validate.ts";
import { toWire } from "../schema/wire.ts";

const optionNames = Object.fromEntries(Object.keys(TextOptions.shape).map((name) => [name, camelCase(name)]));

/** Analyzes the text of a request. */
export async function run({
  text,
  ...fields
}: z.output<typeof TextRequest>): Promise<z.input<typeof TextAnalysisRecord>> {
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) options[optionNames[name] ?? name] = value;
  try {
    return toWire(TextAnalysisRecord, await analyzeText(text, options));
  } catch (error) {
    throw inSnakeCase(error);
  }
}
