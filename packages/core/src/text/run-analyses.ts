import { ToolsError } from "../errors.ts";
import { invalidParameters } from "../schema/validate.ts";
import {
  analyses,
  type AnalysisSettings,
  availableLanguages,
  isAvailable,
  isTooShort,
  missingPart,
  type RunnableAnalysis,
} from "./analyses.ts";
import { readEngines, type TextEngines } from "./engines.ts";
import { looksLikeHtml, readHtml } from "./source/html.ts";
import { languageName } from "./language/language-names.ts";
import { detectLanguage, namedLanguage, type ReadingLanguage } from "./language/language.ts";
import { withCallerOffsets } from "./source/offsets.ts";
import { createDocument, type Document, type TextModels } from "./document.ts";
import { checkExpectedSpans, countSpans } from "./record-size.ts";
import type { Part, TextAnalysis } from "./record.ts";
import { readQuery } from "./request.ts";
import type { AnalysisType } from "./schema.ts";
import { readCallerLists } from "./terms/caller-lists.ts";
import { checkRecordSpans } from "./span-limit.ts";
import { createSource } from "./source/source-text.ts";

/** The release of the models and rules that the analyses use. Equal versions return equal results. */
const modelVersion = "2026-11";

type Warning = TextAnalysis["warnings"][number];

const htmlWarning: Warning = {
  code: "looks_like_html",
  message:
    "The text looks like HTML, and its tags were read as text. Set the input format to html to skip them.",
};

const shortWarning: Warning = {
  code: "text_too_short",
  analysis: "readability",
  message: "The sentences of the text have fewer than 30 words, so the scores of readability say little.",
};

/**
 * Analyzes a text as `analyzeText` does, with the given models of names and of syntax.
 *
 * @throws ToolsError `invalid_parameter` for an analysis that has no model here.
 */
export async function runAnalyses(models: TextModels, text: string, options: object): Promise<TextAnalysis> {
  const { engines, settings } = separateEngines(options);
  const query = readQuery(text, settings);
  refuseLeftOut(query.named, models);
  const findListed = query.lists && (await readCallerLists(query.lists));
  const isHtml = query.inputFormat === "html";
  const source = createSource(text, isHtml ? await readHtml(text) : undefined);
  const language =
    query.language === "auto" ? await detectLanguage(source.text) : namedLanguage(query.language);
  const missing = query.requested.filter((name) => !isAvailable(name, language.used, engines));
  refuseNamed(missing, query.named, language);

  const document = createDocument(source.text, language.used, {
    between: source.between,
    original: source.original,
    engines,
    models,
    ...(findListed && { findListed }),
  });
  const available = query.requested.filter((name) => !missing.includes(name));
  await checkExpectedSpans(document, available);
  const parts: Partial<TextAnalysis> = {};
  for (const name of available) {
    if (name === "language") continue;
    if (!(await addPart(parts, name, document, query))) refuseNamed([name], query.named, language);
    checkRecordSpans(countSpans(parts));
  }

  const analysis: TextAnalysis = {
    analysisType: [...query.requested],
    language: language.record,
    offsetUnit: "utf16",
    ...parts,
    statistics: countStatistics(document),
    warnings: [
      ...(!isHtml && looksLikeHtml(text) ? [htmlWarning] : []),
      ...(await toWarnings(query, parts, document, language)),
    ],
    modelVersion,
  };
  return withCallerOffsets(analysis, source, text, query.offsetUnit);
}

/** Returns the engines and the other options. Options that are no object are refused with them. */
function separateEngines(options: unknown): { engines: TextEngines; settings: unknown } {
  if (typeof options !== "object" || options === null || !("engines" in options))
    return { engines: {}, settings: options };
  const { engines, ...settings } = options;
  return { engines: readEngines(engines), settings };
}

/** Refuses syntax where the entry point has none of its models. */
function refuseLeftOut(named: ReadonlySet<string>, { findNames }: TextModels): void {
  if (findNames || !named.has("syntax")) return;
  const detail =
    "expected an analysis of @tools-api/core/text/light, received syntax; it is in @tools-api/core/text";
  throw invalidParameters([{ name: "analysisType", detail }]);
}

/** Counts the UTF-16 code units, words, sentences and paragraphs of a document. */
function countStatistics({ text, wordCount, sentences, paragraphs }: Document): Part<"statistics"> {
  return {
    characters: text.length,
    words: wordCount(),
    sentences: sentences().length,
    paragraphs: paragraphs().length,
  };
}

/** Adds the result of an analysis. Returns whether it has one. */
async function addPart<Name extends RunnableAnalysis>(
  parts: { [Key in Name]?: Part<Key> },
  name: Name,
  document: Document,
  settings: AnalysisSettings,
): Promise<boolean> {
  const { run, canBeNull = false } = analyses[name];
  const part = await run(document, settings);
  const isResult = part !== null || canBeNull;
  // Only an analysis whose part can be `null` has the property.
  if (isResult) parts[name] = part as Part<Name>;
  return isResult;
}

function refuseNamed(
  missing: readonly AnalysisType[],
  named: ReadonlySet<string>,
  { used }: ReadingLanguage,
): void {
  const refused = missing.filter((name) => named.has(name));
  if (refused.length === 0) return;
  const reasons = refused.map((name) => `${name} is available in: ${availableLanguages(name)}`).join("; ");
  throw new ToolsError(
    "unsupported_language",
    `language: the text is in ${languageName(used)} (${used}), but ${reasons}`,
  );
}

async function toWarnings(
  query: AnalysisSettings & { requested: readonly AnalysisType[] },
  parts: Partial<TextAnalysis>,
  document: Document,
  language: ReadingLanguage,
): Promise<Warning[]> {
  const warnings: Warning[] = [];
  const name = languageName(language.used);
  for (const analysis of query.requested) {
    const isLeftOut = analysis !== "language" && parts[analysis] === undefined;
    const missing = isLeftOut ? null : await missingPart(analysis, document, query);
    if (!isLeftOut && !missing) continue;
    const message = missing
      ? `${analysis} has no ${missing.part} in ${name}, only in: ${missing.languages}`
      : `${analysis} is not available in ${name}, only in: ${availableLanguages(analysis)}`;
    const type = missing?.type;
    warnings.push({ code: "language_not_supported", analysis, ...(type && { type }), message });
  }
  if (parts.readability !== undefined && isTooShort(document)) warnings.push(shortWarning);
  if (language.certain) return warnings;
  const reason =
    language.record.code === "und"
      ? "The text has no letters of a known script"
      : "The text is too short or too mixed to detect its language";
  const message = `${reason}. The analyses ran in English. Set the language to choose another.`;
  return [{ code: "language_uncertain", message }, ...warnings];
}
