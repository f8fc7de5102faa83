import type { Calibration } from "../../src/text/sentiment/english/model.ts";
import type { Logits } from "../../src/text/sentiment/english/network.ts";
import { readLines } from "../shared-data.ts";

const labels = ["positive", "neutral", "negative"] as const;
type Label = (typeof labels)[number];

interface Row {
  text: string;
  label: Label;
}

/** A development set with the logits of both models. */
export interface DevelopmentSet {
  name: string;
  labels: Label[];
  network: Logits[];
  ngrams: Logits[];
}

const names = ["sentiment-sst2-dev", "sentiment-tweeteval-val", "sentiment-goemotions-dev"];

/** The set in which neutral means the absence of an opinion. In GoEmotions it means the absence of an emotion. */
const judgedByOpinion = "sentiment-tweeteval-val";

/** Returns the labeled texts of the development sets that are not among the training texts. */
export function readDevelopmentSets(training: ReadonlySet<string>): { name: string; rows: Row[] }[] {
  return names.map((name) => ({
    name,
    rows: readLines<Row>(`dev/${name}`).filter(
      ({ text, label }) => labels.includes(label) && !training.has(text),
    ),
  }));
}

type Shares = [positive: number, neutral: number, negative: number];

function confidences(set: DevelopmentSet, { ngramShare, neutralBias, sharpness }: Calibration): Shares[] {
  return set.network.map((network, index) => {
    const linear = set.ngrams[index] ?? [0, 0, 0];
    const odds = ([0, 1, 2] as const).map((at) => {
      const logit = (1 - ngramShare) * network[at] + ngramShare * linear[at];
      return Math.exp(sharpness * (logit + (at === 1 ? neutralBias : 0)));
    });
    const sum = odds.reduce((total, odd) => total + odd, 0);
    const [up = 0, middle = 0, down = 0] = odds.map((odd) => odd / sum);
    return [up, middle, down];
  });
}

function winner(shares: Shares): Label {
  return labels[shares.indexOf(Math.max(...shares))] ?? "neutral";
}

/** Returns the mean F1 of the three labels. */
function macroF1(set: DevelopmentSet, found: readonly Shares[]): number {
  const answers = found.map(winner);
  const scores = labels.map((label) => {
    const right = answers.filter((answer, index) => answer === label && set.labels[index] === label).length;
    const answered = answers.filter((answer) => answer === label).length;
    return (2 * right) / (answered + set.labels.filter((gold) => gold === label).length);
  });
  return scores.reduce((sum, score) => sum + score, 0) / labels.length;
}

/** Returns the accuracy by the sign of positive minus negative, over the texts that are not neutral. */
function twoClass(set: DevelopmentSet, found: readonly Shares[]): number {
  let [right, count] = [0, 0];
  for (const [index, gold] of set.labels.entries()) {
    if (gold === "neutral") continue;
    const [positive = 0, , negative = 0] = found[index] ?? [];
    count += 1;
    if (positive >= negative === (gold === "positive")) right += 1;
  }
  return right / count;
}

const bins = 10;

/** Returns the expected calibration error (Guo et al. 2017) of the winner's confidence, in ten bins. */
function calibrationError(set: DevelopmentSet, found: readonly Shares[]): number {
  const sums = Array.from({ length: bins }, () => 0);
  for (const [index, shares] of found.entries()) {
    const confidence = Math.max(...shares);
    const bin = Math.min(bins - 1, Math.floor(confidence * bins));
    sums[bin] = (sums[bin] ?? 0) + confidence - (winner(shares) === set.labels[index] ? 1 : 0);
  }
  return sums.reduce((total, sum) => total + Math.abs(sum), 0) / found.length;
}

/** Returns the scores of a model on a set as one line. */
export function scoreSet(set: DevelopmentSet, calibration: Calibration): string {
  const found = confidences(set, calibration);
  const figures = [twoClass(set, found), macroF1(set, found), calibrationError(set, found)].map((value) =>
    value.toFixed(4),
  );
  return `${set.name}: two classes ${figures[0]}, macro F1 ${figures[1]}, calibration error ${figures[2]}`;
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step);
}

/** The maximum calibration error. The specification allows .05. */
const maxError = 0.045;

/**
 * Returns the calibration with the sharpness that minimizes the maximum calibration error over the sets, and that
 * error.
 */
function sharpen(
  sets: readonly DevelopmentSet[],
  dull: Calibration,
): { calibration: Calibration; error: number } {
  const candidates = range(1, 2.2, 0.1).map((sharpness) => {
    const calibration = { ...dull, sharpness };
    const errors = sets.map((set) => calibrationError(set, confidences(set, calibration)));
    return { calibration, error: Math.max(...errors) };
  });
  return candidates.reduce((best, candidate) => (candidate.error < best.error ? candidate : best));
}

/**
 * Returns the n-gram share, the bias of neutral and the sharpness with the best accuracy and macro F1 over the sets. It
 * prefers candidates that are well calibrated on each set. If no candidate is, it chooses among all.
 */
export function fitCalibration(sets: readonly DevelopmentSet[]): Calibration {
  const fitted = range(0.2, 0.4, 0.05).flatMap((ngramShare) =>
    range(-0.4, 0.4, 0.1).map((neutralBias) => {
      const { calibration, error } = sharpen(sets, { ngramShare, neutralBias, sharpness: 1 });
      const score = sets.reduce((sum, set) => {
        const found = confidences(set, calibration);
        return sum + twoClass(set, found) + (set.name === judgedByOpinion ? macroF1(set, found) : 0);
      }, 0);
      return { calibration, score: error <= maxError ? score : score - sets.length };
    }),
  );
  return fitted.reduce((best, candidate) => (candidate.score > best.score ? candidate : best)).calibration;
}
