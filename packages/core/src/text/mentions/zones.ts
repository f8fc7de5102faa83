import { isDigitCode } from "../patterns/characters.ts";
import { isWordAt } from "./letters.ts";

/** UTC offsets by name. `null` marks names that several zones share, such as CST, IST and BST. */
const offsets: ReadonlyMap<string, string | null> = new Map([
  ["Z", "Z"],
  ["UTC", "Z"],
  ["GMT", "Z"],
  ["EST", "-05:00"],
  ["EDT", "-04:00"],
  ["CDT", "-05:00"],
  ["MST", "-07:00"],
  ["MDT", "-06:00"],
  ["PST", "-08:00"],
  ["PDT", "-07:00"],
  ["CET", "+01:00"],
  ["CEST", "+02:00"],
  ["JST", "+09:00"],
  ["CST", null],
  ["IST", null],
  ["BST", null],
  ["ET", null],
  ["PT", null],
]);

const maxNameLength = 4;

function offsetAt(text: string, at: number): { end: number; iso: string } | null {
  const sign = text.charAt(at);
  if (sign !== "+" && sign !== "-") return null;
  const isPair = (from: number) =>
    isDigitCode(text.charCodeAt(from)) && isDigitCode(text.charCodeAt(from + 1));
  if (!isPair(at + 1)) return null;
  const minutes = text.charAt(at + 3) === ":" ? at + 4 : at + 3;
  if (!isPair(minutes)) return null;
  const end = minutes + 2;
  if (isDigitCode(text.charCodeAt(end)) || text.slice(at + 1, at + 3) > "14" || text.charAt(minutes) > "5")
    return null;
  return { end, iso: `${sign}${text.slice(at + 1, at + 3)}:${text.slice(minutes, end)}` };
}

/**
 * Returns the time zone at `position` or after one space, or `null`: `Z`, `UTC`, `+02:00`. `iso` is the offset of ISO
 * 8601, or `null` for a name that several zones share.
 */
export function readZone(text: string, position: number): { end: number; iso: string | null } | null {
  const at = text.charAt(position) === " " ? position + 1 : position;
  const offset = at === position || isOffsetAfterBlank(text, at) ? offsetAt(text, at) : null;
  if (offset) return offset;
  for (let length = maxNameLength; length >= 1; length--) {
    const iso = at + length <= text.length ? offsets.get(text.slice(at, at + length)) : undefined;
    if (iso !== undefined && !isWordAt(text, at + length) && (length > 1 || at === position))
      return { end: at + length, iso };
  }
  return null;
}

/** Returns whether a sign after a space begins an offset. "17:00 +0200" has one, but "17:00 -10:30" may be a range. */
function isOffsetAfterBlank(text: string, at: number): boolean {
  return text.charAt(at) === "+" || text.charAt(at + 3) !== ":";
}
