import type { Part } from "../record.ts";
import type { Document } from "../document.ts";
import { round } from "../round.ts";
import { sentenceRanges } from "../sentences.ts";
import type { Span } from "../span.ts";
import { readSentence } from "./english/clause.ts";
import { decisiveOpinions, findEvidence } from "./english/evidence.ts";
import { type Confidence, createJudge, type Judge } from "./english/judge.ts";
import { loadSentimentModel } from "./english/model.ts";
import { createContexts, type Opinion } from "./english/opinions.ts";

type Sentiment = Part<"sentiment">;
const labels = ["positive", "neutral", "negative"] as const;
type Label = (typeof labels)[number];

const mixedConfidence = 0.6;
const mixedScore = 0.25;

function toLabel({ positive, neutral, negative }: Confidence): Label {
  if (positive > neutral && positive > negative) return "positive";
  return negative > neutral ? "negative" : "neutral";
}

interface JudgedSentence extends Span {
  confidence: Confidence;
  label: Label;
}

/** The weight of the sentences' mean relative to the judgment of the whole text. */
const sentenceShare = 0.4;
/** The weight of a purely neutral sentence. Other sentences weigh more, by 1 minus their neutral confidence. */
const minStrength = 0.15;

/** Returns the weighted mean of the sentences. The less neutral a sentence is, the more it counts. */
function meanConfidence(sentences: readonly JudgedSentence[]): Confidence {
  const mean: Confidence = { positive: 0, neutral: 0, negative: 0 };
  const strength = ({ confidence }: JudgedSentence) => minStrength + 1 - confidence.neutral;
  const total = sentences.reduce((sum, sentence) => sum + strength(sentence), 0);
  for (const sentence of sentences)
    for (const label of labels) mean[label] += (strength(sentence) / total) * sentence.confidence[label];
  return mean;
}

/**
 * Returns the confidence of a text: a blend of the judgment of all sentences together and of the mean of the sentences.
 * A single sentence seldom says what a text is about. If one sentence praises and another blames, the mean is used,
 * because only it is fair to both.
 */
function judgeText(sentences: readonly JudgedSentence[], whole: Judge): Confidence {
  const [only] = sentences;
  if (!only) return whole.confidence();
  if (sentences.length === 1) return only.confidence;
  const mean = meanConfidence(sentences);
  if (isOpposed(sentences)) return mean;
  const together = whole.confidence();
  const blend = (label: Label) => (1 - sentenceShare) * together[label] + sentenceShare * mean[label];
  return { positive: blend("positive"), neutral: blend("neutral"), negative: blend("negative") };
}

/** Returns whether one sentence clearly praises and another clearly blames. */
function isOpposed(sentences: readonly JudgedSentence[]): boolean {
  return (
    sentences.some(({ confidence }) => confidence.positive >= mixedConfidence) &&
    sentences.some(({ confidence }) => confidence.negative >= mixedConfidence)
  );
}

/** Returns the confidence in positive minus the confidence in negative. */
function toScore({ positive, negative }: Confidence): number {
  return positive - negative;
}

/** Rounds the confidences so that their sum is still one. */
function roundConfidence({ positive, negative }: Confidence): Confidence {
  const [up, down] = [round(positive), round(negative)];
  return { positive: up, neutral: round(1 - up - down), negative: down };
}

const signs: Readonly<Record<Label, number>> = { positive: 1, neutral: 0, negative: -1 };

/**
 * Returns the sentiment of an English text by this project's model (`models/sentiment.md`). It averages a convolution
 * over word vectors (Kim 2014) and a linear model of n-grams. Both use a lexicon of graded words and phrases, adjusted
 * for negation, degree and contrast. The score is the confidence in positive minus the confidence in negative.
 *
 * The label is `mixed` if one sentence is clearly positive, another is clearly negative, and the score is near zero.
 */
export async function analyzeEnglishSentiment(document: Document): Promise<Sentiment> {
  const model = await loadSentimentModel();
  const { text } = document;
  const tokens = document.tokens();
  const sentences = document.sentences();
  const words = tokens.map(({ type }) => model.readWord(type));
  const contexts = createContexts(words.length);
  const ranges = sentenceRanges(tokens, sentences);
  const whole = createJudge(words, model);
  const opinions: Opinion[] = [];
  const judged = sentences.map(({ start, end }, index): JudgedSentence => {
    const clauses = readSentence(model, words, ranges[index] ?? { start: 0, end: 0 }, contexts);
    const judge = createJudge(words, model);
    for (const clause of clauses) {
      judge.add(clause);
      whole.add(clause);
    }
    const confidence = judge.confidence();
    const label = toLabel(confidence);
    for (const clause of clauses)
      for (const opinion of decisiveOpinions(clause, words, model.network, signs[label]))
        opinions.push(opinion);
    return { start, end, confidence, label };
  });
  const confidence = judgeText(judged, whole);
  const score = toScore(confidence);
  const isMixed = Math.abs(score) < mixedScore && isOpposed(judged);
  return {
    label: isMixed ? "mixed" : toLabel(confidence),
    score: round(score),
    magnitude: round(judged.reduce((sum, sentence) => sum + Math.abs(toScore(sentence.confidence)), 0)),
    confidence: roundConfidence(confidence),
    sentences: judged.map((sentence) => ({
      text: text.slice(sentence.start, sentence.end),
      start: sentence.start,
      end: sentence.end,
      label: sentence.label,
      score: round(toScore(sentence.confidence)),
    })),
    evidence: findEvidence({ text, tokens, words }, opinions),
  };
}
