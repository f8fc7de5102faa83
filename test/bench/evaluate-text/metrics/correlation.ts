/** A score that people gave, and the one that a system gave. */
export interface Paired {
  gold: number;
  score: number;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/**
 * Pearson's correlation of two series, from −1 to 1; `NaN` where one of them does not vary. It is what VADER reports
 * against its raters: Hutto and Gilbert, "VADER: A Parsimonious Rule-based Model", 2014.
 */
export function pearsonCorrelation(pairs: readonly Paired[]): number {
  const goldMean = mean(pairs.map(({ gold }) => gold));
  const scoreMean = mean(pairs.map(({ score }) => score));
  let [product, goldSquares, scoreSquares] = [0, 0, 0];
  for (const { gold, score } of pairs) {
    product += (gold - goldMean) * (score - scoreMean);
    goldSquares += (gold - goldMean) ** 2;
    scoreSquares += (score - scoreMean) ** 2;
  }
  return product / Math.sqrt(goldSquares * scoreSquares);
}

/** The share of texts not rated exactly 0 whose score has the sign of the rating; a score of 0 has neither sign. */
export function signAgreement(pairs: readonly Paired[]): number {
  const signed = pairs.filter(({ gold }) => gold !== 0);
  return signed.filter(({ gold, score }) => Math.sign(gold) === Math.sign(score)).length / signed.length;
}
