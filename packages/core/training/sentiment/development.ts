import { withBiases } from "../../src/text/sentiment/english/judge.ts";
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
  /** The weight of each label. */
  weights: Readonly<Record<Label, number>>;
  network: Logits[];
  ngrams: Logits[];
}

const names = ["sentiment-sst2-dev", "sentiment-tweeteval-val", "sentiment-goemotions-dev"];

/** The tweets. The shares of their labels differ from one collection to the next. */
const tweets = "sentiment-tweeteval-val";
/** The sets with neutral texts. */
const withNeutral = new Set([tweets, "sentiment-goemotions-dev"]);

/** Returns weights with which all labels count equally. */
function balancedWeights(labelled: readonly Label[]): Record<Label, number> {
  const weigh = (label: Label) =>
    labelled.length / (labels.length * labelled.filter((other) => other === label).length);
  return { positive: weigh("positive"), neutral: weigh("neutral"), negative: weigh("negative") };
}

/** Returns the weights of the labels of a set. */
export function weightsOf(name: string, labelled: readonly Label[]): Record<Label, number> {
  return name === tweets ? balancedWeights(labelled) : { positive: 1, neutral: 1, negative: 1 };
}

/** Returns the labeled texts of the development sets that are not among the training texts. */
export function readDevelopmentSets(training: ReadonlySet<string>): { name: string; rows: Row[] }[] {
  return names.map((name) => ({
    name,
    rows: readLines<Row>(`dev/${name}`).filter(
      ({ text, label }) => labels.includes(label) && !training.has(text),
    ),
  }));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

type Shares = [positive: number, neutral: number, negative: number];

function confidences(
  set: DevelopmentSet,
  { ngramShare, neutralBias, blameBias, sharpness }: Calibration,
): Shares[] {
  return set.network.map((network, index) => {
    const linear = set.ngrams[index] ?? [0, 0, 0];
    const [up, middle, down] = ([0, 1, 2] as const).map(
      (at) => (1 - ngramShare) * network[at] + ngramShare * linear[at],
    ) as Logits;
    const odds = withBiases([up, middle, down], { neutralBias, blameBias }).map((logit) =>
      Math.exp(sharpness * logit),
    );
    const total = sum(odds);
    const [positive = 0, neutral = 0, negative = 0] = odds.map((odd) => odd / total);
    return [positive, neutral, negative];
  });
}

function winner(shares: Shares): Label {
  return labels[shares.indexOf(Math.max(...shares))] ?? "neutral";
}

/** Returns the mean F1 of the three labels. */
function macroF1({ labels: gold, weights }: DevelopmentSet, found: readonly Shares[]): number {
  const answers = found.map(winner);
  const weightOf = (label: Label | undefined) => (label ? weights[label] : 0);
  const scores = labels.map((label) => {
    const right = sum(
      gold.map((one, index) => (one === label && answers[index] === label ? weightOf(one) : 0)),
    );
    const answered = sum(gold.map((one, index) => (answers[index] === label ? weightOf(one) : 0)));
    return (2 * right) / (answered + sum(gold.map((one) => (one === label ? weightOf(one) : 0))));
  });
  return sum(scores) / labels.length;
}

/** Returns the accuracy by the sign of positive minus negative, over the texts that are not neutral. */
function twoClass({ labels: gold, weights }: DevelopmentSet, found: readonly Shares[]): number {
  let [right, count] = [0, 0];
  for (const [index, label] of gold.entries()) {
    if (label === "neutral") continue;
    const [positive = 0, , negative = 0] = found[index] ?? [];
    count += weights[label];
    if (positive >= negative === (label === "positive")) right += weights[label];
  }
  return right / count;
}

const bins = 10;

/** Returns the expected calibration error (Guo et al. 2017) of the winner's confidence, in ten bins. */
function calibrationError({ labels: gold, weights }: DevelopmentSet, found: readonly Shares[]): number {
  const sums = Array.from({ length: bins }, () => 0);
  for (const [index, shares] of found.entries()) {
    const label = gold[index] ?? "neutral";
    const confidence = Math.max(...shares);
    const bin = Math.min(bins - 1, Math.floor(confidence * bins));
    sums[bin] = (sums[bin] ?? 0) + weights[label] * (confidence - (winner(shares) === label ? 1 : 0));
  }
  return sum(sums.map(Math.abs)) / sum(gold.map((label) => weights[label]));
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
 * Returns the n-gram share, the biases of neutral and of blame, and the sharpness with the best accuracy, weighted
 * twice, and macro F1 over the sets. It prefers candidates that are well calibrated on each set. If no candidate is, it
 * chooses among all.
 */
export function fitCalibration(sets: readonly DevelopmentSet[]): Calibration {
  const fitted = range(0.2, 0.4, 0.05).flatMap((ngramShare) =>
    range(-0.6, 0.4, 0.1).flatMap((neutralBias) =>
      range(0, 0.8, 0.2).map((blameBias) => {
        const { calibration, error } = sharpen(sets, { ngramShare, neutralBias, blameBias, sharpness: 1 });
        const score = sets.reduce((total, set) => {
          const found = confidences(set, calibration);
          return total + 2 * twoClass(set, found) + (withNeutral.has(set.name) ? macroF1(set, found) : 0);
        }, 0);
        return { calibration, score: error <= maxError ? score : score - 3 * sets.length };
      }),
    ),
  );
  return fitted.reduce((best, candidate) => (candidate.score > best.score ? candidate : best)).calibration;
}
