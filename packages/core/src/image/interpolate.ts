/**
 * Returns the value at `x` of the piecewise linear function through the points `(at[i], values[i])`.
 *
 * @param at - Ascending, two or more.
 * @param x - Within the range of `at`.
 */
export function interpolate(at: readonly number[], values: readonly number[], x: number): number {
  const next = Math.max(
    1,
    at.findIndex((point) => point >= x),
  );
  const [lowAt = 0, highAt = 1] = [at[next - 1], at[next]];
  const [low = 0, high = 0] = [values[next - 1], values[next]];
  return low + ((high - low) * (x - lowAt)) / (highAt - lowAt);
}
