import type { Part } from "../record.ts";
import type { Document } from "../document.ts";
import { analyzeEnglishSentiment } from "./english.ts";
import { analyzeByLexicon } from "./lexicon/analyze.ts";
import { analyzeByEngine } from "./engine.ts";
import { lexiconLanguages } from "./lexicon/load.ts";

/** The codes of the languages that sentiment analysis supports. */
export const sentimentLanguages: readonly string[] = ["en", ...lexiconLanguages];

/**
 * Returns the sentiment of a text: by the engine of the host, otherwise by the English model for English and by a lexicon
 * for six other languages. Returns `null` if none of them knows the language.
 */
export async function analyzeSentiment(document: Document): Promise<Part<"sentiment"> | null> {
  const found = await analyzeByEngine(document);
  if (found) return found;
  if (document.language === "en") return analyzeEnglishSentiment(document);
  return lexiconLanguages.includes(document.language) ? analyzeByLexicon(document) : null;
}
