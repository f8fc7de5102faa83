import { isWordAt } from "./letters.ts";
import { jointOf, type Scan } from "./scan.ts";

/** A number in a series, in digits or in words. */
export interface Ordinal {
  start: number;
  end: number;
  /** The index of the first token behind it. */
  next: number;
  value: number;
  inDigits: boolean;
}

const suffixes = ["th", "st", "nd", "rd"];

function suffixOf(value: number): string {
  const teens = value % 100 >= 11 && value % 100 <= 13;
  return (teens ? undefined : suffixes[value % 10]) ?? "th";
}

/** `21st`, `21ST`, `twenty-first`, `hundredth`; `null` where the token begins none. */
export function readOrdinal(scan: Scan, index: number): Ordinal | null {
  const { text, tokens } = scan;
  const token = tokens[index];
  if (token?.kind === "figure") {
    const digits = token.groups[0] ?? "";
    const end = token.end + 2;
    if (token.separators !== "" || token.attached !== "free" || digits.length > 6) return null;
    if (text.slice(token.end, end).toLowerCase() !== suffixOf(Number(digits)) || isWordAt(text, end))
      return null;
    return { start: token.start, end, next: index + 1, value: Number(digits), inDigits: true };
  }
  if (token?.kind !== "word" || isWordAt(text, token.start - 1)) return null;
  const { ordinal, ordinalScale, cardinal = 0 } = token.is;
  const value = ordinal ?? (ordinalScale === undefined ? undefined : 10 ** ordinalScale);
  if (value !== undefined)
    return { start: token.start, end: token.end, next: index + 1, value, inDigits: false };
  const last = tokens[index + 1];
  if (cardinal < 20 || last?.kind !== "word" || jointOf(text, token.end, last.start) !== "-") return null;
  const { ordinal: unit = 10 } = last.is;
  if (unit > 9) return null;
  return { start: token.start, end: last.end, next: index + 2, value: cardinal + unit, inDigits: false };
}
