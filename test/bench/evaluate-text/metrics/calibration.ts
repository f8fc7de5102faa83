/** The confidence of an answer, from 0 to 1, and whether it was right. */
export interface Confident {
  confidence: number;
  correct: boolean;
}

/**
 * Expected calibration error: the gap between mean confidence and accuracy in bins of equal width, weighted
 * by the number of answers in each bin. Guo et al., "On Calibration of Modern Neural Networks", 2017
 * (https://arxiv.org/abs/1706.04599). 0 is perfect. `NaN` without answers.
 */
export function expectedCalibrationError(answers: readonly Confident[], bins = 10): number {
  const gaps = Array.from({ length: bins }, () => 0);
  for (const { confidence, correct } of answers) {
    const bin = Math.min(bins - 1, Math.floor(confidence * bins));
    gaps[bin] = (gaps[bin] ?? 0) + confidence - Number(correct);
  }
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / answers.length;
}
