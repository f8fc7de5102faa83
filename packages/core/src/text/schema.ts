import { z } from "zod";
import { nameSchemas } from "../schema/schema-names.ts";
import { parameter, withdraw } from "../schema/validate.ts";
import { readLanguage } from "./language/language-names.ts";
import { confidence, Language } from "./language/record.ts";
import { nameLanguages } from "./language/name-codes.ts";
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
  "record_number",
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
    text: parameter(
      `a string of 1 to ${maxTermLength} characters that is not blank`,
      z.string().min(1).max(maxTermLength, stop).regex(hasContent),
      { purpose: "The word or phrase to find, such as `Project Zephyr`." },
    ),
    type: parameter(`one of ${termTypes.join(", ")}`, z.enum(termTypes), {
      purpose:
        "The type that its mentions get. It decides whether they are in `entities`, in `pii` or in both.",
    }),
    match: parameter('"word", "exact" or "anywhere"', z.enum(["word", "exact", "anywhere"]).optional(), {
      purpose:
        "How it matches: `word` finds whole words in any letter case, `exact` in this letter case, `anywhere` also " +
        "inside of words. Default: `word`.",
    }),
  }),
  { purpose: "A word or phrase of your own." },
);

const Pattern = parameter(
  "an object with pattern and type",
  z.strictObject({
    pattern: parameter(
      `a string of 1 to ${maxPatternLength} characters`,
      z.string().min(1).max(maxPatternLength, stop),
      { purpose: "A regular expression in the syntax of RE2, such as `\\bORD-\\d{6}\\b`." },
    ),
    type: parameter("a type, as those of terms", z.enum(termTypes).default("custom"), {
      purpose: "The type that its matches get, as that of a term.",
    }),
  }),
  { purpose: "A regular expression of your own." },
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
    {
      purpose:
        "The analyses to run: `all`, or names separated by commas; fewer are faster. Default: `all`, which is " +
        "everything except `syntax`. Example: `sentiment,entities`.",
      also: "an array of them, in any letter case",
      read: readAnalysisList,
    },
  ),
  language: parameter(
    'a BCP 47 tag of a registered language, the name of a language in English or in that language, or "auto"',
    z.string().max(maxSettingLength, stop).refine(isLanguage).default("auto"),
    {
      purpose:
        "The language of the text as a BCP 47 tag or a name, such as `pt-BR` or `German`; `auto` detects it. " +
        "Naming it avoids mistakes in short texts. An analysis that you request by name and that lacks the language " +
        "is refused.",
      also: 'a tag with underscores, such as "en_US"',
      read: readLanguageTag,
    },
  ),
  input_format: parameter('"text" or "html"', z.enum(["text", "html"]).default("text"), {
    purpose:
      "How to read `text`: with `html`, tags, scripts and styles are skipped, and offsets count in the HTML.",
  }),
  offset_unit: parameter(
    '"utf16", "code_point" or "utf8"',
    z.enum(["utf16", "code_point", "utf8"]).default("utf16"),
    {
      purpose:
        "How `start` and `end` count: `utf16` as JavaScript, Java and C#, `code_point` as Python, `utf8` as Go and " +
        "Rust. 😀 is 2, 1 or 4 long.",
    },
  ),
  entity_sentiment: parameter("true or false", z.boolean().optional(), {
    purpose:
      "Adds to each name of `entities` the sentiment of the clauses that mention it, in English. Default: `false`.",
  }),
  summary_sentences: parameter("an integer from 1 to 10", z.int().min(1).max(10).optional(), {
    purpose:
      "How many sentences `summary` has at most. Default: a tenth of the sentences, at least 1 and at most 5.",
  }),
  pii_types: parameter(
    `a list of one or more of ${piiTypes.join(", ")}`,
    z.array(z.enum(piiTypes)).min(1).max(piiTypes.length).optional(),
    {
      purpose:
        'The types of personal data that `pii` finds. Fewer types mean fewer false finds. Default: all. Example: `["email","iban"]`.',
    },
  ),
  pii_threshold: parameter("a number from 0 to 1", z.number().min(0).max(1).optional(), {
    purpose:
      "Leaves out personal data of a lower confidence: a higher number finds less, with fewer mistakes. Default: " +
      "`0`, which keeps all. Example: `0.8`.",
  }),
  pii_mask: parameter('"label", "character" or "hash"', z.enum(["label", "character", "hash"]).optional(), {
    purpose:
      "How `redacted_text` hides personal data: `label` writes `[EMAIL]`, `character` a `*` for each letter and " +
      "digit, `hash` a digest with `pii_salt`. Equal values have equal digests. Default: `label`. Not with `pii_policy`.",
  }),
  pii_salt: parameter("a string of 8 to 200 characters", z.string().min(8).max(200).optional(), {
    purpose:
      "Your secret for `hash` in `pii_mask` and `pii_policy`, which require it. The same secret gives the same " +
      "digests in later calls. The server does not store it.",
  }),
  pii_allow: parameter(
    `a list of at most ${maxTerms} strings of 1 to ${maxTermLength} characters`,
    Values.optional(),
    {
      purpose:
        "Values that are never personal data, such as your own support address, in any letter case. Default: " +
        "none. Example: " +
        '`["support@example.com"]`.',
    },
  ),
  pii_deny: parameter(
    `a list of at most ${maxTerms} strings of 1 to ${maxTermLength} characters`,
    Values.optional(),
    {
      purpose:
        "Values that are always personal data, as whole words in any letter case. They have the type `custom`. " +
        "Default: none.",
    },
  ),
  pii_policy: parameter(
    `an object of types and their policies ${piiPolicies.join(", ")}`,
    z
      .partialRecord(z.enum(piiTypes), parameter(`one of ${piiPolicies.join(", ")}`, z.enum(piiPolicies)))
      .optional(),
    {
      purpose:
        "How `redacted_text` hides each type: `label` writes `[EMAIL]`, `mask` a `*` for each letter and digit but, with " +
        "`last4`, four, `hash` a digest with `pii_salt`, `token` `[EMAIL_1]` with the value in `pii.tokens`, `keep` the " +
        "value. Other types get their label. Not with `pii_mask`. Example: " +
        '`{"email":"token","credit_card":"last4"}`.',
    },
  ),
  include_tokens: parameter("true or false", z.boolean().optional(), {
    purpose:
      "Whether the response has `pii.tokens`, which turns `redacted_text` back. Default: `true`; through MCP `false`, " +
      "because an agent that reads the tokens has the data.",
  }),
  terms: parameter(
    `a list of at most ${maxTerms} objects with text, type and match`,
    z.array(Term).max(maxTerms).optional(),
    {
      purpose:
        "Words and phrases of your own that `entities`, `pii` or both find, by their `type`. All lists of a " +
        "call have at " +
        'most 100,000 characters together. Default: none. Example: `[{"text":"Zephyr","type":"organization"}]`.',
    },
  ),
  patterns: parameter(
    `a list of at most ${maxPatterns} objects with pattern and type`,
    z.array(Pattern).max(maxPatterns).optional(),
    {
      purpose:
        "Your regular expressions in the syntax of RE2, without lookaround and backreferences. Default: " +
        "none. Example: " +
        '`[{"pattern":"ORD-[0-9]{6}","type":"custom"}]`.',
    },
  ),
});

/** The body of `POST /v1/tools/text-analyzer`. */
export const TextRequest = withdraw(
  z.strictObject({
    text: parameter("a string of 1 to 1,000,000 UTF-8 bytes", z.string().min(1), {
      purpose:
        "The text to analyze, of at most 1,000,000 bytes in UTF-8. It is neither stored nor logged. Example: `The " +
        "food was great, the service was not.`",
    }),
    ...TextOptions.shape,
  }),
  { texts: "expected the parameter text with one text; send one request for each text" },
);

const Span = {
  start: z.int().min(0).describe("The offset at which it begins, from 0, in `offset_unit`."),
  end: z.int().min(0).describe("The first offset after it, in `offset_unit`."),
};
const TextSpan = z.object({ text: z.string().describe("Its words, as the text has them."), ...Span });

const SentimentLabel = z.enum(["positive", "negative", "neutral", "mixed"]);
const score = z.number().min(-1).max(1);
const sure = confidence.describe("How sure the analysis is. Compare with `pii_threshold`.");

const Evidence = TextSpan.extend({
  weight: z
    .number()
    .describe("How far the phrase pulls the score: below 0 to negative, above 0 to positive."),
  negated: z.boolean().describe('Whether a negation turned its meaning, as in "not bad".'),
});
const evidence = z.array(Evidence).describe("The words and phrases that decided, in the order of the text.");

const Sentiment = z
  .object({
    label: SentimentLabel.describe(
      "The tone of the whole text. `mixed`: clearly positive and clearly negative sentences that cancel out.",
    ),
    score: score.describe(
      "How negative or positive the text is; 0 is neutral or balanced. Read it with `magnitude`.",
    ),
    magnitude: z
      .number()
      .min(0)
      .describe(
        "How much feeling the text has: the sum of the sentences' scores without their signs, so it grows with " +
          "length. 0.1 is a dry note, 3 and more a long review.",
      ),
    confidence: z
      .object({
        positive: confidence.describe("The chance that the text is positive."),
        neutral: confidence.describe("The chance that the text is neutral."),
        negative: confidence.describe("The chance that the text is negative."),
      })
      .describe("The chance of each tone. The three add up to 1."),
    sentences: z
      .array(
        TextSpan.extend({
          label: SentimentLabel.describe("The tone of the sentence."),
          score: score.describe("How negative or positive the sentence is."),
        }),
      )
      .describe("Each sentence with its own tone, in the order of the text."),
    evidence,
  })
  .describe("The tone of the text. Present if `sentiment` ran.");

const EntityType = z.enum(entityTypes);

const Entity = z
  .object({
    text: z.string().describe("The most complete form in which the text writes it, such as `Ada Lovelace`."),
    type: EntityType.describe(
      "Its kind: a name (`person`, `organization`, `location`, other names as `misc`), a value with a form (`date` " +
        `to \`emoji\`), or \`custom\` for your own term. Names are found in ${nameLanguages.join(", ")}; \`misc\` in English.`,
    ),
    normalized: z
      .string()
      .nullable()
      .describe(
        "The value in a standard form, such as `2026-05-05`, `USD 1200.00`, `+442079460958` or `PT40M`. `null` for " +
          "names, and where two readings are possible.",
      ),
    salience: z
      .number()
      .min(0)
      .max(1)
      .describe("How much of the text is about it. All entities add up to 1; earlier mentions weigh more."),
    confidence: confidence.describe("How sure the analysis is of the entity and its type."),
    mentions: z
      .array(
        TextSpan.extend({ confidence: confidence.describe("How sure the analysis is of this mention.") }),
      )
      .describe("Every place where it occurs, in the order of the text."),
    sentiment: z
      .object({
        label: SentimentLabel.describe("The tone toward the name."),
        score: score.describe("How negative or positive the text is toward the name."),
        evidence,
      })
      .optional()
      .describe("The tone of the clauses that mention the name. Only with `entity_sentiment`, in English."),
  })
  .describe("A name or a value that the text mentions.");

const Keyword = z
  .object({
    text: z.string().describe("The phrase, as the text has it."),
    score: z.number().min(0).max(1).describe("Its weight against that of the best phrase, which has 1."),
    count: z.int().min(1).describe("How often it occurs."),
    mentions: z.array(z.object(Span)).describe("The places where it occurs, in the order of the text."),
  })
  .describe("A phrase that says what the text is about.");

const Summary = z
  .object({
    sentences: z
      .array(
        TextSpan.extend({
          score: z
            .number()
            .describe("How much of the content the sentence covers. Compare it only within one response."),
        }),
      )
      .describe("The sentences that say most, word for word, in the order of the text."),
  })
  .describe("A summary in sentences of the text. Present if `summary` ran.");

function grade(formula: string, more = "") {
  return z
    .number()
    .optional()
    .describe(`The school years (US grades) that a reader needs, by ${formula}, for English. ${more}`.trim());
}

function ease(formula: string, language: string, reading: string) {
  return z
    .number()
    .optional()
    .describe(`How easy the text is to read, by ${formula}, for ${language}. Higher is easier: ${reading}.`);
}

const fleschReading = "60 is plain, 30 is academic";

const Readability = z
  .object({
    flesch_reading_ease: ease("Flesch", "English", fleschReading),
    flesch_kincaid_grade: grade("Flesch and Kincaid", "8 suits most adults."),
    gunning_fog: grade("Gunning's fog index"),
    smog: grade("SMOG"),
    coleman_liau: grade("Coleman and Liau"),
    automated_readability: grade("the automated readability index"),
    amstad: ease("Amstad", "German", fleschReading),
    fernandez_huerta: ease("Fernández Huerta", "Spanish", fleschReading),
    flesch_douma: ease("Douma", "Dutch", fleschReading),
    flesch_martins: ease("Martins et al.", "Portuguese", fleschReading),
    gulpease: ease("Gulpease", "Italian", "under 60 is hard after eight years of school"),
    kandel_moles: ease("Kandel and Moles", "French", fleschReading),
    lix: z
      .number()
      .optional()
      .describe(
        "How hard the text is, by LIX, for every language that separates words by spaces. 25 is " +
          "easy, 40 a newspaper, 60 hard.",
      ),
    reading_time_seconds: z.number().min(0).describe("Seconds in which an adult reads the text silently."),
  })
  .describe(
    "How hard the text is to read. Present if `readability` ran; each language has its own formulas.",
  );

const Syntax = z
  .object({
    tokens: z
      .array(
        TextSpan.extend({
          pos: z.string().describe("The part of speech of Universal Dependencies, such as `NOUN` or `VERB`."),
          lemma: z.string().describe("The form in a dictionary, such as `go` for `went`."),
        }),
      )
      .describe(
        `Every word and sign of the text, in order. The languages are ${syntaxLanguages.join(", ")}.`,
      ),
  })
  .describe("The words with their grammar. Present if `analysis_type` names `syntax`.");

const Pii = z
  .object({
    entities: z
      .array(
        TextSpan.extend({
          type: z.enum(piiTypes).describe("The type of personal data."),
          confidence: sure,
        }),
      )
      .describe("Each find of personal data, in the order of the text."),
    redacted_text: z
      .string()
      .describe(
        "The text with every find replaced, as `pii_mask` or `pii_policy` says. Personal data that was not found " +
          "is still in it.",
      ),
    tokens: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        "The values of the tokens in `redacted_text`, to turn it back. Only with a policy `token` in `pii_policy`, and if " +
          "`include_tokens` allows it.",
      ),
  })
  .describe("Personal data and the redacted text. Present if `pii` ran.");

const Statistics = z
  .object({
    characters: z.int().min(0).describe("The length of the text in `offset_unit`."),
    words: z.int().min(0).describe("How many words the text has, counted as its language separates them."),
    sentences: z.int().min(0).describe("How many sentences the text has."),
    paragraphs: z.int().min(0).describe("How many paragraphs the text has."),
  })
  .describe("Counts of the text, which every response has.");

const TextWarning = z
  .object({
    code: z
      .enum(["language_not_supported", "language_uncertain", "looks_like_html", "text_too_short"])
      .describe(
        "The reason, for programs: an analysis lacks the language, the language is a guess, `text` is HTML that was " +
          "read as text, or it is too short for `readability`.",
      ),
    analysis: z
      .enum(analysisTypes)
      .optional()
      .describe("The analysis that did not run or lacks a part. Absent if the warning concerns all."),
    type: z
      .enum(piiTypes)
      .optional()
      .describe(
        "The type of personal data that `pii` can miss in the language, so that `redacted_text` can contain it.",
      ),
    message: z.string().describe("The reason in a sentence, for people."),
  })
  .describe("Something that did not run or is unsure. The call succeeded.");

/** The record of a text. Only the requested analyses are present. */
export const TextAnalysisRecord = z
  .object({
    analysis_type: z
      .array(z.enum(analysisTypes))
      .describe("The analyses that ran, in the order of the record."),
    language: Language,
    offset_unit: z
      .enum(["utf16", "code_point", "utf8"])
      .describe("The unit of every `start` and `end` in this response."),
    sentiment: Sentiment.optional(),
    entities: z
      .array(Entity)
      .optional()
      .describe("The names and values in the text. Present if `entities` ran."),
    keywords: z
      .array(Keyword)
      .optional()
      .describe(
        "The phrases that say what the text is about, best first, at most 50. Present if `keywords` ran.",
      ),
    summary: Summary.optional(),
    readability: Readability.nullable()
      .optional()
      .describe(
        "How hard the text is to read; `null` if no line of it is a sentence of words, as in a table or code. A text of " +
          "under 30 words has the warning `text_too_short`.",
      ),
    syntax: Syntax.optional(),
    pii: Pii.optional(),
    statistics: Statistics,
    warnings: z
      .array(TextWarning)
      .describe("The analyses that did not run or are unsure; empty if there are none."),
    model_version: z
      .string()
      .describe(
        "The version of the models, such as `2026-11`. It changes when the same text can give another result.",
      ),
  })
  .describe("The analyses of a text.");

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
