import { isDigit, isSpacedAlphanumeric } from "../characters.ts";
import { isNameWord, lower, type Street } from "./street.ts";
import {
  connectors,
  directions,
  plainStreetTypes,
  streetTypes,
  typesAfterNumber,
  weakStreetTypes,
} from "./street-types.ts";
import { isCapitalized, type AddressWord } from "./words.ts";

/** Words that a number counts before "street" or "road" in lower-case text, and words that cannot name a street. */
const counted: ReadonlySet<string> = new Set(
  "way lane mile miles block blocks minute minutes other more different busy main-road the a".split(" "),
);

/** Words that a number counts before a type of street that is also another word: "10 Minutes Drive", "3 Way Street". */
const units: ReadonlySet<string> = new Set(
  "way ways minute minutes min mins hour hours day days week weeks block blocks".split(" "),
);

/** Words that make the number before them a time: in "8 PM CT", "CT" is a time zone. */
const halvesOfDay: ReadonlySet<string> = new Set(["am", "pm"]);

/** Returns whether the street ends its clause. A capitalized word after it can continue a name. */
function endsClause(text: string, end: number): boolean {
  const next = text.charAt(end);
  if (next !== " ") return !isSpacedAlphanumeric(next) && next !== "-" && next !== "'" && next !== "’";
  return !isCapitalized(text.charAt(end + 1)) && !isDigit(text.charAt(end + 1));
}

/** Returns the end of a word. The period of an abbreviation is part of it if the line continues. */
function wordEnd(text: string, { end, abbreviated }: AddressWord): number {
  return abbreviated && /^\.(?:,| [^\s])/.test(text.slice(end, end + 3)) ? end + 1 : end;
}

/**
 * Returns the street from the house number up to the type of street, or `null`: "221B Baker Street", "1600 Amphitheatre
 * Pkwy NW".
 */
export function namedStreetAfter(text: string, start: number, words: readonly AddressWord[]): Street | null {
  // The last type of street counts: "12 Park Avenue", "3 Court Road".
  let last = -1;
  for (const [index, word] of words.entries()) {
    const type = lower(word);
    const isType = streetTypes.has(type) || weakStreetTypes.has(type);
    if (index > 0 && isType && isCapitalized(word.text)) last = index;
    if (!isNameWord(word) && !connectors.has(type)) break;
    if (last === index && word.abbreviated) break;
  }
  const type = words[last];
  const first = words[0]?.text.toLowerCase() ?? "";
  if (halvesOfDay.has(first) || units.has(first)) return null;
  if (!type || !words.slice(0, last).some(isNameWord) || !isNameWord(words[0] ?? type)) return null;
  const direction = words[last + 1];
  const isDirected = direction !== undefined && directions.has(lower(direction));
  const end = wordEnd(text, isDirected ? direction : type);
  const confidence = streetTypes.has(lower(type)) ? 0.85 : 0.75;
  // A capital after the street continues another name: "5 Star Street Food", "3 Point Road Trip".
  return { start, end, confidence, needsLocality: !isDirected && !endsClause(text, end) };
}

/**
 * Returns a street in lower case, as in chat, or `null`: one word and an unambiguous type of street ("12 main street").
 */
export function plainStreetAfter(
  text: string,
  start: number,
  [name, type]: readonly AddressWord[],
): Street | null {
  if (!name || !type || !plainStreetTypes.has(lower(type)) || type.text !== lower(type)) return null;
  if (
    name.text !== lower(name) ||
    counted.has(lower(name)) ||
    connectors.has(lower(name)) ||
    isDigit(name.text.charAt(0))
  )
    return null;
  return { start, end: type.end, confidence: 0.6, needsLocality: false };
}

/** Returns the street whose type is between the house number and the name, or `null`: "12 rue de la Paix". */
export function typedStreetAfter(start: number, [type, ...names]: readonly AddressWord[]): Street | null {
  if (!type || !typesAfterNumber.has(lower(type))) return null;
  let end = -1;
  let hasConnector = false;
  for (const word of names) {
    if (isCapitalized(word.text) || /^[dl]['’]\p{Lu}/u.test(word.text)) ({ end } = word);
    else if (connectors.has(lower(word)) || /^[dl]['’]/.test(word.text)) hasConnector = true;
    else {
      // An author who writes the type in lower case may write the whole name in lower case.
      if (end < 0 && hasConnector) ({ end } = word);
      break;
    }
  }
  return end < 0 ? null : { start, end, confidence: 0.88, needsLocality: false };
}
