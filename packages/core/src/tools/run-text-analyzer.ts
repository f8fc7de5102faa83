import type { z } from "zod";
import { camelCase } from "../schema/casing.ts";
import { ToolsError } from "../errors.ts";
import { analyzeText } from "../text/index.ts";
import { checkRecordSpans, countSpans } from "../text/record-size.ts";
import { TextAnalysisRecord, TextOptions, type TextRequest, type TextResponse } from "../text/schema.ts";
import { inSnakeCase } from "../schema/validate.ts";
import { toWire } from "../schema/wire.ts";

type Response = z.input<typeof TextResponse>;
type Analysis = z.input<typeof TextAnalysisRecord>;

const optionNames = Object.fromEntries(Object.keys(TextOptions.shape).map((name) => [name, camelCase(name)]));

/** Returns the language of all texts, or `mul` if they differ. */
function sharedLanguage(results: readonly Analysis[]): Analysis["language"] {
  const [first, ...others] = results.map(({ language }) => language);
  if (first && others.every(({ code }) => code === first.code))
    return {
      ...first,
      confidence: Math.min(first.confidence, ...others.map(({ confidence }) => confidence)),
    };
  return { code: "mul", name: "Multiple languages", confidence: 1, detected: true, alternatives: [] };
}

function summarize(results: readonly [Analysis, ...Analysis[]]): Response {
  const { analysis_type, offset_unit, model_version } = results[0];
  const sum = (name: keyof Analysis["statistics"]) =>
    results.reduce((total, { statistics }) => total + statistics[name], 0);
  return {
    analysis_type,
    language: sharedLanguage(results),
    offset_unit,
    statistics: {
      characters: sum("characters"),
      words: sum("words"),
      sentences: sum("sentences"),
      paragraphs: sum("paragraphs"),
    },
    warnings: [],
    model_version,
    results: [...results],
  };
}

/** Returns an error with the place of its text in front. */
function atText(error: unknown, index: number): unknown {
  if (!(error instanceof ToolsError)) return error;
  return new ToolsError(error.code, `texts[${index}]: ${error.message}`, { cause: error });
}

/** Analyzes each of several texts. The limit of the spans of a record applies to all of them together. */
async function analyzeEach(texts: readonly string[], options: Record<string, unknown>): Promise<Response> {
  const results: Analysis[] = [];
  let spans = 0;
  for (const [index, text] of texts.entries())
    try {
      const analysis = await analyzeText(text, options);
      spans += countSpans(analysis);
      checkRecordSpans(spans);
      results.push(toWire(TextAnalysisRecord, analysis));
    } catch (error) {
      throw atText(error, index);
    }
  // The schema requires at least one text.
  return summarize(results as [Analysis, ...Analysis[]]);
}

/** Analyzes the text of a request, or each of its texts. */
export async function run({ text, texts, ...fields }: z.output<typeof TextRequest>): Promise<Response> {
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) options[optionNames[name] ?? name] = value;
  try {
    if (texts !== undefined) return await analyzeEach(texts, options);
    return toWire(TextAnalysisRecord, await analyzeText(text ?? "", options));
  } catch (error) {
    throw inSnakeCase(error);
  }
}
