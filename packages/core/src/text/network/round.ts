/** Returns the value rounded to three decimals. More decimals would suggest a precision that no analysis has. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
