import type { Part } from "../record.ts";
import type { Document } from "../document.ts";
import { analyzeEnglishSentiment } from "./english.ts";
import { analyzeByLexicon } from "./lexicon/analyze.ts";
import { runSentimentEngine } from "../engines.ts";
import { round } from "../network/round.ts";
import { meanConfidence, roundConfidence, toScore, toSentiment } from "./labels.ts";
import { lexiconLanguages } from "./lexicon/languages.ts";

/** The codes of the languages that sentiment analysis supports. */
export const sentimentLanguages: readonly string[] = ["en", ...lexiconLanguages];

/**
 * Returns the sentiment of a text by the engine of the host; `null` if there is none, or if it does not know the
 * language.
 */
async function analyzeByEngine(document: Document): Promise<Part<"sentiment"> | null> {
  const { text, language, engines } = document;
  if (!engines.sentiment) return null;
  const sentences = document.sentences();
  const judged = await runSentimentEngine(
    engines.sentiment,
    sentences.map(({ start, end }) => text.slice(start, end)),
    language,
  );
  if (judged === null) return null;
  const confidence =
    judged.length === 0 ? { positive: 0, neutral: 1, negative: 0 } : roundConfidence(meanConfidence(judged));
  const spans = judged.flatMap((shares, index) => {
    const span = sentences[index];
    return span ? [{ ...span, confidence: shares, score: toScore(shares) }] : [];
  });
  return toSentiment(text, { confidence, score: round(toScore(confidence)) }, spans, []);
}

/**
 * Returns the sentiment of a text: by the engine of the host, otherwise by the English model for English and by a lexicon
 * with a model of n-grams for the other languages. Returns `null` if none of them knows the language.
 */
export async function analyzeSentiment(document: Document): Promise<Part<"sentiment"> | null> {
  const found = await analyzeByEngine(document);
  if (found) return found;
  if (document.language === "en") return analyzeEnglishSentiment(document);
  return lexiconLanguages.includes(document.language) ? analyzeByLexicon(document) : null;
}
