import { isLatinLetter } from "../patterns/characters.ts";
import { isWordAt, wordAfter, wordBefore } from "./letters.ts";
import type { Mention } from "./mention.ts";
import { readJoint, type Scan } from "./scan.ts";

/** An ordinal number in digits or in words. */
export interface Ordinal {
  start: number;
  end: number;
  /** The index of the first token after it. */
  next: number;
  value: number;
  inDigits: boolean;
}

const suffixes = ["th", "st", "nd", "rd"];

function ordinalSuffix(value: number): string {
  const teens = value % 100 >= 11 && value % 100 <= 13;
  return (teens ? undefined : suffixes[value % 10]) ?? "th";
}

/** Returns the ordinal that begins at the token, or `null`: `21st`, `21ST`, `twenty-first`, `hundredth`. */
export function readOrdinal(scan: Scan, index: number): Ordinal | null {
  const { text, tokens } = scan;
  const token = tokens[index];
  if (token?.kind === "figure") {
    const digits = token.groups[0] ?? "";
    const end = token.end + 2;
    if (token.separators !== "" || token.attached !== "free" || digits.length > 6) return null;
    if (!isLatinLetter(text.charCodeAt(token.end))) return null;
    if (text.slice(token.end, end).toLowerCase() !== ordinalSuffix(Number(digits)) || isWordAt(text, end))
      return null;
    return { start: token.start, end, next: index + 1, value: Number(digits), inDigits: true };
  }
  if (token?.kind !== "word" || isWordAt(text, token.start - 1)) return null;
  const { ordinal, ordinalScale, cardinal = 0 } = token.is;
  const value = ordinal ?? (ordinalScale === undefined ? undefined : 10 ** ordinalScale);
  if (value !== undefined)
    return { start: token.start, end: token.end, next: index + 1, value, inDigits: false };
  const last = tokens[index + 1];
  if (cardinal < 20 || last?.kind !== "word" || readJoint(text, token.end, last.start) !== "-") return null;
  const { ordinal: unit = 10 } = last.is;
  if (unit > 9) return null;
  return { start: token.start, end: last.end, next: index + 2, value: cardinal + unit, inDigits: false };
}

/** Words before "second" that make it the unit of time or a verb. */
const secondCues: ReadonlySet<string> = new Set("per every each split one i we they to".split(" "));
const wordsAfterUnit: ReadonlySet<string> = new Set(
  "later ago before after or and to of when as that the he she it i we they but if until while".split(" "),
);

/** Returns whether "second" is the unit of time, as in "a second later", or a verb, as in "I second that". */
function isUnitOrVerb(text: string, start: number, end: number): boolean {
  const { word } = wordBefore(text, start);
  if (secondCues.has(word)) return true;
  const next = wordAfter(text, end).toLowerCase();
  if (word === "a" || word === "this" || word === "that") return next === "" || wordsAfterUnit.has(next);
  return false;
}

/** Returns the mention of an ordinal, or `null`: "21st", "twenty-first", "second". */
export function readOrdinalMention(scan: Scan, index: number): Mention | null {
  const { text } = scan;
  const ordinal = readOrdinal(scan, index);
  if (!ordinal || isWordAt(text, ordinal.end)) return null;
  const { start, end, value, inDigits } = ordinal;
  const found = { type: "ordinal", start, end, normalized: String(value) } as const;
  if (inDigits) return { ...found, confidence: 0.95 };
  const isSingle = ordinal.next === index + 1;
  if (isSingle && value === 2 && isUnitOrVerb(text, start, end)) return null;
  // "A third of" is a fraction.
  if (
    isSingle &&
    value >= 3 &&
    /^(?:a|an|one)$/.test(wordBefore(text, start).word) &&
    wordAfter(text, end) === "of"
  )
    return {
      ...found,
      type: "number",
      start: wordBefore(text, start).start,
      normalized: null,
      confidence: 0.7,
    };
  return { ...found, confidence: value <= 2 ? 0.75 : 0.9 };
}
