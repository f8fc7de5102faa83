import { isYear } from "../calendar.ts";
import { modifiers } from "../cues.ts";
import { isDigitCode } from "../../patterns/characters.ts";
import { isWordAt, wordBefore } from "../letters.ts";
import { readJoint, type Scan } from "../scan.ts";

/** The end of a part of a date, and the index of the token after it. */
export interface Part {
  end: number;
  next: number;
}

/** Returns the four-digit year after a part of a date, or `null`: "May 2020", "May 5, 2020". */
export function yearAfter(scan: Scan, { end, next }: Part): (Part & { year: number }) | null {
  const token = scan.tokens[next];
  if (token?.kind !== "figure" || token.groups[0]?.length !== 4) return null;
  const joint = readJoint(scan.text, end, token.start);
  const year = Number(token.groups[0]);
  const stands = token.separators === "" && !isWordAt(scan.text, token.end);
  const fits = (joint === " " || joint === "," || joint === ".") && stands && isYear(year);
  return fits ? { end: token.end, next: next + 1, year } : null;
}

/** Returns the index after " of", as in "5th of May", or `end` if no "of" follows. */
export function skipSpace(text: string, end: number): number {
  return text.slice(end, end + 4).toLowerCase() === " of " ? end + 3 : end;
}

/** Returns the start of the modifier before `start`, as in "next Friday", or `start`. */
export function modifiedStart(text: string, start: number): number {
  const before = wordBefore(text, start);
  return modifiers.has(before.word) ? before.start : start;
}

/** Returns whether the number before `end` continues: "May 5%", "May 5:30", "May 5.5". */
export function isQuantity(text: string, end: number): boolean {
  const next = text.charAt(end);
  return (
    next === "%" || ((next === ":" || next === "." || next === ",") && isDigitCode(text.charCodeAt(end + 1)))
  );
}
