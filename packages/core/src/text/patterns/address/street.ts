import { isCapitalized, isNumbered, type AddressWord } from "./words.ts";

/** The street and the house number of an address. */
export interface Street {
  start: number;
  end: number;
  confidence: number;
  /** Whether a postcode, a city or a country must follow. */
  needsLocality: boolean;
}

/** Returns the word in lower case. */
export function lower({ text }: AddressWord): string {
  return text.toLowerCase();
}

/** Returns whether the word can be part of a street name. */
export function isNameWord(word: AddressWord): boolean {
  return isCapitalized(word.text) || isNumbered(word.text);
}
