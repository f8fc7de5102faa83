import { isDigit, isSpaced } from "../characters.ts";
import { isNameWord, lower, type Street } from "./street.ts";
import {
  connectors,
  directions,
  plainStreetTypes,
  streetTypes,
  typesBehindNumber,
  weakStreetTypes,
} from "./street-types.ts";
import { isCapitalized, type PlacedWord } from "./words.ts";

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

/** Where a word ends, with the period of an abbreviation if the line goes on behind it. */
function wordEnd(text: string, { end, abbreviated }: PlacedWord): number {
  return abbreviated && /^\.(?:,| [^\s])/.test(text.slice(end, end + 3)) ? end + 1 : end;
}

/** "221B Baker Street", "1600 Amphitheatre Pkwy NW": the words behind the house number up to the kind of street. */
export function namedBehind(text: string, start: number, words: readonly PlacedWord[]): Street | null {
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
export function plainBehind(text: string, start: number, [name, type]: readonly PlacedWord[]): Street | null {
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
export function typedBehind(start: number, [type, ...names]: readonly PlacedWord[]): Street | null {
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
