import type { Part } from "../../record.ts";
import type { Document } from "../../document.ts";
import { round } from "../../network/round.ts";
import type { Span } from "../../span.ts";
import { toLabel, toTextLabel } from "../labels.ts";
import { toConfidence, toScore } from "./confidence.ts";
import type { Lexicon } from "./lexicon.ts";
import { loadLexicon } from "./load.ts";
import { findOpinions, type Opinion } from "./opinions.ts";
import { type Term, readTerms } from "./terms.ts";

type Sentiment = Part<"sentiment">;
type Evidence = Sentiment["evidence"][number];

/** Returns an opinion as evidence, with its words and its negator. */
function toEvidence(text: string, terms: readonly Term[], opinion: Opinion): Evidence {
  const { first, last, weight, negator } = opinion;
  const start = terms[Math.min(first, negator ?? first)]?.start ?? 0;
  const end = terms[Math.max(last, negator ?? last)]?.end ?? start;
  return { text: text.slice(start, end), start, end, weight: round(weight), negated: negator !== undefined };
}

function judgeSentence(text: string, sentence: Span, lexicon: Lexicon) {
  const read = readTerms(text, sentence, lexicon);
  const opinions = findOpinions(text, read, lexicon);
  const score = toScore(opinions.reduce((sum, { weight }) => sum + weight, 0));
  return {
    sentence,
    score,
    confidence: toConfidence(score),
    evidence: opinions.map((opinion) => toEvidence(text, read.terms, opinion)),
  };
}

/**
 * Returns the sentiment of a text in one of the languages that have a lexicon. Words, phrases, emoji and emoticons have
 * weights. Negation, adverbs of degree, capitals, repeated letters, exclamation marks and contrast change them (after
 * Hutto and Gilbert, VADER, 2014). The text's score is the mean of its sentences' scores, weighted by their absolute
 * values.
 *
 * The label is `mixed` if one sentence is clearly positive, another is clearly negative, and the score is near zero.
 */
export async function analyzeByLexicon({ text, language, sentences }: Document): Promise<Sentiment> {
  const lexicon = await loadLexicon(language);
  const judged = sentences().map((sentence) => judgeSentence(text, sentence, lexicon));
  const magnitude = judged.reduce((total, { score }) => total + Math.abs(score), 0);
  const score = judged.reduce((total, { score }) => total + score * Math.abs(score), 0) / (magnitude || 1);
  const confidence = toConfidence(score);
  const confidences = judged.map((sentence) => sentence.confidence);
  return {
    label: toTextLabel(confidence, score, confidences),
    score: round(score),
    magnitude: round(magnitude),
    confidence,
    sentences: judged.map(({ sentence: { start, end }, score, confidence }) => ({
      text: text.slice(start, end),
      start,
      end,
      label: toLabel(confidence),
      score: round(score),
    })),
    evidence: judged.flatMap(({ evidence }) => evidence),
  };
}
