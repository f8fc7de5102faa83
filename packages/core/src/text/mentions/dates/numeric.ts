import { isMonthDay, isoDate, isoMonth, isYear } from "../calendar.ts";
import { isDigitCode } from "../../patterns/characters.ts";
import { isWordAt, wordBefore } from "../letters.ts";
import type { FigureToken } from "../scan.ts";
import { readZone } from "../zones.ts";
import type { FoundDate } from "../mention.ts";

/** Returns an ISO 8601 timestamp's time, `T17:00:30.5Z`, and its end. Without a time, returns the end of the day. */
function timestamp(text: string, end: number): { end: number; time: string } {
  const none = { end, time: "" };
  if (text.charAt(end) !== "T") return none;
  let to = end + 1;
  const longest = end + 16;
  while (
    to < longest &&
    (isDigitCode(text.charCodeAt(to)) || ":.,".includes(text.charAt(to))) &&
    text.charAt(to) !== ""
  )
    to++;
  while (to > end + 1 && !isDigitCode(text.charCodeAt(to - 1))) to--;
  const fields = text.slice(end + 1, to).split(":");
  const isTime =
    fields.length >= 2 && fields.length <= 3 && fields.slice(0, 2).every(({ length }) => length === 2);
  if (!isTime) return none;
  const zone = readZone(text, to);
  const stop = zone?.end ?? to;
  if (isWordAt(text, stop)) return none;
  return { end: stop, time: `T${text.slice(end + 1, to)}${zone?.iso ?? ""}` };
}

/** Returns a date that consists only of figures, or `null`: `2020-05-05`, `05/05/2020`, `5.5.2020`, `05/2020`. */
export function fromFigures(text: string, token: FigureToken): FoundDate | null {
  const { start, groups, separators, attached } = token;
  if (attached === "letter") return null;
  const [a = "", b = "", c = ""] = groups;
  const [x, y, z] = [Number(a), Number(b), Number(c)];
  const isShort = (field: string) => field.length >= 1 && field.length <= 2;
  if (separators === "--" || separators === "//" || separators === "..") {
    if (a.length === 4 && isShort(b) && isShort(c) && isYear(x)) {
      const day = isoDate(x, y, z);
      if (day === null) return null;
      const { end, time } = timestamp(text, token.end);
      if (isWordAt(text, end)) return null;
      return { start, end, normalized: day + time, confidence: separators === ".." ? 0.8 : 0.97 };
    }
    if (!isShort(a) || !isShort(b) || isWordAt(text, token.end)) return null;
    const isDayFirst = isMonthDay(y, x);
    const isMonthFirst = isMonthDay(x, y);
    if (!isDayFirst && !isMonthFirst) return null;
    if (c.length === 4 && isYear(z)) {
      // 05/06/2020 is May 6 or June 5, depending on the author.
      const isCertain = isDayFirst !== isMonthFirst || x === y;
      const normalized = isCertain ? (isDayFirst ? isoDate(z, y, x) : isoDate(z, x, y)) : null;
      return isCertain && normalized === null
        ? null
        : { start, end: token.end, normalized, confidence: 0.95 };
    }
    // Two digits do not determine the century. With points, the figures may also be a version.
    const isWritten =
      c.length === 2 && (separators === "//" || (a.length === 2 && b.length === 2 && separators === ".."));
    return isWritten ? { start, end: token.end, normalized: null, confidence: 0.75 } : null;
  }
  if (isWordAt(text, token.end)) return null;
  if (separators === "-" && a.length === 4 && b.length === 2 && isYear(x) && y >= 1 && y <= 12)
    return { start, end: token.end, normalized: isoMonth(x, y), confidence: 0.75 };
  if (separators === "/" && isShort(a) && b.length === 4 && isYear(y) && x >= 1 && x <= 12)
    return { start, end: token.end, normalized: isoMonth(y, x), confidence: 0.85 };
  if (separators === "/" && isShort(a) && isShort(b) && (isMonthDay(x, y) || isMonthDay(y, x))) {
    const cue = wordBefore(text, start).word;
    const isCued = ["on", "by", "until", "till", "since", "due", "before", "after", "dated"].includes(cue);
    return isCued ? { start, end: token.end, normalized: null, confidence: 0.7 } : null;
  }
  return null;
}
