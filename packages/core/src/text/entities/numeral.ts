/** A number in digits, in words, or in both, as in "1.5 million". */
export interface Numeral {
  start: number;
  end: number;
  /** The index of the first token behind it. */
  next: number;
  /** A plain decimal; `null` where the text does not determine it. */
  value: string | null;
  decimalComma: string | null;
  range: boolean;
  inDigits: boolean;
  scaled: boolean;
}
