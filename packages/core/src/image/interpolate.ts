/**
 * The value at `x` of the line through the points `(at[i], values[i])`, straight between two of them.
 *
 * @param at - Rising, two or more.
 * @param x - From the first of `at` to the last.
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
