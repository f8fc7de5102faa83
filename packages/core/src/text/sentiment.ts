import type { Part } from "./record.ts";
import type { Reading } from "./reading.ts";
import { analyzeEnglishSentiment } from "./sentiment/english.ts";
import { analyzeByLexicon } from "./sentiment/lexicon/analyze.ts";
import { lexiconLanguages } from "./sentiment/lexicon/load.ts";

/** The codes of the languages of which the sentiment is known. */
export const sentimentLanguages: readonly string[] = ["en", ...lexiconLanguages];

/** The sentiment of a text, by the method of its language. */
export async function analyzeSentiment(reading: Reading): Promise<Part<"sentiment">> {
  return reading.language === "en" ? analyzeEnglishSentiment(reading) : analyzeByLexicon(reading);
}
