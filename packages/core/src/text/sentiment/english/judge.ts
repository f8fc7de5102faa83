import type { Calibration, NgramModel, SentimentModel } from "./model.ts";
import type { Logits, Pooled } from "./network.ts";
import { ngramHashes } from "./ngrams.ts";
import { findOpinions, type Opinion, type WordContexts } from "./opinions.ts";
import { summarizeOpinions } from "./summary-features.ts";
import type { Word } from "./words.ts";

/** A sentence, or a piece of a long one, as the model read it. */
export interface Clause {
  first: number;
  /** Exclusive. */
  end: number;
  opinions: Opinion[];
  pooled: Pooled;
  /** Sums of the weights of its ngrams, and how many they are. */
  polarity: number;
  neutral: number;
  ngrams: number;
}

/** Confidences in the three labels, which make one. */
export interface Confidence {
  positive: number;
  neutral: number;
  negative: number;
}

/** The model learned from texts of up to 100 words: a longer stretch would hold the most of every filter at once. */
const longestPassage = 80;
/** A sentence that is longer than any in prose is read in pieces. */
export const longestClause = 60;

/** Reads the words from `first` to `end`. */
export function readClause(
  { lexicon, network, ngrams }: SentimentModel,
  words: readonly Word[],
  first: number,
  end: number,
  contexts: WordContexts,
): Clause {
  const opinions = findOpinions(words, first, end, lexicon, contexts);
  let [polarity, neutral, count] = [0, 0, 0];
  ngramHashes(words, first, end, contexts.negated, ngrams.polarity.length, (bucket) => {
    const polar = ngrams.polarity[bucket] ?? 0;
    const plain = ngrams.neutral[bucket] ?? 0;
    polarity += polar * Math.abs(polar);
    neutral += plain * Math.abs(plain);
    count += 1;
  });
  const pooled = network.pool(words, first, end, contexts);
  return { first, end, opinions, pooled, polarity, neutral, ngrams: count };
}

function ngramLogits(passage: readonly Clause[], model: NgramModel): Logits {
  let [polarity, neutral, count] = [0, 0, 1];
  for (const clause of passage) {
    polarity += clause.polarity;
    neutral += clause.neutral;
    count += clause.ngrams;
  }
  const norm = 1 / Math.sqrt(count);
  const p = model.polarityBias + polarity * norm * model.polarityScale;
  return [p, model.neutralBias + neutral * norm * model.neutralScale, -p];
}

function poolAll(passage: readonly Clause[]): Float32Array {
  const [first, ...rest] = passage;
  const values = Float32Array.from(first?.pooled.values ?? []);
  for (const { pooled } of rest)
    for (let filter = 0; filter < values.length; filter++) {
      const value = pooled.values[filter] ?? 0;
      if (value > (values[filter] ?? 0)) values[filter] = value;
    }
  return values;
}

function passageLogits(
  passage: readonly Clause[],
  words: readonly Word[],
  { network, ngrams, calibration: { ngramShare } }: SentimentModel,
): Logits {
  const opinions = passage.flatMap((clause) => clause.opinions);
  const features = summarizeOpinions(words, passage[0]?.first ?? 0, passage.at(-1)?.end ?? 0, opinions);
  const convolved = network.logits(poolAll(passage), features);
  const linear = ngramLogits(passage, ngrams);
  const mean = (index: 0 | 1 | 2) => (1 - ngramShare) * convolved[index] + ngramShare * linear[index];
  return [mean(0), mean(1), mean(2)];
}

/** Consecutive clauses of up to {@link longestPassage} words together. */
function passagesOf(clauses: readonly Clause[]): Clause[][] {
  const passages: Clause[][] = [];
  let length = Infinity;
  for (const clause of clauses) {
    const words = clause.end - clause.first;
    if (length + words > longestPassage) {
      passages.push([]);
      length = 0;
    }
    passages.at(-1)?.push(clause);
    length += words;
  }
  return passages;
}

function confidenceOf(
  [positive, neutral, negative]: Logits,
  { neutralBias, sharpness }: Calibration,
): Confidence {
  const logits = [positive, neutral + neutralBias, negative].map((logit) => logit * sharpness);
  const most = Math.max(...logits);
  const [up = 0, middle = 0, down = 0] = logits.map((logit) => Math.exp(logit - most));
  const sum = up + middle + down;
  return { positive: up / sum, neutral: middle / sum, negative: down / sum };
}

/** What the model makes of clauses that belong together; a text longer than a passage is the mean of its passages. */
export function judge(clauses: readonly Clause[], words: readonly Word[], model: SentimentModel): Confidence {
  const passages = passagesOf(clauses);
  // Without words there is nothing to judge by.
  if (passages.length === 0) return { positive: 0, neutral: 1, negative: 0 };
  const total: Logits = [0, 0, 0];
  for (const passage of passages) {
    const logits = passageLogits(passage, words, model);
    for (const index of [0, 1, 2] as const) total[index] += logits[index] / passages.length;
  }
  return confidenceOf(total, model.calibration);
}
