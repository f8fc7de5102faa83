import type { Part } from "../record.ts";
import { round } from "../network/round.ts";
import type { Span } from "../span.ts";

type Sentiment = Part<"sentiment">;

/** The confidences in the three labels. Their sum is one. */
export type Confidence = Sentiment["confidence"];

/** The label of a sentence. */
type PlainLabel = Exclude<Sentiment["label"], "mixed">;

const labels = ["positive", "neutral", "negative"] as const satisfies readonly PlainLabel[];

const mixedConfidence = 0.6;
const mixedScore = 0.25;

/** The weight of a purely neutral sentence. Other sentences weigh more, by 1 minus their neutral confidence. */
const minStrength = 0.15;

/** Returns the label with the highest confidence. */
export function toLabel({ positive, neutral, negative }: Confidence): PlainLabel {
  if (positive > neutral && positive > negative) return "positive";
  return negative > neutral ? "negative" : "neutral";
}

const signs: Readonly<Record<PlainLabel, number>> = { positive: 1, neutral: 0, negative: -1 };

/** Returns the sign of the label: 1, 0 or −1. */
export function toSign(confidence: Confidence): number {
  return signs[toLabel(confidence)];
}

/**
 * Returns the confidences without a label that all evidence contradicts: neutral is then as likely as the label was. The
 * sign of the score stays.
 *
 * @param weights The weights of the evidence.
 */
export function withoutContradiction(confidence: Confidence, weights: readonly number[]): Confidence {
  const sign = toSign(confidence);
  if (sign === 0 || weights.length === 0 || weights.some((weight) => weight * sign > 0)) return confidence;
  const { positive, negative } = confidence;
  const share = 1 / (positive + negative + Math.max(positive, negative));
  return {
    positive: share * positive,
    neutral: share * Math.max(positive, negative),
    negative: share * negative,
  };
}

/** Returns the confidence in positive minus the confidence in negative. */
export function toScore({ positive, negative }: Confidence): number {
  return positive - negative;
}

/** Rounds the confidences so that their sum is still one. */
export function roundConfidence({ positive, negative }: Confidence): Confidence {
  const [up, down] = [round(positive), round(negative)];
  return { positive: up, neutral: round(1 - up - down), negative: down };
}

/** Returns the weighted mean of sentences. The less neutral a sentence is, the more it counts. */
export function meanConfidence(sentences: readonly Confidence[]): Confidence {
  const mean: Confidence = { positive: 0, neutral: 0, negative: 0 };
  const strength = ({ neutral }: Confidence) => minStrength + 1 - neutral;
  const total = sentences.reduce((sum, confidence) => sum + strength(confidence), 0);
  for (const confidence of sentences)
    for (const label of labels) mean[label] += (strength(confidence) / total) * confidence[label];
  return mean;
}

/** Returns whether one sentence clearly praises and another clearly blames. */
export function isOpposed(sentences: readonly Confidence[]): boolean {
  return (
    sentences.some(({ positive }) => positive >= mixedConfidence) &&
    sentences.some(({ negative }) => negative >= mixedConfidence)
  );
}

/** Returns the label of a text: `mixed` if its sentences are opposed and its score is near zero. */
function toTextLabel({ confidence, score }: Judgment, sentences: readonly Confidence[]): Sentiment["label"] {
  return Math.abs(score) < mixedScore && isOpposed(sentences) ? "mixed" : toLabel(confidence);
}

/** The judgment of a text or a sentence, not rounded. */
interface Judgment {
  confidence: Confidence;
  score: number;
}

/** The judgment of a sentence. */
export type JudgedSentence = Judgment & Span;

/** Returns the sentiment of a text as the record has it. The magnitude is the sum of the sentences' absolute scores. */
export function toSentiment(
  text: string,
  judgment: Judgment,
  sentences: readonly JudgedSentence[],
  evidence: Sentiment["evidence"],
): Sentiment {
  return {
    label: toTextLabel(
      judgment,
      sentences.map(({ confidence }) => confidence),
    ),
    score: round(judgment.score),
    magnitude: round(sentences.reduce((sum, { score }) => sum + Math.abs(score), 0)),
    confidence: roundConfidence(judgment.confidence),
    sentences: sentences.map(({ start, end, confidence, score }) => ({
      text: text.slice(start, end),
      start,
      end,
      label: toLabel(confidence),
      score: round(score),
    })),
    evidence,
  };
}
