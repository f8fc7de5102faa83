import type { Clause } from "./clause.ts";
import type { Calibration, SentimentModel } from "./model.ts";
import type { Logits } from "./network.ts";
import { featureCount, writeOpinionSummary } from "./summary-features.ts";
import type { Word } from "./words.ts";

/** Confidences in the three labels, which make one. */
export interface Confidence {
  positive: number;
  neutral: number;
  negative: number;
}

/** Judges clauses that belong together, one after the other, and keeps no more of them than it needs. */
export interface Judge {
  add: (clause: Clause) => void;
  /** What the clauses say together. */
  confidence: () => Confidence;
}

/** The model learned from texts of up to 100 words: a longer stretch would hold the most of every filter at once. */
const longestPassage = 80;

/** Consecutive clauses that are judged at once. */
interface Passage extends Omit<Clause, "pooled"> {
  values: readonly number[];
}

/** The passage with a clause behind it; the clause's own numbers stay as they are. */
function extend(passage: Passage, clause: Clause): Passage {
  const values = passage.values.slice();
  for (let filter = 0; filter < values.length; filter++)
    values[filter] = Math.max(values[filter] ?? 0, clause.pooled.values[filter] ?? 0);
  return {
    first: passage.first,
    end: clause.end,
    opinions: passage.opinions.concat(clause.opinions),
    values,
    polarity: passage.polarity + clause.polarity,
    neutral: passage.neutral + clause.neutral,
    ngrams: passage.ngrams + clause.ngrams,
  };
}

/** Room for the features of a passage. */
const features = new Float32Array(featureCount);

function passageLogits(
  passage: Passage,
  words: readonly Word[],
  { network, ngrams, calibration: { ngramShare } }: SentimentModel,
): Logits {
  writeOpinionSummary(words, passage.first, passage.end, passage.opinions, features);
  const convolved = network.logits(passage.values, features);
  const norm = 1 / Math.sqrt(passage.ngrams + 1);
  const polarity = ngrams.polarityBias + passage.polarity * norm * ngrams.polarityScale;
  const neutral = ngrams.neutralBias + passage.neutral * norm * ngrams.neutralScale;
  const blend = (network: number, linear: number) => (1 - ngramShare) * network + ngramShare * linear;
  return [blend(convolved[0], polarity), blend(convolved[1], neutral), blend(convolved[2], -polarity)];
}

function confidenceOf(
  [positive, neutral, negative]: Logits,
  { neutralBias, sharpness }: Calibration,
): Confidence {
  const most = Math.max(positive, neutral + neutralBias, negative);
  const up = Math.exp(sharpness * (positive - most));
  const middle = Math.exp(sharpness * (neutral + neutralBias - most));
  const down = Math.exp(sharpness * (negative - most));
  const sum = up + middle + down;
  return { positive: up / sum, neutral: middle / sum, negative: down / sum };
}

/** A judge that has heard nothing; a text longer than a passage is the mean of its passages. */
export function createJudge(words: readonly Word[], model: SentimentModel): Judge {
  const sums: Logits = [0, 0, 0];
  let judged = 0;
  let open: Passage | null = null;
  const close = (passage: Passage) => {
    const logits = passageLogits(passage, words, model);
    for (const index of [0, 1, 2] as const) sums[index] += logits[index];
    judged += 1;
  };
  return {
    add: (clause) => {
      if (open && clause.end - open.first <= longestPassage) open = extend(open, clause);
      else {
        if (open) close(open);
        const { first, end, opinions, pooled, polarity, neutral, ngrams } = clause;
        open = { first, end, opinions, values: pooled.values, polarity, neutral, ngrams };
      }
    },
    confidence: () => {
      if (open) close(open);
      open = null;
      // Without words there is nothing to judge by.
      if (judged === 0) return { positive: 0, neutral: 1, negative: 0 };
      return confidenceOf([sums[0] / judged, sums[1] / judged, sums[2] / judged], model.calibration);
    },
  };
}
