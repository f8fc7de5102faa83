import { ToolsError } from "../../errors.ts";
import type { Document } from "../document.ts";
import { runSentimentEngine, type SentimentShares } from "../engines.ts";
import type { Part } from "../record.ts";
import { round } from "../round.ts";
import { lexiconLanguages } from "./lexicon/load.ts";

const mixedConfidence = 0.6;
const mixedScore = 0.25;

const scoreOf = ({ positive, negative }: SentimentShares) => positive - negative;

function labelOf({ positive, neutral, negative }: SentimentShares): "positive" | "neutral" | "negative" {
  if (positive > neutral && positive > negative) return "positive";
  return negative > neutral ? "negative" : "neutral";
}

/** Returns the mean of the sentences. The less neutral a sentence is, the more it counts. */
function meanOf(sentences: readonly SentimentShares[]): SentimentShares {
  const strength = ({ neutral }: SentimentShares) => 1.15 - neutral;
  const total = sentences.reduce((sum, shares) => sum + strength(shares), 0);
  const mean = (label: keyof SentimentShares) =>
    round(sentences.reduce((sum, shares) => sum + strength(shares) * shares[label], 0) / total);
  const [positive, negative] = [mean("positive"), mean("negative")];
  return { positive, neutral: round(1 - positive - negative), negative };
}

/**
 * Returns the sentiment of a text by the engine of the host; `null` if there is none, or if it does not know the language.
 *
 * @throws ToolsError `unsupported_language` if the built-in analysis does not know the language either.
 */
export async function analyzeByEngine(document: Document): Promise<Part<"sentiment"> | null> {
  const { text, language, engines } = document;
  if (!engines.sentiment) return null;
  const spans = document.sentences();
  const texts = spans.map(({ start, end }) => text.slice(start, end));
  const judged = await runSentimentEngine(engines.sentiment, texts, language);
  if (judged === null) {
    if (language === "en" || lexiconLanguages.includes(language)) return null;
    throw new ToolsError(
      "unsupported_language",
      `language: the text is in ${language}, but sentiment is not available in it`,
    );
  }
  const confidence = judged.length === 0 ? { positive: 0, neutral: 1, negative: 0 } : meanOf(judged);
  const score = round(scoreOf(confidence));
  const isMixed =
    Math.abs(score) < mixedScore &&
    judged.some(({ positive }) => positive >= mixedConfidence) &&
    judged.some(({ negative }) => negative >= mixedConfidence);
  return {
    label: isMixed ? "mixed" : labelOf(confidence),
    score,
    magnitude: round(judged.reduce((sum, shares) => sum + Math.abs(scoreOf(shares)), 0)),
    confidence,
    sentences: judged.map((shares, index) => {
      const { start = 0, end = 0 } = spans[index] ?? {};
      return { text: texts[index] ?? "", start, end, label: labelOf(shares), score: round(scoreOf(shares)) };
    }),
    evidence: [],
  };
}
