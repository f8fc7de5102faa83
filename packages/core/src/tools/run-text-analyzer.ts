import type { z } from "zod";
import { camelCase } from "../casing.ts";
import { analyzeText } from "../text/index.ts";
import { TextAnalysisRecord, type TextRequest } from "../text/schema.ts";
import { inSnakeCase } from "../validate.ts";
import { toWire } from "../wire.ts";

/** Analyzes the text of a request. */
export async function run({
  text,
  ...fields
}: z.output<typeof TextRequest>): Promise<z.input<typeof TextAnalysisRecord>> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const options = Object.fromEntries(given.map(([name, value]) => [camelCase(name), value]));
  try {
    return toWire(TextAnalysisRecord, await analyzeText(text, options));
  } catch (error) {
    throw inSnakeCase(error);
  }
}
