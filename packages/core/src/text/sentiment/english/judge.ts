import type { Confidence } from "../labels.ts";
import type { Clause } from "./clause.ts";
import type { Calibration, SentimentModel } from "./model.ts";
import type { Logits } from "./network.ts";
import { featureCount, writeOpinionSummary } from "./summary-features.ts";
import { spokenKinds, type Word } from "./words.ts";

/** Judges consecutive clauses incrementally and keeps only the data that it needs. */
export interface Judge {
  add: (clause: Clause) => void;
  /** Returns the confidences of all clauses together. */
  confidence: () => Confidence;
}

/**
 * The maximum number of words of a passage. The model was trained on texts of up to 100 words. In a longer passage,
 * every filter would reach its maximum somewhere.
 */
const maxPassageLength = 80;

/** Consecutive clauses that are judged together. */
interface Passage extends Omit<Clause, "pooled"> {
  values: number[];
  /** Whether no clause has the same values. */
  isOwn: boolean;
}

/** Returns the passage of a clause. Copies no value of it. */
function toPassage({ first, end, opinions, pooled, polarity, neutral, ngrams, decided }: Clause): Passage {
  return {
    first,
    end,
    opinions,
    values: pooled.values,
    isOwn: false,
    polarity,
    neutral,
    ngrams,
    decided,
  };
}

/** Returns the passage with the clause appended. Changes the values of the passage if they are its own. */
function extend(passage: Passage, clause: Clause): Passage {
  const values = passage.isOwn ? passage.values : passage.values.slice();
  for (let filter = 0; filter < values.length; filter++) {
    const value = clause.pooled.values[filter] ?? 0;
    if (value > (values[filter] ?? 0)) values[filter] = value;
  }
  return {
    first: passage.first,
    end: clause.end,
    opinions: passage.opinions.concat(clause.opinions),
    values,
    isOwn: true,
    polarity: passage.polarity + clause.polarity,
    neutral: passage.neutral + clause.neutral,
    ngrams: passage.ngrams + clause.ngrams,
    decided: {
      polarity: passage.decided.polarity + clause.decided.polarity,
      neutral: passage.decided.neutral + clause.decided.neutral,
    },
  };
}

/** The logits that a unit of weight of a construction adds to its label and takes from the other, and their maximum. */
const perDecision = 0.7;
const maxLean = 2.5;
/** The logit that a construction without an opinion adds to neutral. */
const perNeutral = 1.9;

/** The logit that neutral gains in prose without a word of praise or blame: what it says is mostly a fact. */
const perUnstated = 0.4;

/** Returns whether a passage of prose has no opinion of the lexicon. Messages judge in words that no lexicon has. */
function isUnstated({ opinions, first, end }: Passage, words: readonly Word[]): boolean {
  if (opinions.length > 0) return false;
  for (let index = first; index < end; index++)
    if (spokenKinds.has(words[index]?.kind ?? "word")) return false;
  return true;
}

/** A buffer for the features of a passage. */
const features = new Float32Array(featureCount);

function passageLogits(
  passage: Passage,
  words: readonly Word[],
  { network, ngrams, calibration: { ngramShare } }: SentimentModel,
): Logits {
  const { first, end, opinions } = passage;
  writeOpinionSummary({ words, first, end }, opinions, features);
  const convolved = network.logits(passage.values, features);
  const norm = 1 / Math.sqrt(passage.ngrams + 1);
  const polarity = ngrams.polarityBias + passage.polarity * norm * ngrams.polarityScale;
  const neutral = ngrams.neutralBias + passage.neutral * norm * ngrams.neutralScale;
  const blend = (network: number, linear: number) => (1 - ngramShare) * network + ngramShare * linear;
  const { decided } = passage;
  const lean = Math.max(-maxLean, Math.min(maxLean, decided.polarity * perDecision));
  return [
    blend(convolved[0], polarity) + lean,
    blend(convolved[1], neutral) +
      (perNeutral * decided.neutral) / Math.max(1, end - first) +
      (isUnstated(passage, words) ? perUnstated : 0),
    blend(convolved[2], -polarity) - lean,
  ];
}

/**
 * Returns the logits with the biases of a calibration. The bias of blame raises the logit of negative only where it is
 * above that of positive, so it never changes the sign of a score.
 */
export function withBiases(
  [positive, neutral, negative]: Logits,
  { neutralBias, blameBias }: Pick<Calibration, "neutralBias" | "blameBias">,
): Logits {
  const lead = Math.min(1, Math.max(0, negative - positive));
  return [positive, neutral + neutralBias, negative + blameBias * lead];
}

function toConfidence(logits: Logits, calibration: Calibration): Confidence {
  const [positive, neutral, negative] = withBiases(logits, calibration);
  const { sharpness } = calibration;
  const most = Math.max(positive, neutral, negative);
  const up = Math.exp(sharpness * (positive - most));
  const middle = Math.exp(sharpness * (neutral - most));
  const down = Math.exp(sharpness * (negative - most));
  const sum = up + middle + down;
  return { positive: up / sum, neutral: middle / sum, negative: down / sum };
}

/** Creates a judge without clauses. The result of a text longer than a passage is the mean of its passages. */
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
      if (open && clause.end - open.first <= maxPassageLength) open = extend(open, clause);
      else {
        if (open) close(open);
        open = toPassage(clause);
      }
    },
    confidence: () => {
      if (open) close(open);
      open = null;
      // Without words the text is neutral.
      if (judged === 0) return { positive: 0, neutral: 1, negative: 0 };
      return toConfidence([sums[0] / judged, sums[1] / judged, sums[2] / judged], model.calibration);
    },
  };
}
