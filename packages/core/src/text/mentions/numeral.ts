/** A number in digits, in words, or in both, as in "1.5 million". */
export interface Numeral {
  start: number;
  end: number;
  /** The index of the first token after it. */
  next: number;
  /** A plain decimal, or `null` if the text does not determine it. */
  value: string | null;
  decimalComma: string | null;
  range: boolean;
  inDigits: boolean;
  scaled: boolean;
}
