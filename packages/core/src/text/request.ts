import type { z } from "zod";
import { ToolsError } from "../errors.ts";
import { describeValue, invalidParameters, validateOptions } from "../schema/validate.ts";
import { analyses, type AnalysisSettings } from "./analyses.ts";
import { readLanguage } from "./language/language-names.ts";
import type { TextEngines } from "./engines.ts";
import type { AnalysisList, Checked, TextAnalysis } from "./record.ts";
import type { PiiMask } from "./pii/pii.ts";
import {
  type AnalysisType,
  analysisTypes,
  maxTextBytes,
  type PiiPolicy,
  type PiiType,
  type TermType,
  TextOptions,
} from "./schema.ts";
import type { CallerLists } from "./terms/caller-lists.ts";
import type { TermMatch } from "./terms/find-terms.ts";

/** The settings of `analyzeText`. */
export interface AnalyzeTextOptions<
  List extends AnalysisList = AnalysisList,
  Name extends AnalysisType | "all" = AnalysisType | "all",
> {
  /** `all` (every analysis except `syntax`), the name of an analysis, names separated by commas, or a list of names. */
  analysisType?: Checked<List, Name>;
  /** A BCP 47 language tag such as `en-US`, the name of a language in English or in itself, or `auto` to detect it. */
  language?: string;
  /** `html` analyzes the readable text of HTML. Offsets refer to the HTML. Default: `text`. */
  inputFormat?: "text" | "html";
  /** Adds to each name the sentiment of the clauses that mention it, in English. Default: false. */
  entitySentiment?: boolean;
  /** Models of your own, for sentiment or for names, in any language. */
  engines?: TextEngines;
  /** The unit of offsets and of `statistics.characters`. */
  offsetUnit?: TextAnalysis["offsetUnit"];
  /** The number of sentences of the summary, from 1 to 10. Without it, one in ten, at least one and at most five. */
  summarySentences?: number;
  /** The types of personal data to find. Default: all. */
  piiTypes?: readonly PiiType[];
  /** The lowest confidence of personal data, from 0 to 1. Default: 0. */
  piiThreshold?: number;
  /**
   * The replacement in `redactedText`: `[EMAIL]`, a `*` for each letter and digit, or `[EMAIL:…]` with the first 64 bits
   * of an HMAC-SHA-256 of the value in lower case. Default: `label`.
   */
  piiMask?: PiiMask;
  /** The key of the digests, 8 to 200 characters. Required for the mask `hash`. */
  piiSalt?: string;
  /** At most 1,000 values that are not personal, such as the address of a support desk, in any letter case. */
  piiAllow?: readonly string[];
  /** At most 1,000 values that are always personal, as whole words in any letter case. They have the type `custom`. */
  piiDeny?: readonly string[];
  /**
   * How each type is redacted: `label` writes `[EMAIL]`, `mask` a `*` for each letter and digit, `last4` keeps the last
   * four, `hash` writes a digest, `token` writes `[EMAIL_1]` with the value in `tokens`, and `keep` writes the value.
   * Default: `label`. Not with `piiMask`.
   */
  piiPolicy?: Readonly<Partial<Record<PiiType, PiiPolicy>>>;
  /** Whether the result has `tokens`, the values of the policy `token`. Default: true. */
  includeTokens?: boolean;
  /**
   * At most 1,000 words and phrases of your own. They are in `entities`, in `pii` or in both, as their type is. `match`
   * is `word` (a whole word in any letter case; the default), `exact` (in this letter case) or `anywhere` (also inside of
   * words).
   */
  terms?: readonly { text: string; type: TermType; match?: TermMatch }[];
  /** At most 50 regular expressions of RE2 (no lookaround, no backreferences). Default of `type`: `custom`. */
  patterns?: readonly { pattern: string; type?: TermType }[];
}

/** A validated text with its settings. */
export interface TextQuery extends AnalysisSettings {
  text: string;
  /** The analyses requested by name or through `all`, in the order of the record. */
  requested: readonly AnalysisType[];
  /** The analyses requested by their own names. */
  named: ReadonlySet<string>;
  /** The code of a language, or `auto`. */
  language: string;
  inputFormat: "text" | "html";
  offsetUnit: TextAnalysis["offsetUnit"];
  /** The lists of the caller, if it has any. */
  lists?: CallerLists;
}

/**
 * Returns the expectation for error messages. A constant would load the runtime's number formats, which takes some 10
 * ms, at startup.
 */
function expected(): string {
  return `expected a string of 1 to ${maxTextBytes.toLocaleString("en")} UTF-8 bytes`;
}

function checkSize(text: string): void {
  // A text has at least one and at most three UTF-8 bytes per code unit, so most texts need no counting.
  if (text.length * 3 <= maxTextBytes) return;
  const bytes = text.length > maxTextBytes * 3 ? text.length : new TextEncoder().encode(text).length;
  if (bytes <= maxTextBytes) return;
  const size = `${bytes.toLocaleString("en")} bytes`;
  throw new ToolsError("payload_too_large", `text: ${expected()}, received ${size}`);
}

type Settings = Omit<TextQuery, "text">;

type Fields = z.output<typeof TextOptions>;

function checkRedaction({ pii_mask, pii_policy = {}, pii_salt }: Fields): void {
  const policies = Object.values(pii_policy);
  if (pii_mask !== undefined && policies.length > 0)
    throw invalidParameters([
      { name: "piiPolicy", detail: "expected a policy for each type or one mask for all, received both" },
    ]);
  const hashed = pii_mask === "hash" ? "mask" : policies.includes("hash") ? "policy" : null;
  if (hashed && pii_salt === undefined)
    throw invalidParameters([
      {
        name: "piiSalt",
        detail: `expected a string of 8 to 200 characters with the ${hashed} "hash", received nothing`,
      },
    ]);
}

/** The maximum number of characters in all lists of a call. Each takes memory until the text is read. */
const maxListCharacters = 100_000;

/**
 * Returns the lists of the caller; `undefined` if there are none.
 *
 * @throws ToolsError `invalid_parameter` that names the first entry beyond the limit.
 */
function readLists({
  terms = [],
  pii_deny = [],
  pii_allow = [],
  patterns = [],
}: Fields): CallerLists | undefined {
  const entries = [
    ...terms.map(({ text }, index) => ({ name: "terms", inside: [index, "text"], text })),
    ...pii_deny.map((text, index) => ({ name: "piiDeny", inside: [index], text })),
    ...pii_allow.map((text, index) => ({ name: "piiAllow", inside: [index], text })),
    ...patterns.map(({ pattern }, index) => ({
      name: "patterns",
      inside: [index, "pattern"],
      text: pattern,
    })),
  ];
  let characters = 0;
  for (const { name, inside, text } of entries) {
    characters += text.length;
    if (characters <= maxListCharacters) continue;
    const limit = maxListCharacters.toLocaleString("en");
    const detail = `expected at most ${limit} characters in all lists together, received more`;
    throw invalidParameters([{ name, inside, detail }]);
  }
  const isEmpty = terms.length + pii_deny.length + patterns.length === 0;
  return isEmpty ? undefined : { terms, piiDeny: pii_deny, patterns };
}

function checkSettings(options: object): Settings {
  const fields = validateOptions(TextOptions, options);
  const { analysis_type, language, offset_unit } = fields;
  checkRedaction(fields);
  const lists = readLists(fields);
  const named = new Set(analysis_type.split(",").map((name) => name.trim()));
  const requested = analysisTypes.filter(
    (name) => named.has(name) || (named.has("all") && (name === "language" || analyses[name].inAll)),
  );
  // The schema accepts only languages that `readLanguage` knows.
  const code = language === "auto" ? language : (readLanguage(language) ?? "und");
  return {
    requested,
    named,
    language: code,
    inputFormat: fields.input_format,
    offsetUnit: offset_unit,
    summarySentences: fields.summary_sentences,
    entitySentiment: fields.entity_sentiment ?? false,
    piiTypes: fields.pii_types,
    piiThreshold: fields.pii_threshold ?? 0,
    piiMask: fields.pii_mask ?? "label",
    piiSalt: fields.pii_salt,
    piiPolicy: fields.pii_policy ?? {},
    includeTokens: fields.include_tokens ?? true,
    ...(lists && { lists }),
    piiAllow: new Set(fields.pii_allow?.map((value) => value.toLowerCase())),
  };
}

/** The number of cached settings. Programs repeat the same settings, so each combination is validated once. */
const rememberedSettings = 100;
const settings = new Map<string, Settings>();

function readSettings(options: object): Settings {
  const members = Object.entries(options);
  if (!members.every(([, value]) => typeof value === "string" || typeof value === "number"))
    return checkSettings(options);
  const key = JSON.stringify(members);
  const known = settings.get(key);
  if (known) return known;
  const checked = checkSettings(options);
  if (settings.size >= rememberedSettings) settings.clear();
  settings.set(key, checked);
  return checked;
}

/**
 * Validates the arguments of a call and returns them as a query.
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
