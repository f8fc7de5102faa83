import type { Span } from "../span.ts";

/** Consecutive words that may be a keyword. */
export interface Phrase extends Span {
  /** The words in the form that comparisons of phrases use. */
  words: string[];
  /** The mean of the logarithms of the words' frequency ranks in the language. Zero if the ranks are unknown. */
  rarity: number;
  isName: boolean;
}

/** Words between the names of a person, in any language. */
export const nameParticles: ReadonlySet<string> = new Set(
  "af al bin d' da das de del della den der di do dos du el ibn la le ten ter van vom von zu zum".split(" "),
);
