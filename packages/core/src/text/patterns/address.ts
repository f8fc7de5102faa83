import { addressEnd } from "./address/locality.ts";
import {
  connectors,
  directions,
  englishTypesBehindName,
  plainStreetTypes,
  shortestCompound,
  shortTypesBeforeName,
  streetTypes,
  typeEndings,
  typesBeforeName,
  typesBehindName,
  typesBehindNumber,
  uncertainTypesBehindName,
  weakStreetTypes,
} from "./address/street-types.ts";
import { isCapitalized, isNumbered, type PlacedWord, wordsAfter, wordsBefore } from "./address/words.ts";
import { isAsciiAlphanumeric, isDigit, isSpaced } from "./characters.ts";
import type { PatternMatch } from "./match.ts";

/** The line of an address that names the street and the house. */
interface Street {
  start: number;
  end: number;
  confidence: number;
  /** Whether it counts only with a postcode, a city or a country behind it. */
  weak: boolean;
}

/** House numbers have up to five digits. */
const mostDigits = 5;
const mostNameWords = 5;

/** In front of a year: "since 2008 Wall Street has" is no address. */
const yearCues = new Set(
  "in since by until till of the from during after before around about year".split(" "),
);
/** What a number in lower-case text counts in front of "street" or "road". */
const counted: ReadonlySet<string> = new Set(
  "way lane mile miles block blocks minute minutes other more different busy main-road the a".split(" "),
);

/** Behind a number they make a time of it: in "8 PM CT" the last is a zone. */
const halvesOfDay: ReadonlySet<string> = new Set(["am", "pm"]);

/** Whether the street ends its clause; a word with a capital may go on with a name. */
function endsClause(text: string, end: number): boolean {
  const next = text.charAt(end);
  if (next !== " ") return !isSpaced(next) && next !== "-" && next !== "'" && next !== "’";
  return !isCapitalized(text.charAt(end + 1)) && !isDigit(text.charAt(end + 1));
}

function lower({ text }: PlacedWord): string {
  return text.toLowerCase();
}

function isNameWord(word: PlacedWord): boolean {
  return isCapitalized(word.text) || isNumbered(word.text);
}

/** Whether the word may stand beside a house number: most do not, and spare the look at those beyond. */
function mayName(word: PlacedWord): boolean {
  return isNameWord(word) || typesBehindNumber.has(word.text) || typesBehindName.has(word.text);
}

/** Where a word ends, with the period of an abbreviation if the line goes on behind it. */
function wordEnd(text: string, { end, abbreviated }: PlacedWord): number {
  return abbreviated && /^\.(?:,| [^\s])/.test(text.slice(end, end + 3)) ? end + 1 : end;
}

/** "221B Baker Street", "1600 Amphitheatre Pkwy NW": the words behind the house number up to the kind of street. */
function namedBehind(text: string, start: number, words: readonly PlacedWord[]): Street | null {
  // The last kind of street counts: "12 Park Avenue", "3 Court Road".
  let last = -1;
  for (const [index, word] of words.entries()) {
    const type = lower(word);
    const isType = streetTypes.has(type) || weakStreetTypes.has(type);
    if (index > 0 && isType && isCapitalized(word.text)) last = index;
    if (!isNameWord(word) && !connectors.has(type)) break;
    if (last === index && word.abbreviated) break;
  }
  const type = words[last];
  if (halvesOfDay.has(words[0]?.text.toLowerCase() ?? "")) return null;
  if (!type || !words.slice(0, last).some(isNameWord) || !isNameWord(words[0] ?? type)) return null;
  const direction = words[last + 1];
  const isDirected =
    direction !== undefined && direction.text.length <= 2 && directions.has(lower(direction));
  const end = wordEnd(text, isDirected ? direction : type);
  const confidence = streetTypes.has(lower(type)) ? 0.85 : 0.75;
  // A capital behind the street goes on with something else: "5 Star Street Food", "3 Point Road Trip".
  return { start, end, confidence, weak: !isDirected && !endsClause(text, end) };
}

/** "12 main street", as in chat: one word, and a kind of street that is little else. */
function plainBehind(text: string, start: number, [name, type]: readonly PlacedWord[]): Street | null {
  if (!name || !type || !plainStreetTypes.has(lower(type)) || type.text !== lower(type)) return null;
  if (
    name.text !== lower(name) ||
    counted.has(lower(name)) ||
    connectors.has(lower(name)) ||
    isDigit(name.text.charAt(0))
  )
    return null;
  return { start, end: type.end, confidence: 0.6, weak: false };
}

/** "12 rue de la Paix": the kind of street behind the number, the name behind that. */
function typedBehind(start: number, [type, ...names]: readonly PlacedWord[]): Street | null {
  if (!type || !typesBehindNumber.has(lower(type))) return null;
  let end = -1;
  let hasConnector = false;
  for (const word of names) {
    if (isCapitalized(word.text)) ({ end } = word);
    else if (connectors.has(lower(word)) || /^[dl]['’]/.test(word.text)) hasConnector = true;
    else {
      // Whoever writes the kind of street small may write all of it so.
      if (end < 0 && hasConnector) ({ end } = word);
      break;
    }
  }
  return end < 0 ? null : { start, end, confidence: 0.88, weak: false };
}

/** "Hauptstraße 5", "Passauer Strasse 33", "Via Roma 131": the words in front of the house number, nearest first. */
function namedBefore(end: number, words: readonly PlacedWord[]): Street | null {
  const [nearest, second] = words;
  if (!nearest) return null;
  const type = lower(nearest);
  const isEnglish = englishTypesBehindName.has(type);
  if ((typesBehindName.has(type) || isEnglish) && second && isCapitalized(second.text)) {
    const names = words.slice(1, 3);
    const other = names.findIndex((word) => !isCapitalized(word.text));
    const first = names[other < 0 ? names.length - 1 : other - 1] ?? second;
    return {
      start: first.start,
      end,
      confidence: 0.82,
      weak: isEnglish || uncertainTypesBehindName.has(type),
    };
  }
  const isCompound =
    nearest.text.length >= shortestCompound &&
    isCapitalized(nearest.text) &&
    typeEndings.some((ending) => (nearest.abbreviated ? `${type}.` : type).endsWith(ending));
  if (isCompound) return { start: nearest.start, end, confidence: 0.88, weak: false };
  for (const [index, word] of words.entries()) {
    if (
      index > 0 &&
      typesBeforeName.has(lower(word)) &&
      words.slice(0, index).some((name) => isCapitalized(name.text))
    ) {
      const isShort = shortTypesBeforeName.has(lower(word)) && !word.abbreviated;
      if (isShort && !isCapitalized(word.text)) return null;
      return { start: word.start, end, confidence: 0.85, weak: isShort && lower(word) !== "via" };
    }
    if (!isCapitalized(word.text) && !connectors.has(lower(word)) && !isNumbered(word.text)) return null;
  }
  return null;
}

const postBox =
  /(?<![\p{L}\p{N}])(?:(?:G\.?)?P\. ?O\. ?Box|(?:G?P\.?O\.?|Post Office|Postal) ?Box|Postfach|Postbus|Private Bag|(?:PSC|Unit|CMR) \d{1,5},? Box) ?#?$/iu;
const longestPostBox = 24;

/** "P.O. Box 123", "PSC 3294, Box 9168". */
function postBoxBefore(text: string, start: number, end: number): Street | null {
  // The words all end in one of these: most numbers are spared the expression.
  const last = text.charAt(start - (text.charAt(start - 1) === "#" ? 3 : 2)).toLowerCase();
  if (last === "" || !"xhsg ".includes(last)) return null;
  const from = Math.max(0, start - longestPostBox);
  const found = postBox.exec(text.slice(from, start));
  return found && { start: from + found.index, end, confidence: 0.93, weak: false };
}

const flat =
  /(?<![\p{L}\p{N}])(?:(?:flat|apt\.?|apartment|unit|suite|studio|room|level|floor) #?[\p{L}\d]{1,5}|\d{1,2}(?:st|nd|rd|th) floor),? $/iu;
const longestFlat = 20;

/** Where the address begins, with the flat in front of the house: "Flat 4, 12 High Street". */
function withFlat(text: string, start: number): number {
  const from = Math.max(0, start - longestFlat);
  const found = flat.exec(text.slice(from, start));
  return found ? from + found.index : start;
}

/** Where the house number ends whose digits end at the place: behind "221B", "12-14", "5/7" and "12 bis". */
function houseEnd(text: string, place: number): number {
  let end = place;
  const sign = text.charAt(end);
  if ((sign === "-" || sign === "/") && isDigit(text.charAt(end + 1))) {
    end += 1;
    while (end - place <= mostDigits && isDigit(text.charAt(end))) end += 1;
  }
  if (isAsciiAlphanumeric(text.charAt(end)) && !isDigit(text.charAt(end)) && !isSpaced(text.charAt(end + 1)))
    end += 1;
  const suffix = text.slice(end, end + 4).toLowerCase();
  return suffix === " bis" || suffix === " ter" ? end + 4 : end;
}

function isYearAnnounced(text: string, start: number, end: number): boolean {
  const [before] = wordsBefore(text, start, 1);
  const digits = text.slice(start, end);
  return before !== undefined && yearCues.has(lower(before)) && /^(?:1[6-9]|20)\d\d$/.test(digits);
}

function readStreet(text: string, start: number, digitsEnd: number): Street | null {
  const box = postBoxBefore(text, start, digitsEnd);
  if (box) return box;
  const end = houseEnd(text, digitsEnd);
  if (isSpaced(text.charAt(end))) return null;
  if (text.charAt(start - 1) === " " && wordsBefore(text, start, 1).some(mayName)) {
    const street = namedBefore(end, wordsBefore(text, start, mostNameWords));
    if (street) return street;
  }
  const sign = text.charAt(end);
  const place = sign === " " ? end + 1 : sign === "," && text.charAt(end + 1) === " " ? end + 2 : -1;
  if (place < 0) return null;
  const [first, second] = wordsAfter(text, place, 2);
  if (!first || !second || !(mayName(first) || plainStreetTypes.has(lower(second)))) return null;
  if (isYearAnnounced(text, start, end)) return null;
  const words = wordsAfter(text, place, mostNameWords + 2);
  const typed = typedBehind(start, words);
  if (typed || sign === ",") return typed;
  return namedBehind(text, start, words) ?? plainBehind(text, start, words);
}

const digits = /\d+/g;

/**
 * Postal addresses: a street with a house number in the forms of English, German, Dutch, Nordic, Romance, Slavic and
 * Hungarian addresses, or a post box, with the flat, postcode, city and country behind it. `normalized` is `null`:
 * addresses have no standard form.
 */
export function findAddresses(text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  let used = 0;
  for (const { 0: found, index } of text.matchAll(digits)) {
    if (index < used || found.length > mostDigits || isSpaced(text.charAt(index - 1))) continue;
    if (!/[\s(,;:>"'#“]/.test(text.charAt(index - 1)) && index > 0) continue;
    const street = readStreet(text, index, index + found.length);
    if (!street || street.start < used) continue;
    const { end, located } = addressEnd(text, street.end);
    if (street.weak && !located) continue;
    const start = Math.max(used, withFlat(text, street.start));
    const confidence = located ? Math.max(street.confidence, 0.93) : street.confidence;
    matches.push({ type: "address", start, end, normalized: null, confidence });
    used = end;
  }
  return matches;
}
