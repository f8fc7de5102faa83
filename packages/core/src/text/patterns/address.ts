import { namedStreetBefore } from "./address/before-number.ts";
import { findCyrillicAddresses } from "./address/cyrillic.ts";
import { namedStreetAfter, plainStreetAfter, typedStreetAfter } from "./address/after-number.ts";
import { postBoxBefore, withFlat } from "./address/box-and-flat.ts";
import { addressEnd } from "./address/locality.ts";
import { isNameWord, lower, type Street } from "./address/street.ts";
import { plainStreetTypes, typesAfterName, typesAfterNumber } from "./address/street-types.ts";
import { type AddressWord, wordsAfter, wordsBefore } from "./address/words.ts";
import { isAsciiAlphanumeric, isDigit, isSpacedAlphanumeric } from "./characters.ts";
import { mergeSpans, type PatternMatch } from "./match.ts";

/** Maximum number of digits in a house number. */
const maxDigits = 5;

const maxNameWords = 5;

/** Words that mark the next number as a year. "Since 2008 Wall Street has" does not contain an address. */
const yearCues = new Set(
  "in since by until till of the from during after before around about year".split(" "),
);

/** Returns whether the word can be next to a house number. The check comes first, because it excludes most numbers. */
function canAdjoinNumber(word: AddressWord): boolean {
  return isNameWord(word) || typesAfterNumber.has(word.text) || typesAfterName.has(word.text);
}

/** Returns the end of the house number whose first digits end at `position`: "221B", "12-14", "5/7" or "12 bis". */
function houseNumberEnd(text: string, position: number): number {
  let end = position;
  // "12-14" and "5/7".
  const sign = text.charAt(end);
  if ((sign === "-" || sign === "/") && isDigit(text.charAt(end + 1))) {
    end += 1;
    while (end - position <= maxDigits && isDigit(text.charAt(end))) end += 1;
  }
  // "221B".
  if (
    isAsciiAlphanumeric(text.charAt(end)) &&
    !isDigit(text.charAt(end)) &&
    !isSpacedAlphanumeric(text.charAt(end + 1))
  )
    end += 1;
  const suffix = text.slice(end, end + 4).toLowerCase();
  return suffix === " bis" || suffix === " ter" ? end + 4 : end;
}

/** Returns whether the number is a year from 1600 to 2099 after one of {@link yearCues}. */
function isYear(text: string, start: number, end: number): boolean {
  const [before] = wordsBefore(text, start, 1);
  const digits = text.slice(start, end);
  return before !== undefined && yearCues.has(lower(before)) && /^(?:1[6-9]|20)\d\d$/.test(digits);
}

/** Returns the post box or the street whose number has the given range of digits, or `null`. */
function readStreet(text: string, start: number, digitsEnd: number): Street | null {
  const box = postBoxBefore(text, start, digitsEnd);
  if (box) return box;
  const end = houseNumberEnd(text, digitsEnd);
  if (isSpacedAlphanumeric(text.charAt(end))) return null;
  if (text.charAt(start - 1) === " " && wordsBefore(text, start, 1).some(canAdjoinNumber)) {
    const street = namedStreetBefore(end, wordsBefore(text, start, maxNameWords));
    if (street) return street;
  }
  const hasComma = text.charAt(end) === ",";
  const space = hasComma ? end + 1 : end;
  if (text.charAt(space) !== " ") return null;
  const [first, second] = wordsAfter(text, space + 1, 2);
  if (!first || !second || !(canAdjoinNumber(first) || plainStreetTypes.has(lower(second)))) return null;
  if (isYear(text, start, end)) return null;
  const words = wordsAfter(text, space + 1, maxNameWords + 2);
  const typed = typedStreetAfter(start, words);
  // Only a street that begins with its type follows a comma: "12, rue de la Paix".
  if (typed || hasComma) return typed;
  return namedStreetAfter(text, start, words) ?? plainStreetAfter(text, start, words);
}

const digits = /\d+/g;
const beforeHouseNumber = /[\s(,;:>"'#“]/;

/**
 * Finds postal addresses. An address is a post box, or a street with a house number in an English, German, Dutch,
 * Nordic, Romance, Slavic or Hungarian form. The flat, postcode, city and country are part of the match. `normalized`
 * is `null`, because addresses have no standard form.
 */
export function findAddresses(text: string): PatternMatch[] {
  const cyrillic = findCyrillicAddresses(text).map((span): PatternMatch => ({
    type: "address",
    ...span,
    normalized: null,
    confidence: 0.93,
  }));
  return mergeSpans(cyrillic, findStreets(text));
}

function findStreets(text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  let previousEnd = 0;
  digits.lastIndex = 0;
  // `matchAll` would copy the regular expression for each text.
  for (let match = digits.exec(text); match; match = digits.exec(text)) {
    const { 0: found, index } = match;
    if (index < previousEnd || found.length > maxDigits || isSpacedAlphanumeric(text.charAt(index - 1)))
      continue;
    if (index > 0 && !beforeHouseNumber.test(text.charAt(index - 1))) continue;
    const street = readStreet(text, index, index + found.length);
    if (!street || street.start < previousEnd) continue;
    const { end, hasLocality } = addressEnd(text, street.end);
    if (street.needsLocality && !hasLocality) continue;
    const start = Math.max(previousEnd, withFlat(text, street.start));
    const confidence = hasLocality ? Math.max(street.confidence, 0.93) : street.confidence;
    matches.push({ type: "address", start, end, normalized: null, confidence });
    previousEnd = end;
  }
  return matches;
}
