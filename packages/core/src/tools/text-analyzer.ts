import type { z } from "zod";
import { maxTextBytes, TextAnalysisRecord, TextRequest } from "../text/schema.ts";
import { defineTool } from "./define-tool.ts";
import { run } from "./run-text-analyzer.ts";

// The sources run without a build in this repository; the package contains the built files.
const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

// A text analyzed in the server's process delays every other call. Measured with 311 adversarial texts, warm, minimum of
// 40 runs: 1,000 characters take up to 7 ms (unknown words on lines, numbers), 2,000 up to 21 ms (rare ideographs). The
// first texts of each kind after a start take 12 to 40 ms, until their code is compiled.
const maxShortText = 1000;

/** The cost of a term without its characters, in characters of a text. */
const listEntryWeight = 2;

/** From Thai upward, many scripts have a word or a token for every one or two characters. */
const firstDenseScript = 0x0e00;

/**
 * Returns an upper estimate of the cost of a text, in characters of Latin script. Measured on texts of unknown words:
 * Chinese costs twice as much per character, and `syntax` as much as all other analyses together.
 */
function textWeight(text: string, analysis_type: string): number {
  let weight = text.length;
  for (let index = 0; index < text.length; index++)
    if (text.charCodeAt(index) >= firstDenseScript) weight += 1;
  return analysis_type.includes("syntax") ? 2 * weight : weight;
}

/** Returns whether the server's process can analyze a request without delay for other calls. */
function isShort(request: z.output<typeof TextRequest>): boolean {
  const { text, analysis_type, patterns = [], terms = [], pii_deny = [] } = request;
  // `run` refuses a text over the limit.
  if (text.length > maxTextBytes) return true;
  // A pattern may take its time, so that it must be possible to stop it.
  if (text.length > maxShortText || patterns.length > 0) return false;
  const listed = [...terms.map((term) => term.text), ...pii_deny];
  const listWeight = listed.reduce((sum, { length }) => sum + listEntryWeight + length, 0);
  return textWeight(text, analysis_type) + listWeight <= maxShortText;
}

/**
 * The text analyzer as a tool. Texts of up to about 1,000 characters are analyzed in the server's process, longer ones
 * in its pool.
 */
export const textAnalyzer = defineTool({
  name: "text-analyzer",
  scope: "text:analyze",
  consent: "Analyze texts",
  summary: "Analyze a text: sentiment, entities, keywords, language, summary, readability, syntax, PII.",
  description:
    "The response has only the requested analyses, and always the language, the statistics and the warnings. If the " +
    "server detects the language, it omits analyses that do not support it, with a warning.",
  request: TextRequest,
  response: TextAnalysisRecord,
  maxBodyBytes: 1_100_000,
  // A thousand terms, each with three members, and another list.
  maxMembers: 5000,
  // An agent that reads the values of tokens has the data that they stand for.
  agentDefaults: { include_tokens: false },
  longText: { field: "text", maxBytes: maxTextBytes },
  isPure: true,
  execution: {
    pool: {
      module: new URL(`./run-text-analyzer${extension}`, import.meta.url),
      deadlineMs: 30_000,
      concurrency: 1,
      isShort,
    },
  },
  errors: ["unsupported_language", "processing_limit"],
  remedies: {
    payload_too_large:
      "Send at most 1,000,000 bytes of `text` in UTF-8. Split a longer text at its paragraphs, and send one " +
      "request for each part.",
    unsupported_language:
      "Leave the analysis out, or request `all`: it omits what the language lacks, with a warning. A wrong " +
      "`language` has the same effect.",
    processing_limit:
      "The analysis may take 30 seconds. Send a shorter text, or fewer analyses: `syntax` takes as long as all " +
      "others together.",
  },
  tables: async () => (await import("./text-tables.ts")).textTables(),
  examples: [
    {
      request: {
        text: "We met Ada on 5 May 2026 in London. The new engine is not bad at all: it saves us $1,200 a month!",
      },
    },
    {
      request: {
        text: "Not bad at all, but the ending ruined it.",
        analysis_type: ["sentiment", "keywords"],
      },
      response: {
        analysis_type: ["sentiment", "keywords"],
        language: { code: "en", name: "English", confidence: 1, detected: true, alternatives: [] },
        offset_unit: "utf16",
        sentiment: {
          label: "negative",
          score: -0.955,
          magnitude: 0.955,
          confidence: { positive: 0.014, neutral: 0.017, negative: 0.969 },
          sentences: [
            {
              text: "Not bad at all, but the ending ruined it.",
              start: 0,
              end: 41,
              label: "negative",
              score: -0.955,
            },
          ],
          evidence: [
            { text: "Not bad at all", start: 0, end: 14, weight: 0.197, negated: true },
            { text: "ruined", start: 31, end: 37, weight: -0.667, negated: false },
          ],
        },
        keywords: [{ text: "ending", score: 1, count: 1, mentions: [{ start: 24, end: 30 }] }],
        statistics: { characters: 41, words: 9, sentences: 1, paragraphs: 1 },
        warnings: [],
        model_version: "2026-11",
      },
    },
  ],
  content: ["pii_allow", "pii_deny", "pii_salt", "terms", "patterns"],
  presets: [
    { title: "Everything", options: { analysis_type: "all" } },
    { title: "Sentiment", options: { analysis_type: ["sentiment", "entities"] } },
    { title: "Summary", options: { analysis_type: ["summary", "keywords", "readability"] } },
    { title: "Mask personal data", options: { analysis_type: ["pii"], pii_mask: "label" } },
    {
      title: "Redact with a way back",
      options: {
        analysis_type: ["pii"],
        pii_policy: {
          person: "token",
          email: "token",
          phone: "token",
          address: "token",
          credit_card: "last4",
        },
      },
    },
  ],
  playground: "text",
  run,
});
