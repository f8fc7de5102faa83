import type { Opinion } from "./opinions.ts";
import type { WordRange } from "./words.ts";

/** The number of features that summarize the opinions and the style of a passage. */
export const featureCount = 20;

/** The maximum grade. Features range from about −1 to 1. */
const scale = 4;

function squashed(value: number, half: number): number {
  return value / (Math.abs(value) + half);
}

/**
 * Returns features of a passage: the amount of praise and blame, the strongest of each, the first and the last opinion,
 * and the style.
 */
export function summarizeOpinions(range: WordRange, opinions: readonly Opinion[]): Float32Array {
  const features = new Float32Array(featureCount);
  writeOpinionSummary(range, opinions, features);
  return features;
}

/**
 * Writes the features of {@link summarizeOpinions} into an existing array, because allocating takes longer than
 * writing.
 */
export function writeOpinionSummary(
  { words, first, end }: WordRange,
  opinions: readonly Opinion[],
  target: Float32Array,
): void {
  let [praise, blame, best, worst, praises, blames, negated] = [0, 0, 0, 0, 0, 0, 0];
  for (const opinion of opinions) {
    const weight = opinion.weight / scale;
    if (weight > 0) {
      praise += weight;
      praises += 1;
      best = Math.max(best, weight);
    } else {
      blame -= weight;
      blames += 1;
      worst = Math.max(worst, -weight);
    }
    if (opinion.negated) negated += weight;
  }
  let [exclamations, questions, capitals, negators, handles, signs] = [0, 0, 0, 0, 0, 0];
  for (let index = first; index < end; index++) {
    const word = words[index];
    if (!word) break;
    if (word.isUpper) capitals += 1;
    if (word.role.negates > 0) negators += 1;
    if (word.kind === "mention" || word.kind === "hashtag" || word.kind === "url") handles += 1;
    if (word.kind === "sign") {
      signs += 1;
      if (word.form.startsWith("!")) exclamations += 1;
      else if (word.form.startsWith("?")) questions += 1;
    }
  }
  const count = Math.max(1, end - first);
  const sum = praise - blame;
  const features = [
    sum / Math.sqrt(sum * sum + 1),
    squashed(praise, 1),
    squashed(blame, 1),
    best,
    worst,
    squashed(praises, 2),
    squashed(blames, 2),
    (opinions[0]?.weight ?? 0) / scale,
    (opinions.at(-1)?.weight ?? 0) / scale,
    sum / Math.sqrt(count),
    opinions.length === 0 ? 1 : 0,
    praises > 0 && blames > 0 ? 1 : 0,
    squashed(negated, 1),
    squashed(exclamations, 1),
    squashed(questions, 1),
    squashed(capitals, 2),
    squashed(negators, 2),
    squashed(handles, 2),
    Math.log(count) / 4,
    signs / count,
  ];
  for (let index = 0; index < featureCount; index++) target[index] = features[index] ?? 0;
}
