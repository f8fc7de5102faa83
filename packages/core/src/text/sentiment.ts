import type { Part } from "./record.ts";
import type { Reading } from "./reading.ts";
import { analyzeEnglishSentiment } from "./sentiment/english.ts";

/** The sentiment of a text, by the method of its language. */
export async function analyzeSentiment(reading: Reading): Promise<Part<"sentiment">> {
  return analyzeEnglishSentiment(reading);
}
