import { isCapitalAt, isWordAt, wordAfter, wordBefore } from "../letters.ts";
import { readOrdinal } from "../ordinals.ts";
import { readJoint, type Scan, type WordToken } from "../scan.ts";
import type { FoundDate } from "../mention.ts";
import { skipSpace, modifiedStart, yearAfter } from "./parts.ts";

/** Words before the short name of a weekday: "sat" and "sun" are words too. */
const weekdayCues: ReadonlySet<string> = new Set("on until till by before since from".split(" "));

/** Returns the date that begins with a weekday, or `null`. A part of the day or a full date can follow the weekday. */
export function fromWeekday(
  scan: Scan,
  index: number,
  token: WordToken,
  readCalendar: (scan: Scan, index: number) => FoundDate | null,
): FoundDate | null {
  const { text, tokens } = scan;
  const start = modifiedStart(text, token.start);
  const abbreviated = token.is.weekday === "short" && text.charAt(token.end) === ".";
  const end = abbreviated ? token.end + 1 : token.end;
  const following = tokens[index + 1];
  if (following && isWordAt(text, token.start - 1)) return null;
  const joint = following ? readJoint(text, end, following.start) : null;
  const isClose = joint === " " || joint === "," || (joint === "" && abbreviated);
  // Only a month or an ordinal can be the first word of the date. A weekday after a weekday is read separately.
  const mayBegin =
    following?.kind === "figure" ||
    (following?.kind === "word" && (following.is.month !== undefined || following.is.ordinal !== undefined));
  const date = isClose && mayBegin ? readCalendar(scan, index + 1) : null;
  if (date && date.start === following?.start && !isBareYear(scan, index + 1, date))
    return { ...date, start, confidence: 0.98 };
  const isCapital = isCapitalAt(text, token.start);
  if (token.is.weekday === "short") {
    const cue = wordBefore(text, token.start).word;
    const next = wordAfter(text, token.end);
    const isCued = start < token.start || weekdayCues.has(cue);
    const stands = !isWordAt(text, token.end) && !isCapitalAt(next, 0);
    return isCapital && isCued && stands
      ? { start, end: token.end, normalized: null, confidence: 0.75 }
      : null;
  }
  const part =
    joint === " " && following?.kind === "word" && following.is.partOfDay === "any" ? following : null;
  return { start, end: (part ?? token).end, normalized: null, confidence: isCapital ? 0.93 : 0.85 };
}

function isBareYear({ tokens }: Scan, index: number, date: FoundDate): boolean {
  const token = tokens[index];
  return token?.kind === "figure" && token.separators === "" && token.end === date.end;
}

/** Returns a counted part of the calendar, or `null`: "19th century", "the third quarter of 2024". */
export function counted(scan: Scan, index: number): FoundDate | null {
  const ordinal = readOrdinal(scan, index);
  const period = ordinal && scan.tokens[ordinal.next];
  if (!ordinal || period?.kind !== "word" || isWordAt(scan.text, period.end)) return null;
  const joint = readJoint(scan.text, ordinal.end, period.start);
  if (joint !== " " && joint !== "-") return null;
  if (period.word === "century" || period.word === "centuries")
    return { start: ordinal.start, end: period.end, normalized: null, confidence: 0.95 };
  const year =
    period.word === "quarter"
      ? yearAfter(scan, { end: skipSpace(scan.text, period.end), next: ordinal.next + 1 })
      : null;
  return year && { start: ordinal.start, end: year.end, normalized: null, confidence: 0.95 };
}

/** Returns a quarter, or `null`: "Q3 2024", "Q3". */
export function quarter({ text, tokens }: Scan, index: number, token: WordToken): FoundDate | null {
  const number = tokens[index + 1];
  if (
    number?.kind !== "figure" ||
    number.start !== token.end ||
    !/^[1-4]$/.test(number.groups.join(number.separators))
  )
    return null;
  if (isWordAt(text, token.start - 1) || isWordAt(text, number.end) || !isCapitalAt(text, token.start))
    return null;
  const year = yearAfter({ text, tokens }, { end: skipSpace(text, number.end), next: index + 2 });
  return {
    start: token.start,
    end: year?.end ?? number.end,
    normalized: null,
    confidence: year ? 0.97 : 0.8,
  };
}

/** Returns a period, or `null`: "next week", "last year", "summer 2021". */
export function period(scan: Scan, index: number, token: WordToken): FoundDate | null {
  const { text } = scan;
  if (isWordAt(text, token.end)) return null;
  if (token.is.season) {
    const year = yearAfter(scan, { end: skipSpace(text, token.end), next: index + 1 });
    if (year)
      return { start: modifiedStart(text, token.start), end: year.end, normalized: null, confidence: 0.95 };
  }
  const start = modifiedStart(text, token.start);
  return start === token.start ? null : { start, end: token.end, normalized: null, confidence: 0.85 };
}

/** Returns a holiday, or `null`: "Christmas", "Easter Monday", "Christmas Eve 2021", but not Easter Island. */
export function holiday(scan: Scan, index: number, token: WordToken): FoundDate | null {
  const { text } = scan;
  if (!isCapitalAt(text, token.start) || isWordAt(text, token.end)) return null;
  const next = wordAfter(text, token.end);
  const isPart = ["Day", "Eve", "Sunday", "Monday"].includes(next);
  const end = isPart ? text.indexOf(next, token.end) + next.length : token.end;
  const year = yearAfter(scan, {
    end,
    next: next === "Sunday" || next === "Monday" ? index + 2 : index + 1,
  });
  if (!isPart && !year && isCapitalAt(next, 0)) return null;
  return {
    start: modifiedStart(text, token.start),
    end: year?.end ?? end,
    normalized: null,
    confidence: 0.85,
  };
}

/** Returns a day relative to today, or `null`: "today", "yesterday evening". */
export function relativeDay({ text, tokens }: Scan, index: number, token: WordToken): FoundDate | null {
  if (isWordAt(text, token.start - 1) || isWordAt(text, token.end)) return null;
  const part = tokens[index + 1];
  const isDivided =
    part?.kind === "word" && part.is.partOfDay === "any" && readJoint(text, token.end, part.start) === " ";
  return { start: token.start, end: isDivided ? part.end : token.end, normalized: null, confidence: 0.95 };
}
