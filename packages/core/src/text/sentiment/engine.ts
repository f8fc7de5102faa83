import type { Document } from "../document.ts";
import { runSentimentEngine } from "../engines.ts";
import type { Part } from "../record.ts";
import { round } from "../network/round.ts";
import { meanConfidence, roundConfidence, toLabel, toScore, toTextLabel } from "./labels.ts";

/**
 * Returns the sentiment of a text by the engine of the host; `null` if there is none, or if it does not know the
 * language.
 */
export async function analyzeByEngine(document: Document): Promise<Part<"sentiment"> | null> {
  const { text, language, engines } = document;
  if (!engines.sentiment) return null;
  const spans = document.sentences().map(({ start, end }) => ({ text: text.slice(start, end), start, end }));
  const judged = await runSentimentEngine(
    engines.sentiment,
    spans.map((span) => span.text),
    language,
  );
  if (judged === null) return null;
  const confidence =
    judged.length === 0 ? { positive: 0, neutral: 1, negative: 0 } : roundConfidence(meanConfidence(judged));
  const score = round(toScore(confidence));
  return {
    label: toTextLabel(confidence, score, judged),
    score,
    magnitude: round(judged.reduce((sum, shares) => sum + Math.abs(toScore(shares)), 0)),
    confidence,
    sentences: judged.flatMap((shares, index) => {
      const span = spans[index];
      return span ? [{ ...span, label: toLabel(shares), score: round(toScore(shares)) }] : [];
    }),
    evidence: [],
  };
}
