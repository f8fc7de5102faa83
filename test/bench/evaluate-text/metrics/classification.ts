/** The gold label of a text and a system's label, `null` if it gave no answer. */
export interface Classified {
  gold: string;
  label: string | null;
}

/**
 * Returns the share of texts with the gold label. A missing answer counts as an error. `NaN` without texts.
 */
export function accuracy(classified: readonly Classified[]): number {
  return classified.filter(({ gold, label }) => gold === label).length / classified.length;
}

/**
 * Returns the unweighted mean of each class's F1 over the classes in the gold, which TweetEval reports. It is
 * the "averaged F1" of Opitz and Burst, "Macro F1 and Macro F1", 2019 (https://arxiv.org/abs/1911.03347).
 */
export function macroF1(classified: readonly Classified[]): number {
  const classes = [...new Set(classified.map(({ gold }) => gold))];
  const scores = classes.map((name) => {
    const right = classified.filter(({ gold, label }) => gold === name && label === name).length;
    const called = classified.filter(({ label }) => label === name).length;
    const present = classified.filter(({ gold }) => gold === name).length;
    return (2 * right) / (called + present);
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Counts the texts of each class (row) by the answered label (column). `none` counts missing answers. */
export function confusion(classified: readonly Classified[]): Record<string, Record<string, number>> {
  const labels = [...new Set(classified.flatMap(({ gold, label }) => [gold, label ?? "none"]))].toSorted();
  const classes = labels.filter((name) => classified.some(({ gold }) => gold === name));
  return Object.fromEntries(
    classes.map((row) => [
      row,
      Object.fromEntries(
        labels.map((column) => [
          column,
          classified.filter(({ gold, label }) => gold === row && (label ?? "none") === column).length,
        ]),
      ),
    ]),
  );
}

interface Scored {
  gold: string;
  score: number | null;
}

/**
 * Returns the texts that are positive or negative with the label that the sign of the score says. A score of 0 counts
 * as positive, because there is no third answer.
 */
function bySign(scored: readonly Scored[]): Classified[] {
  return scored
    .filter(({ gold }) => gold === "positive" || gold === "negative")
    .map(({ gold, score }) => ({
      gold,
      label: score === null ? null : score >= 0 ? "positive" : "negative",
    }));
}

/**
 * Returns the accuracy of a score's sign among the texts that are positive or negative, as SST-2 is scored.
 * Socher et al., "Recursive Deep Models for Semantic Compositionality", 2013. A missing answer counts as an error.
 */
export function twoClassAccuracy(scored: readonly Scored[]): number {
  return accuracy(bySign(scored));
}

/** Returns the mean F1 of positive and negative by a score's sign, among the texts that are one of them. */
export function twoClassF1(scored: readonly Scored[]): number {
  return macroF1(bySign(scored));
}
