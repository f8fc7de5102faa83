/** A score from human raters and a score from a system. */
export interface Paired {
  gold: number;
  score: number;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/**
 * Returns Pearson's correlation of two series, from −1 to 1, or `NaN` if one of them is constant. VADER
 * reports it against its raters: Hutto and Gilbert, "VADER: A Parsimonious Rule-based Model", 2014.
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

/**
 * Returns the share of texts with a nonzero rating whose score has the same sign. A score of 0 has neither
 * sign.
 */
export function signAgreement(pairs: readonly Paired[]): number {
  const signed = pairs.filter(({ gold }) => gold !== 0);
  return signed.filter(({ gold, score }) => Math.sign(gold) === Math.sign(score)).length / signed.length;
}
