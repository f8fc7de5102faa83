import type { z } from "zod";
import { analyzeText } from "../text/index.ts";
import { TextAnalysisRecord, type TextRequest } from "../text/schema.ts";
import { toWire } from "../wire.ts";

/** Analyzes the text of a request. */
export async function run({
  text,
  analysis_type,
  language,
  offset_unit,
  summary_sentences,
}: z.output<typeof TextRequest>): Promise<z.input<typeof TextAnalysisRecord>> {
  const options = {
    analysisType: analysis_type,
    language,
    offsetUnit: offset_unit,
    ...(summary_sentences !== undefined && { summarySentences: summary_sentences }),
  };
  return toWire(TextAnalysisRecord, await analyzeText(text, options));
}
