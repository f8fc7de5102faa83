import type { analyzeWithAllModels } from "./all-models.ts";
import type { AnalysisList, TextAnalysisWith } from "./record.ts";
import type { AnalyzeTextOptions } from "./request.ts";

let loaded: Promise<{ analyzeWithAllModels: typeof analyzeWithAllModels }> | undefined;

/** Loads the analyses, which are 200 modules. Programs that analyze no text start without them. */
function loadAnalyses(): NonNullable<typeof loaded> {
  loaded ??= import("./all-models.ts");
  return loaded;
}

/**
 * Analyses a text: sentiment, entities, keywords, language, summary, readability, syntax and personal data.
 *
 * The record holds the requested analyses and always `language`, `statistics` and `warnings`. Offsets are UTF-16
 * indices, so `text.slice(start, end)` is the text of a span. `offsetUnit` selects code points or UTF-8 bytes instead.
 * Syntax and sentiment support 24 languages each. The other analyses support every language. Keywords are noun phrases in the languages of syntax, and runs of words between
 * stopwords in others. The scores of `readability` depend on the language, and are `null` without a sentence of words.
 * `entities` has names of persons, organizations and places in 14 languages, other names in English only, and in the
 * other languages persons after a title, a label, a salutation or a closing.
 *
 * - With the input format `html`, the analyses read the text that a browser shows. Offsets refer to the HTML, and the
 *   `text` of a span has no markup. `redactedText` is the readable text, because attributes can hold personal data.
 * - With `all`, an analysis that does not support the detected language is left out, and a warning names it.
 * - If the detection is unreliable, as with very short texts, the analyses run in English with the warning
 *   `language_uncertain`. `language.code` is then `en` with its own low confidence if the text may be English, and
 *   otherwise the best guess. The candidates are in `alternatives`. A text without letters has the code `und`.
 * - With `engines`, models of the host replace the built-in sentiment or names, in any language.
 *
 * The same text returns the same record. Models load with the first call that needs them. The cost is linear in the
 * length of any text.
 *
 * @param text At most 1,000,000 UTF-8 bytes.
 * @throws ToolsError `invalid_parameter`; `payload_too_large`; `processing_limit` for a record of more than 400,000
 * sentences, tokens and mentions; `unsupported_language` if an analysis requested by its own name does not support the
 * language, which the caller named or the detector found reliably.
 * @example
 * ```ts
 * import { analyzeText } from "@tools-api/core/text";
 *
 * const { sentiment, entities } = await analyzeText("The camera is not bad at all, and it cost only $199.");
 * console.log(sentiment?.label, entities?.map(({ normalized }) => normalized)); // positive [ "USD 199.00" ]
 * ```
 */
export async function analyzeText<const List extends AnalysisList = "all">(
  text: string,
  options: AnalyzeTextOptions<List> = {},
): Promise<TextAnalysisWith<List>> {
  const analyses = await loadAnalyses();
  // An analysis requested by its own name has run, or the call has failed.
  return (await analyses.analyzeWithAllModels(text, options)) as TextAnalysisWith<List>;
}
