import type { Part } from "./record.ts";
import type { Document } from "./document.ts";
import { analyzeEnglishSentiment } from "./sentiment/english.ts";
import { analyzeByLexicon } from "./sentiment/lexicon/analyze.ts";
import { analyzeByEngine } from "./sentiment/engine.ts";
import { lexiconLanguages } from "./sentiment/lexicon/load.ts";

/** The codes of the languages that sentiment analysis supports. */
export const sentimentLanguages: readonly string[] = ["en", ...lexiconLanguages];

/** Returns the sentiment of a text: by the English model for English, by a lexicon for the other languages. */
export async function analyzeSentiment(document: Document): Promise<Part<"sentiment">> {
  const found = await analyzeByEngine(document);
  if (found) return found;
  return document.language === "en" ? analyzeEnglishSentiment(document) : analyzeByLexicon(document);
}
