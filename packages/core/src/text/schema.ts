import { z } from "zod";
import { nameSchemas } from "../schema/schema-names.ts";
import { parameter } from "../schema/validate.ts";
import { readLanguage } from "./language/language-names.ts";
import { confidence, Language } from "./language/record.ts";
import { syntaxLanguages } from "./syntax/languages.ts";

/** The analyses, in the order of the record. */
export const analysisTypes = [
  "sentiment",
  "entities",
  "keywords",
  "language",
  "summary",
  "readability",
  "syntax",
  "pii",
] as const;

export type AnalysisType = (typeof analysisTypes)[number];

/** The types of personal data. */
const piiTypes = [
  "email",
  "phone",
  "credit_card",
  "iban",
  "ip_address",
  "us_ssn",
  "person",
  "address",
  "date_of_birth",
  "passport",
  "driving_license",
  "national_id",
  "bank_code",
  "bank_routing",
  "api_key",
  "password",
  "mac_address",
  "crypto_address",
  "coordinates",
  "handle",
] as const;

export type PiiType = (typeof piiTypes)[number];

/** The maximum size of a text in UTF-8 bytes. */
export const maxTextBytes = 1_000_000;

function isAnalysisList(value: string): boolean {
  const known: readonly string[] = ["all", ...analysisTypes];
  return value.split(",").every((name) => known.includes(name.trim()));
}

function isLanguage(value: string): boolean {
  return value === "auto" || readLanguage(value) !== null;
}

// Far more than the longest valid value. Without a limit, a megabyte of "all,all,…" or a tag of 100,000 subtags is
// valid, takes 40 ms to check, and is cached.
const maxSettingLength = 500;
// Zod runs refinements after a failed check, unless that check aborts.
const stop = { abort: true };

/** Joins an array of analyses, and writes a list in lower case. */
function readAnalysisList(value: unknown): unknown {
  const isList = Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === "string");
  const list: unknown = isList ? value.join(",") : value;
  if (typeof list !== "string" || list.length > maxSettingLength) return list;
  const lower = list.toLowerCase();
  return isAnalysisList(lower) ? lower : list;
}

/** Returns `auto` in lower case, and a tag with its subtags separated by hyphens. */
function readLanguageTag(value: unknown): unknown {
  if (typeof value !== "string" || value.length > maxSettingLength) return value;
  if (value.toLowerCase() === "auto") return "auto";
  const tag = value.replaceAll("_", "-");
  return isLanguage(tag) ? tag : value;
}

/** The maximum number of texts in one request. */
const maxTexts = 25;

const textField = parameter("a string of 1 to 1,000,000 UTF-8 bytes", z.string().min(1).optional());
const textsField = parameter(
  `a list of 1 to ${maxTexts} strings of at least one character, instead of text. The call counts as one call per text`,
  z.array(z.string().min(1)).min(1).max(maxTexts).optional(),
);

/** The options of `analyzeText`. */
export const TextOptions = z.strictObject({
  analysis_type: parameter(
    `"all" or a comma-separated list of ${analysisTypes.join(", ")}`,
    z
      .union([
        z.string().max(maxSettingLength, stop).refine(isAnalysisList),
        z.array(z.enum(analysisTypes)).min(1).max(analysisTypes.length),
      ])
      .transform((list) => (typeof list === "string" ? list : list.join(",")))
      .default("all"),
    { also: "an array of them, in any letter case", read: readAnalysisList },
  ),
  language: parameter(
    'a BCP 47 tag of a registered language, the name of a language in English or in that language, or "auto"',
    z.string().max(maxSettingLength, stop).refine(isLanguage).default("auto"),
    { also: 'a tag with underscores, such as "en_US"', read: readLanguageTag },
  ),
  input_format: parameter('"text" or "html"', z.enum(["text", "html"]).default("text")),
  offset_unit: parameter(
    '"utf16", "code_point" or "utf8"',
    z.enum(["utf16", "code_point", "utf8"]).default("utf16"),
  ),
  entity_sentiment: parameter("true or false", z.boolean().optional()),
  summary_sentences: parameter("an integer from 1 to 10", z.int().min(1).max(10).optional()),
  pii_types: parameter(
    `a list of one or more of ${piiTypes.join(", ")}`,
    z.array(z.enum(piiTypes)).min(1).max(piiTypes.length).optional(),
  ),
  pii_threshold: parameter("a number from 0 to 1", z.number().min(0).max(1).optional()),
  pii_mask: parameter('"label", "character" or "hash"', z.enum(["label", "character", "hash"]).optional()),
  pii_salt: parameter("a string of 8 to 200 characters", z.string().min(8).max(200).optional()),
  pii_allow: parameter(
    "a list of at most 100 strings of 1 to 200 characters",
    z.array(z.string().min(1).max(200)).max(100).optional(),
  ),
});

/** The body of `POST /v1/tools/text-analyzer`. */
export const TextRequest = z
  .strictObject({ text: textField, ...TextOptions.shape, texts: textsField })
  .superRefine(({ text, texts }, context) => {
    const add = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (text === undefined && texts === undefined) add("text", "missing");
    if (text !== undefined && texts !== undefined)
      add("texts", "expected either text or texts, received both");
  });

const Span = { start: z.int().min(0), end: z.int().min(0) };
const TextSpan = z.object({ text: z.string(), ...Span });

const SentimentLabel = z.enum(["positive", "negative", "neutral", "mixed"]);

const Evidence = TextSpan.extend({ weight: z.number(), negated: z.boolean() });

const Sentiment = z.object({
  label: SentimentLabel,
  score: z.number().min(-1).max(1).describe("From −1 (negative) to 1 (positive)."),
  magnitude: z.number().min(0).describe("The overall strength of the sentiment, regardless of its sign."),
  confidence: z.object({ positive: confidence, neutral: confidence, negative: confidence }),
  sentences: z.array(TextSpan.extend({ label: SentimentLabel, score: z.number().min(-1).max(1) })),
  evidence: z.array(Evidence),
});

const EntityType = z.enum([
  "person",
  "organization",
  "location",
  "misc",
  "date",
  "time",
  "duration",
  "money",
  "percent",
  "number",
  "ordinal",
  "email",
  "url",
  "phone",
  "hashtag",
  "mention",
  "emoji",
]);

const Entity = z.object({
  text: z.string(),
  type: EntityType,
  normalized: z.string().nullable(),
  salience: z.number().min(0).max(1),
  confidence,
  mentions: z.array(TextSpan.extend({ confidence })),
  sentiment: z
    .object({
      label: SentimentLabel,
      score: z.number().min(-1).max(1),
      evidence: z.array(Evidence),
    })
    .optional()
    .describe(
      "The sentiment of the clauses that mention the name. Only with `entity_sentiment`, in English.",
    ),
});

const Keyword = z.object({
  text: z.string(),
  score: z.number().min(0).max(1),
  count: z.int().min(1),
  mentions: z.array(z.object(Span)),
});

const Summary = z.object({ sentences: z.array(TextSpan.extend({ score: z.number() })) });

const englishScore = z.number().optional().describe("English only.");

function localScore(formula: string, language: string) {
  return z.number().optional().describe(`${formula}. ${language} only.`);
}

const Readability = z.object({
  flesch_reading_ease: englishScore,
  flesch_kincaid_grade: englishScore,
  gunning_fog: englishScore,
  smog: englishScore,
  coleman_liau: englishScore,
  automated_readability: englishScore,
  amstad: localScore("Flesch reading ease by Amstad", "German"),
  fernandez_huerta: localScore("Fernández-Huerta", "Spanish"),
  flesch_douma: localScore("Flesch-Douma", "Dutch"),
  flesch_martins: localScore("Flesch reading ease by Martins et al.", "Portuguese"),
  gulpease: localScore("Gulpease", "Italian"),
  kandel_moles: localScore("Kandel-Moles", "French"),
  lix: z.number().optional().describe("LIX. Every language except English that separates words by spaces."),
  reading_time_seconds: z.number().min(0),
});

const Syntax = z.object({
  tokens: z
    .array(TextSpan.extend({ pos: z.string().describe("Universal POS tag."), lemma: z.string() }))
    .describe(`The languages are ${syntaxLanguages.join(", ")}.`),
});

const Pii = z.object({
  entities: z.array(TextSpan.extend({ type: z.enum(piiTypes), confidence })),
  redacted_text: z.string(),
});

const Statistics = z.object({
  characters: z.int().min(0).describe("In `offset_unit`."),
  words: z.int().min(0),
  sentences: z.int().min(0),
  paragraphs: z.int().min(0),
});

const TextWarning = z.object({
  code: z.enum(["language_not_supported", "language_uncertain", "looks_like_html"]),
  analysis: z.enum(analysisTypes).optional(),
  type: z
    .enum(piiTypes)
    .optional()
    .describe(
      "The type of personal data that `pii` can miss in the language, so that `redacted_text` can contain it.",
    ),
  message: z.string(),
});

/** The record of a text. Only the requested analyses are present. */
export const TextAnalysisRecord = z.object({
  analysis_type: z.array(z.enum(analysisTypes)),
  language: Language,
  offset_unit: z.enum(["utf16", "code_point", "utf8"]),
  sentiment: Sentiment.optional(),
  entities: z.array(Entity).optional(),
  keywords: z.array(Keyword).optional(),
  summary: Summary.optional(),
  readability: Readability.optional(),
  syntax: Syntax.optional(),
  pii: Pii.optional(),
  statistics: Statistics,
  warnings: z.array(TextWarning),
  model_version: z.string(),
});

/**
 * The response of the text analyzer. With `texts`, `results` has one record per text, and the other members are of the
 * whole: the language that the texts share, otherwise `mul` (ISO 639-2), and the sums of the statistics. The warnings are
 * in the results.
 */
export const TextResponse = TextAnalysisRecord.extend({
  results: z
    .array(TextAnalysisRecord)
    .optional()
    .describe("One record per text, in the order of `texts`. Only with `texts`."),
});

nameSchemas({
  TextSentiment: Sentiment,
  TextEntity: Entity,
  TextKeyword: Keyword,
  TextLanguage: Language,
  TextSummary: Summary,
  TextReadability: Readability,
  TextSyntax: Syntax,
  TextPii: Pii,
  TextStatistics: Statistics,
  TextWarning,
  TextAnalysis: TextAnalysisRecord,
});
