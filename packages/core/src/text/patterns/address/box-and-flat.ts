import type { Street } from "./street.ts";

const postBox =
  /(?<![\p{L}\p{N}])(?:(?:G\.?)?P\. ?O\. ?Box|(?:G?P\.?O\.?|Post Office|Postal) ?Box|Postfach|Postbus|Private Bag|(?:PSC|Unit|CMR) \d{1,5},? Box) ?#?$/iu;

const maxPostBoxLength = 24;

/** Returns the post box whose number is the given range, or `null`: "P.O. Box 123", "PSC 3294, Box 9168". */
export function postBoxBefore(text: string, start: number, end: number): Street | null {
  // All these words end in one of these letters. For most numbers, the check avoids the regular expression.
  const last = text.charAt(start - (text.charAt(start - 1) === "#" ? 3 : 2)).toLowerCase();
  if (last === "" || !"xhsg ".includes(last)) return null;
  const from = Math.max(0, start - maxPostBoxLength);
  const found = postBox.exec(text.slice(from, start));
  return found && { start: from + found.index, end, confidence: 0.93, needsLocality: false };
}

const flat =
  /(?<![\p{L}\p{N}])(?:(?:flat|apt\.?|apartment|unit|suite|studio|room|level|floor) #?(?:\d[\p{L}\d]{0,4}|\p{L}(?:-?\d{1,4})?)|\d{1,2}(?:st|nd|rd|th) floor),? $/iu;

const maxFlatLength = 20;

/** Returns the start of the address, including a flat before the house number: "Flat 4, 12 High Street". */
export function withFlat(text: string, start: number): number {
  const from = Math.max(0, start - maxFlatLength);
  const found = flat.exec(text.slice(from, start));
  return found ? from + found.index : start;
}
