import { lower, type Street } from "./street.ts";
import {
  adjectiveEndings,
  connectors,
  englishTypesAfterName,
  minCompoundLength,
  shortTypesBeforeName,
  typeEndings,
  typesBeforeName,
  typesAfterName,
  uncertainTypesAfterName,
} from "./street-types.ts";
import { isCapitalized, isNumbered, type AddressWord } from "./words.ts";

/**
 * Returns the street in the words before a house number, the nearest word first, or `null`: "Hauptstraße 5", "Passauer
 * Strasse 33", "Via Roma 131".
 */
export function namedStreetBefore(end: number, words: readonly AddressWord[]): Street | null {
  const [nearest, second] = words;
  if (!nearest) return null;
  const type = lower(nearest);
  const isEnglish = englishTypesAfterName.has(type);
  if ((typesAfterName.has(type) || isEnglish) && second && isCapitalized(second.text)) {
    const names = words.slice(1, 3);
    const other = names.findIndex((word) => !isCapitalized(word.text));
    const first = names[other < 0 ? names.length - 1 : other - 1] ?? second;
    return {
      start: first.start,
      end,
      confidence: 0.82,
      needsLocality: isEnglish || uncertainTypesAfterName.has(type),
    };
  }
  const isCompound =
    nearest.text.length >= minCompoundLength &&
    isCapitalized(nearest.text) &&
    typeEndings.some((ending) => (nearest.abbreviated ? `${type}.` : type).endsWith(ending));
  const isAdjective = isCapitalized(nearest.text) && adjectiveEndings.some((ending) => type.endsWith(ending));
  if (isAdjective) return { start: nearest.start, end, confidence: 0.85, needsLocality: true };
  if (isCompound) return { start: nearest.start, end, confidence: 0.88, needsLocality: false };
  for (const [index, word] of words.entries()) {
    if (
      index > 0 &&
      typesBeforeName.has(lower(word)) &&
      words.slice(0, index).some((name) => isCapitalized(name.text))
    ) {
      const isShort = shortTypesBeforeName.has(lower(word)) && !word.abbreviated;
      if (isShort && !isCapitalized(word.text)) return null;
      return { start: word.start, end, confidence: 0.85, needsLocality: isShort && lower(word) !== "via" };
    }
    if (!isCapitalized(word.text) && !connectors.has(lower(word)) && !isNumbered(word.text)) return null;
  }
  return null;
}
