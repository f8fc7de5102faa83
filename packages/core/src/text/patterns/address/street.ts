import { isCapitalized, isNumbered, type PlacedWord } from "./words.ts";

/** The line of an address that names the street and the house. */
export interface Street {
  start: number;
  end: number;
  confidence: number;
  /** Whether it counts only with a postcode, a city or a country behind it. */
  weak: boolean;
}

/** The word in lower case. */
export function lower({ text }: PlacedWord): string {
  return text.toLowerCase();
}

/** Whether the word may belong to the name of a street. */
export function isNameWord(word: PlacedWord): boolean {
  return isCapitalized(word.text) || isNumbered(word.text);
}
