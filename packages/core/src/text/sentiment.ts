import type { Part } from "./record.ts";
import type { Reading } from "./reading.ts";
import { analyzeEnglishSentiment } from "./sentiment/english.ts";
import { analyzeByLexicon } from "./sentiment/lexicon/analyze.ts";
import { lexiconLanguages } from "./sentiment/lexicon/load.ts";

/** The codes of the languages that sentiment analysis supports. */
export const sentimentLanguages: readonly string[] = ["en", ...lexiconLanguages];

/** Returns the sentiment of a text: by the English model for English, by a lexicon for the other languages. */
export async function analyzeSentiment(reading: Reading): Promise<Part<"sentiment">> {
  return reading.language === "en" ? analyzeEnglishSentiment(reading) : analyzeByLexicon(reading);
}
