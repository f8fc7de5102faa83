import type { Part } from "../record.ts";
import type { Document } from "../document.ts";
import { sentenceRanges } from "../segment/sentences.ts";
import { readSentence } from "./english/clause.ts";
import { decisiveOpinions, findEvidence, isTelling } from "./english/evidence.ts";
import { readDocumentWords, readRatings } from "./english/document-words.ts";
import { createJudge, type Judge } from "./english/judge.ts";
import { loadSentimentModel } from "./english/model.ts";
import { createContexts, type Opinion } from "./english/opinions.ts";
import {
  type Confidence,
  isOpposed,
  type JudgedSentence,
  meanConfidence,
  toScore,
  toSentiment,
  toSign,
  withoutContradiction,
} from "./labels.ts";

type Sentiment = Part<"sentiment">;

/** The weight of the sentences' mean relative to the judgment of the whole text. */
const sentenceShare = 0.4;

/**
 * Returns the confidence of a text: a blend of the judgment of all sentences together and of the mean of the sentences.
 * A single sentence seldom says what a text is about. If one sentence praises and another blames, the mean is used,
 * because only it is fair to both.
 */
function judgeText(sentences: readonly Confidence[], whole: Judge): Confidence {
  const [only] = sentences;
  if (!only) return whole.confidence();
  if (sentences.length === 1) return only;
  const mean = meanConfidence(sentences);
  if (isOpposed(sentences)) return mean;
  const together = whole.confidence();
  const blend = (label: keyof Confidence) =>
    (1 - sentenceShare) * together[label] + sentenceShare * mean[label];
  return { positive: blend("positive"), neutral: blend("neutral"), negative: blend("negative") };
}

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
  const ranges = sentenceRanges(tokens, sentences);
  const words = readDocumentWords(document, model, ranges);
  const contexts = createContexts(words.length);
  const whole = createJudge(words, model);
  const opinions: Opinion[] = [];
  const judged = sentences.map(({ start, end }, index): JudgedSentence => {
    const range = ranges[index] ?? { start: 0, end: 0 };
    const ratings = readRatings({ text, tokens, words }, { start, end }, range, model);
    const clauses = readSentence(model, words, range, contexts, ratings);
    const judge = createJudge(words, model);
    for (const clause of clauses) {
      judge.add(clause);
      // A single sentence decides without the whole.
      if (sentences.length > 1) whole.add(clause);
    }
    const found = judge.confidence();
    const sign = toSign(found);
    const decisive = clauses
      .flatMap((clause) => decisiveOpinions(clause, words, model.network, sign))
      .filter(isTelling);
    opinions.push(...decisive);
    const confidence = withoutContradiction(
      found,
      decisive.map(({ weight }) => weight),
    );
    return { start, end, confidence, score: toScore(confidence) };
  });
  const evidence = findEvidence({ text, tokens, words }, opinions);
  const confidence = withoutContradiction(
    judgeText(
      judged.map((sentence) => sentence.confidence),
      whole,
    ),
    evidence.map(({ weight }) => weight),
  );
  return toSentiment(text, { confidence, score: toScore(confidence) }, judged, evidence);
}
