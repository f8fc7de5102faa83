/** A line through points by least squares: its slope, and the standard error of the slope. */
export interface Slope {
  slope: number;
  error: number;
}

/** Fits a line to values at times. Returns the change of the value per unit of time. */
export function fitSlope(points: readonly (readonly [time: number, value: number])[]): Slope {
  const count = points.length;
  const meanTime = points.reduce((sum, [time]) => sum + time, 0) / count;
  const meanValue = points.reduce((sum, [, value]) => sum + value, 0) / count;
  let [spread, joint] = [0, 0];
  for (const [time, value] of points) {
    spread += (time - meanTime) ** 2;
    joint += (time - meanTime) * (value - meanValue);
  }
  const slope = joint / spread;
  const residuals = points.map(([time, value]) => value - meanValue - slope * (time - meanTime));
  const variance = residuals.reduce((sum, residual) => sum + residual ** 2, 0) / (count - 2);
  return { slope, error: Math.sqrt(variance / spread) };
}
