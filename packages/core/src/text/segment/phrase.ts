import type { Span } from "../span.ts";

/** Consecutive words that may be a keyword. */
export interface Phrase extends Span {
  /** The words in the form that comparisons of phrases use. */
  words: string[];
  /** The mean of the logarithms of the words' frequency ranks in the language. Zero if the ranks are unknown. */
  rarity: number;
  isName: boolean;
}
