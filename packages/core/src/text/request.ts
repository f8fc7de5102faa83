import { ToolsError } from "../errors.ts";
import { type AnalysisType, analysisTypes, maximumTextBytes, TextOptions } from "../schemas/text.ts";
import { describeValue, invalidParameters, validateOptions } from "../schemas/validate.ts";
import { analyses } from "./analyses.ts";
import { readLanguage } from "./language-names.ts";
import type { TextAnalysis } from "./record.ts";

/** The settings of `analyzeText`. */
export interface AnalyzeTextOptions {
  /** `all` (everything but `syntax`), an analysis, or several separated by commas. */
  analysisType?: string;
  /** A BCP 47 language tag such as `en-US`, the name of a language in English or in itself, or `auto` to detect it. */
  language?: string;
  /** What offsets and `statistics.characters` count. */
  offsetUnit?: TextAnalysis["offsetUnit"];
}

/** A text and settings that have been checked. */
export interface TextQuery {
  text: string;
  /** What was asked for, by name or by `all`, in the order of the record. */
  requested: readonly AnalysisType[];
  /** What was asked for by its own name. */
  named: ReadonlySet<string>;
  /** The code of a language, or `auto`. */
  language: string;
  offsetUnit: TextAnalysis["offsetUnit"];
}

/** Written when it is needed: the runtime's formats of numbers take some 10 ms to load. */
function expected(): string {
  return `expected a string of 1 to ${maximumTextBytes.toLocaleString("en")} UTF-8 bytes`;
}

function checkSize(text: string): void {
  // No text has fewer bytes than code units, nor more than three for each: most need no counting.
  if (text.length * 3 <= maximumTextBytes) return;
  const bytes = text.length > maximumTextBytes * 3 ? text.length : new TextEncoder().encode(text).length;
  if (bytes <= maximumTextBytes) return;
  const size = `${bytes.toLocaleString("en")} bytes`;
  throw new ToolsError("payload_too_large", `text: ${expected()}, received ${size}`);
}

type Settings = Omit<TextQuery, "text">;

function checkSettings(options: object): Settings {
  const { analysis_type, language, offset_unit } = validateOptions(TextOptions, options);
  const named = new Set(analysis_type.split(",").map((name) => name.trim()));
  const requested = analysisTypes.filter(
    (name) => named.has(name) || (named.has("all") && (name === "language" || analyses[name].inAll)),
  );
  // The schema accepts no other names.
  const code = language === "auto" ? language : (readLanguage(language) ?? "und");
  return { requested, named, language: code, offsetUnit: offset_unit };
}

/** Programs ask again and again for the same: so many settings are checked once. */
const rememberedSettings = 100;
const settings = new Map<string, Settings>();

function readSettings(options: object): Settings {
  const members = Object.entries(options);
  if (!members.every(([, value]) => typeof value === "string")) return checkSettings(options);
  const key = JSON.stringify(members);
  const known = settings.get(key);
  if (known) return known;
  const checked = checkSettings(options);
  if (settings.size >= rememberedSettings) settings.clear();
  settings.set(key, checked);
  return checked;
}

/**
 * The checked form of what a caller passed.
 *
 * @throws ToolsError `invalid_parameter`, or `payload_too_large` for a text of more than 1,000,000 UTF-8 bytes.
 */
export function readQuery(text: unknown, options: unknown): TextQuery {
  if (typeof text !== "string" || text === "")
    throw invalidParameters([{ name: "text", detail: `${expected()}, received ${describeValue(text)}` }]);
  if (typeof options !== "object" || options === null)
    throw invalidParameters([
      { name: "options", detail: `expected an object, received ${describeValue(options)}` },
    ]);
  checkSize(text);
  return { text, ...readSettings(options) };
}
