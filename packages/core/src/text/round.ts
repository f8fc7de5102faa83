/** The value to three decimals: more would pretend to a precision that no analysis has. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
