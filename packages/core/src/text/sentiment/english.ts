import type { EnglishSentence, EnglishToken } from "../english/reading.ts";
import type { Part } from "../record.ts";
import type { Reading } from "../reading.ts";
import { round } from "../round.ts";

type Sentiment = Part<"sentiment">;
type Confidence = Sentiment["confidence"];
type Evidence = Sentiment["evidence"][number];

const negators = new Set([
  "not",
  "no",
  "never",
  "without",
  "neither",
  "nor",
  "hardly",
  "barely",
  "nothing",
  "none",
]);
/** Tokens between a negator and what it still negates. */
const negationScope = 5;
/** "Not bad" is less than good. */
const negationFactor = -0.7;
/** What an adverb straight before a word makes of its weight. */
const degrees: ReadonlyMap<string, number> = new Map([
  ...[
    "very",
    "really",
    "extremely",
    "absolutely",
    "so",
    "too",
    "totally",
    "incredibly",
    "utterly",
    "highly",
  ].map((word) => [word, 1.3] as const),
  ...["slightly", "somewhat", "fairly", "rather", "kinda", "mildly", "partly"].map(
    (word) => [word, 0.6] as const,
  ),
]);
/** In "good, but the ending ruined it" the weight lies behind the conjunction. */
const contrasts = new Set(["but", "however", "yet"]);
const beforeContrast = 0.5;
const afterContrast = 1.4;

/** Square of the sum of weights at which a score reaches 0.7. */
const saturation = 1;
/** Turn a score into odds of the three labels; fitted on dev data. From |score| = .25 on it is not neutral. */
const steepness = 3;
const neutralBias = 0.75;

const mixedConfidence = 0.6;
const mixedScore = 0.25;

function negatorBefore(tokens: readonly EnglishToken[], index: number): EnglishToken | undefined {
  return tokens.slice(Math.max(0, index - negationScope), index).findLast(({ lemma }) => negators.has(lemma));
}

/** The words of a sentence that carry an opinion, with what the words around make of their polarity. */
function findEvidence(text: string, { tokens, polarities }: EnglishSentence): Evidence[] {
  const contrast = tokens.findLastIndex(({ lemma }, index) => index > 0 && contrasts.has(lemma));
  return polarities.flatMap(({ first, last, weight }) => {
    const [head, tail] = [tokens[first], tokens[last]];
    if (!head || !tail) return [];
    const negator = head.negated ? negatorBefore(tokens, first) : undefined;
    const degree = degrees.get(tokens[first - 1]?.lemma ?? "") ?? 1;
    const emphasis = contrast < 0 ? 1 : first < contrast ? beforeContrast : afterContrast;
    // Some entries of the lexicon are phrases that hold their own negation, such as "n't like".
    const negated = negator !== undefined || (last > first && negators.has(head.lemma));
    const start = negator?.start ?? head.start;
    const signed = weight * degree * emphasis * (negator ? negationFactor : 1);
    return [
      {
        text: text.slice(start, tail.end),
        start,
        end: tail.end,
        weight: round(signed),
        negated,
      },
    ];
  });
}

/** From −1 to 1, ever slower towards the ends. */
function scoreOf(evidence: readonly Evidence[]): number {
  const sum = evidence.reduce((total, { weight }) => total + weight, 0);
  return sum / Math.sqrt(sum * sum + saturation);
}

function confidenceOf(score: number): Confidence {
  const odds = [steepness * score, neutralBias, -steepness * score].map(Math.exp);
  const sum = odds.reduce((total, odd) => total + odd, 0);
  const positive = round((odds[0] ?? 0) / sum);
  const negative = round((odds[2] ?? 0) / sum);
  return { positive, neutral: round(1 - positive - negative), negative };
}

function labelOf({ positive, neutral, negative }: Confidence): "positive" | "neutral" | "negative" {
  if (positive > neutral && positive > negative) return "positive";
  return negative > neutral ? "negative" : "neutral";
}

/**
 * The sentiment of an English text: polarities of words by wink-nlp (its lexicon, emoji included), turned by
 * negation, strengthened or weakened by adverbs of degree and by contrast. The text's score is the mean of its
 * sentences' scores, each weighing as much as it is strong.
 *
 * `mixed` is a text with a clearly positive and a clearly negative sentence that outweigh one another.
 */
export async function analyzeEnglishSentiment(reading: Reading): Promise<Sentiment> {
  const judged = (await reading.english()).map((sentence) => {
    const evidence = findEvidence(reading.text, sentence);
    const score = scoreOf(evidence);
    return { sentence, evidence, score, confidence: confidenceOf(score) };
  });
  const magnitude = judged.reduce((total, { score }) => total + Math.abs(score), 0);
  const score = judged.reduce((total, { score }) => total + score * Math.abs(score), 0) / (magnitude || 1);
  const confidence = confidenceOf(score);
  const isMixed =
    Math.abs(score) < mixedScore &&
    judged.some(({ confidence }) => confidence.positive >= mixedConfidence) &&
    judged.some(({ confidence }) => confidence.negative >= mixedConfidence);
  return {
    label: isMixed ? "mixed" : labelOf(confidence),
    score: round(score),
    magnitude: round(magnitude),
    confidence,
    sentences: judged.map(({ sentence: { start, end }, score, confidence }) => ({
      text: reading.text.slice(start, end),
      start,
      end,
      label: labelOf(confidence),
      score: round(score),
    })),
    evidence: judged.flatMap(({ evidence }) => evidence),
  };
}
