import { ToolsError } from "@tools-api/core";
import { analyzeText, type TextAnalysis } from "@tools-api/core/text";
import type { Description } from "./description.ts";
import type { System } from "./system.ts";

const names: Readonly<Record<string, string>> = {
  person: "PER",
  organization: "ORG",
  location: "LOC",
  misc: "MISC",
};

/** Analyzes a text in a given language. Returns `null` if the analysis does not support the language. */
async function analyze(text: string, analysisType: string, language: string): Promise<TextAnalysis | null> {
  try {
    return await analyzeText(text, { analysisType, language });
  } catch (error) {
    if (error instanceof ToolsError && error.code === "unsupported_language") return null;
    throw error;
  }
}

const typesOfNames: ReadonlySet<string> = new Set(["person", "organization", "location"]);

/** Returns what an analysis says of a text, in the terms of the expectations. */
export async function describeText(text: string, language: string): Promise<Description> {
  const analysis = await analyzeText(text, { language });
  const { sentiment, entities = [], keywords, summary, pii } = analysis;
  const names = entities.filter(({ type }) => typesOfNames.has(type));
  return {
    sentiment: sentiment?.label ?? "",
    language: analysis.language.code,
    redacted: pii?.redactedText ?? "",
    keyword: keywords?.[0]?.text ?? "",
    keywords: keywords?.map((keyword) => keyword.text) ?? [],
    summary: summary?.sentences.map((sentence) => sentence.text).join("\n") ?? "",
    names: Object.fromEntries(names.map(({ text: name, type }) => [name, type])),
    normalized: Object.fromEntries(entities.map((entity) => [entity.text, entity.normalized ?? ""])),
  };
}

/** Our own analyses, through the public entry point. */
export const toolsApi: System = {
  name: "tools-api",
  sentiment: async (text, language) => (await analyze(text, "sentiment", language))?.sentiment ?? null,
  entities: async (text, language) => {
    const analysis = await analyze(text, "entities", language);
    return (
      analysis?.entities?.flatMap(({ type, mentions }) => {
        const name = names[type];
        return name ? mentions.map(({ start, end }) => ({ start, end, type: name })) : [];
      }) ?? null
    );
  },
  keyphrases: async (text, language) =>
    (await analyze(text, "keywords", language))?.keywords?.map((keyword) => keyword.text) ?? null,
  language: async (text) => (await analyzeText(text, { analysisType: "language" })).language.code,
  personalData: async (text, language) => (await analyze(text, "pii", language))?.pii?.entities ?? null,
  tokens: async (text, language) => (await analyze(text, "syntax", language))?.syntax?.tokens ?? null,
  // Sentiment lists the sentences in the languages that it supports.
  sentences: async (text, language) =>
    (await analyze(text, "sentiment", language))?.sentiment?.sentences.map((sentence) => sentence.text) ??
    null,
  figures: async (text, language) =>
    (await analyze(text, "entities", language))?.entities?.flatMap(({ type, normalized, mentions }) =>
      mentions.map(() => ({ type, normalized })),
    ) ?? null,
  describe: describeText,
  analyzeAll: (text) => analyzeText(text),
};
