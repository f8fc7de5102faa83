import { z } from "zod";
import { nameSchemas } from "../schema/schema-names.ts";
import { parameter, withdraw } from "../schema/validate.ts";
import { readLanguage } from "./language/language-names.ts";
import { confidence, Language } from "./language/record.ts";
import { syntaxLanguages } from "./tagger/codes.ts";

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

/** The types of entities: names, then values with a form. `custom` is the type of a term without another. */
const entityTypes = [
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
  "custom",
] as const;

/** The types of personal data. `custom` is what a caller denies, and a term or a pattern without another type. */
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
  "custom",
] as const;

export type PiiType = (typeof piiTypes)[number];

/** The type of a term: that of an entity, of personal data, or both. */
export type TermType = (typeof entityTypes)[number] | PiiType;

/** Returns whether a type is one of entities. */
export function isEntityType(type: TermType): type is (typeof entityTypes)[number] {
  return (entityTypes as readonly TermType[]).includes(type);
}

/** Returns whether a type is one of personal data. */
export function isPiiType(type: TermType): type is PiiType {
  return (piiTypes as readonly TermType[]).includes(type);
}

const termTypes = [...new Set<TermType>([...entityTypes, ...piiTypes])];

/** The ways to redact a type of personal data. */
const piiPolicies = ["label", "mask", "last4", "hash", "token", "keep"] as const;

export type PiiPolicy = (typeof piiPolicies)[number];

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

const maxTermLength = 200;
const maxTerms = 1000;
const maxPatternLength = 500;
const maxPatterns = 50;

const hasContent = /\S/;

const TermText = parameter(
  `a string of 1 to ${maxTermLength} characters that is not blank`,
  z.string().min(1).max(maxTermLength, stop).regex(hasContent),
);

const Values = z.array(TermText).max(maxTerms);

const Term = parameter(
  "an object with text, type and match",
  z.strictObject({
    text: TermText,
    type: parameter(`one of ${termTypes.join(", ")}`, z.enum(termTypes)),
    match: parameter('"word", "exact" or "anywhere"', z.enum(["word", "exact", "anywhere"]).optional()),
  }),
);

const Pattern = parameter(
  "an object with pattern and type",
  z.strictObject({
    pattern: parameter(
      `a string of 1 to ${maxPatternLength} characters`,
      z.string().min(1).max(maxPatternLength, stop),
    ),
    type: parameter("a type, as those of terms", z.enum(termTypes).default("custom")),
  }),
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
    `a list of at most ${maxTerms} strings of 1 to ${maxTermLength} characters`,
    Values.optional(),
    { purpose: "Values that are never personal data, such as your own support address, in any letter case." },
  ),
  pii_deny: parameter(
    `a list of at most ${maxTerms} strings of 1 to ${maxTermLength} characters`,
    Values.optional(),
    {
      purpose:
        "Values that are always personal data, as whole words in any letter case. They have the type `custom`.",
    },
  ),
  pii_policy: parameter(
    `an object of types and their policies ${piiPolicies.join(", ")}`,
    z
      .partialRecord(z.enum(piiTypes), parameter(`one of ${piiPolicies.join(", ")}`, z.enum(piiPolicies)))
      .optional(),
    {
      purpose:
        "How `redacted_text` hides each type: `label` writes `[EMAIL]`, `mask` a `*` for each letter and digit, `last4` keeps " +
        "the last four, `hash` writes a digest with `pii_salt`, `token` writes `[EMAIL_1]` with the value in `pii.tokens`, " +
        "`keep` leaves the value. Other types get their label. Not with `pii_mask`.",
    },
  ),
  include_tokens: parameter("true or false", z.boolean().optional(), {
    purpose:
      "Whether the response has `pii.tokens`, which turns `redacted_text` back. Default: `true`; through MCP `false`, because " +
      "an agent that reads the tokens has the data.",
  }),
  terms: parameter(
    `a list of at most ${maxTerms} objects with text, type and match`,
    z.array(Term).max(maxTerms).optional(),
    {
      purpose:
        "Words and phrases of your own, in `entities`, in `pii` or in both, as their `type` is. `match` is `word` (a whole word " +
        "in any letter case; the default), `exact` (in this letter case) or `anywhere` (also inside of words).",
    },
  ),
  patterns: parameter(
    `a list of at most ${maxPatterns} objects with pattern and type`,
    z.array(Pattern).max(maxPatterns).optional(),
    {
      purpose:
        "Regular expressions of your own in the syntax of RE2, without lookaround and backreferences. The type is `custom` if " +
        "it is absent.",
    },
  ),
});

/** The body of `POST /v1/tools/text-analyzer`. */
export const TextRequest = withdraw(
  z.strictObject({
    text: parameter("a string of 1 to 1,000,000 UTF-8 bytes", z.string().min(1)),
    ...TextOptions.shape,
  }),
  { texts: "expected the parameter text with one text; send one request for each text" },
);

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

const EntityType = z.enum(entityTypes);

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
  tokens: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      "The values of the tokens in `redacted_text`, to turn it back. Only with a policy `token` in `pii_policy`, and if " +
        "`include_tokens` allows it.",
    ),
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
