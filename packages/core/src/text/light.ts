import type { AnalysisList, TextAnalysisWith } from "./record.ts";
import type { AnalyzeTextOptions } from "./request.ts";
import type { TextModels } from "./document.ts";
import { runAnalyses } from "./run-analyses.ts";
import type { AnalysisType } from "./schema.ts";

import { loadEnglish } from "./tagger/english.ts";
import { tagText } from "./tagger/tag-text.ts";

export { type AnalysisType, analysisTypes, maxTextBytes, TextAnalysisRecord } from "./schema.ts";
export type { TextAnalysis, TextAnalysisWith } from "./record.ts";
export type { FoundName, SentimentShares, TextEngines } from "./engines.ts";
export type { AnalyzeTextOptions } from "./request.ts";

/** English keywords need its tags. */
const models: TextModels = {
  tagText: async (language, ...text) =>
    language === "en" ? tagText(await loadEnglish(), language, ...text) : null,
};

type LightName = Exclude<AnalysisType, "syntax"> | "all";

/**
 * Analyzes a text as `analyzeText` of `@tools-api/core/text` does, without the models of names and of syntax, for
 * programs whose size is limited. `entities` has no names, and `pii` persons by a title, a label, a salutation or a
 * closing only; both have the warning `language_not_supported`. Everything else is the same, also the engines of the
 * host.
 *
 * @throws ToolsError as that function does, and `invalid_parameter` for `syntax`.
 * @example
 * ```ts
 * import { analyzeText } from "@tools-api/core/text/light";
 *
 * const { pii } = await analyzeText("Write to ada@example.com.", { analysisType: "pii" });
 * console.log(pii.redactedText); // Write to [EMAIL].
 * ```
 */
export async function analyzeText<const List extends AnalysisList = "all">(
  text: string,
  options: AnalyzeTextOptions<List, LightName> = {},
): Promise<TextAnalysisWith<List>> {
  // An analysis requested by its own name has run, or the call has failed.
  return (await runAnalyses(models, text, options)) as TextAnalysisWith<List>;
}
