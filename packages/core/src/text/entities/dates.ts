import { isMonthDay, isoDate, isoMonth, isYear } from "./calendar.ts";
import { functionWords, likelyCues, modifiers, sureCues } from "./cues.ts";
import { isBlankAt, isCapitalAt, isDigitCode, isWordAt, wordAfter, wordBefore } from "./letters.ts";
import type { Mention } from "./mention.ts";
import { readOrdinal } from "./ordinals.ts";
import { type FigureToken, jointOf, type Scan, type WordToken } from "./scan.ts";
import { readZone } from "./zones.ts";

type Found = Omit<Mention, "type">;

/** A stretch behind which the next token has the index `next`. */
interface Part {
  end: number;
  next: number;
}

/** The year of four digits behind a part of a date: "May 2020", "May 5, 2020". */
function yearBehind(scan: Scan, { end, next }: Part): (Part & { year: number }) | null {
  const token = scan.tokens[next];
  if (token?.kind !== "figure" || token.groups[0]?.length !== 4) return null;
  const joint = jointOf(scan.text, end, token.start);
  const year = Number(token.groups[0]);
  const stands = token.separators === "" && !isWordAt(scan.text, token.end);
  const fits = (joint === " " || joint === "," || joint === ".") && stands && isYear(year);
  return fits ? { end: token.end, next: next + 1, year } : null;
}

/** The number of a day, or two with a hyphen between them. */
function daysOf(token: FigureToken): { from: number; to: number } | null {
  const [first = "", second] = token.groups;
  if (token.separators !== "" && token.separators !== "-") return null;
  const [from, to] = [Number(first), Number(second ?? first)];
  const fits = first.length <= 2 && (second ?? first).length <= 2 && from >= 1 && from <= to && to <= 31;
  return fits ? { from, to } : null;
}

function isoDays(
  year: number | undefined,
  month: number,
  { from, to }: { from: number; to: number },
): string | null {
  if (year === undefined) return null;
  const [first, last] = [isoDate(year, month, from), isoDate(year, month, to)];
  if (first === null || last === null) return null;
  return first === last ? first : `${first}/${last}`;
}

/** Where "of" leads on from a day to a month: "5th of May". */
function behindOf(text: string, end: number): number {
  return text.slice(end, end + 4).toLowerCase() === " of " ? end + 3 : end;
}

/** "5 May 1843", "5th of May", "5-7 May": a day with the month behind it. */
function dayMonth(scan: Scan, index: number): Found | null {
  const { text, tokens } = scan;
  const token = tokens[index];
  const ordinal = readOrdinal(scan, index);
  const figure = token?.kind === "figure" ? daysOf(token) : null;
  const days = ordinal ? { from: ordinal.value, to: ordinal.value } : figure;
  const start = ordinal?.start ?? token?.start ?? 0;
  const day: Part = { end: ordinal?.end ?? token?.end ?? 0, next: ordinal?.next ?? index + 1 };
  const month = tokens[day.next];
  if (!days || month?.kind !== "word" || !month.is.month) return null;
  if (token?.kind === "figure" && token.attached !== "free") return null;
  const joint = jointOf(text, behindOf(text, day.end), month.start);
  if ((joint !== " " && joint !== "-") || isWordAt(text, month.end)) return null;
  // "5 may" is a date in chat, "the first may" is none.
  if (!isCapitalAt(text, month.start) && month.is.month.use !== "full" && !ordinal?.inDigits && !figure)
    return null;
  if (!isMonthDay(month.is.month.number, days.from) || !isMonthDay(month.is.month.number, days.to))
    return null;
  let end = afterAbbreviation(text, month);
  const year = yearBehind(scan, { end, next: day.next + 1 }) ?? hyphenYear(scan, day.next);
  // The period of "5 Oct." alone may be the sentence's.
  end = year?.end ?? month.end;
  return { start, end, normalized: isoDays(year?.year, month.is.month.number, days), confidence: 0.96 };
}

/** The year behind a hyphen, as in "05-May-2020". */
function hyphenYear(scan: Scan, month: number): (Part & { year: number }) | null {
  const [before, after] = [scan.tokens[month], scan.tokens[month + 1]];
  if (!before || after?.kind !== "figure" || after.separators !== "" || after.groups[0]?.length !== 4)
    return null;
  if (jointOf(scan.text, before.end, after.start) !== "-" || isWordAt(scan.text, after.end)) return null;
  return { end: after.end, next: month + 2, year: Number(after.groups[0]) };
}

/** Behind the month, and the period of its abbreviation. */
function afterAbbreviation(text: string, { end, is }: WordToken): number {
  return is.month?.use === "short" && text.charAt(end) === "." ? end + 1 : end;
}

/** "May 5, 1843", "May 5th", "May 5-7". */
function monthDay(scan: Scan, index: number, month: WordToken, number: number): Found | null {
  const { text, tokens } = scan;
  const end = afterAbbreviation(text, month);
  const token = tokens[index + 1];
  const theSkipped = text.slice(end, end + 5).toLowerCase() === " the " ? end + 4 : end;
  const ordinal = readOrdinal(scan, index + 1);
  const figure = token?.kind === "figure" && token.attached !== "letter" ? daysOf(token) : null;
  const days = ordinal ? { from: ordinal.value, to: ordinal.value } : figure;
  const dayEnd = ordinal?.end ?? token?.end ?? 0;
  if (!token || !days || !isMonthDay(number, days.from) || !isMonthDay(number, days.to)) return null;
  if (theSkipped !== end && !ordinal) return null;
  const joint = jointOf(text, ordinal ? theSkipped : end, token.start);
  if (joint !== " " && !(joint === "" && end > month.end)) return null;
  if (isWordAt(text, dayEnd) || isQuantity(text, dayEnd)) return null;
  // "March 5 miles" and "may second that" are no dates; in chat "may 5" is.
  if (!isCapitalAt(text, month.start) && month.is.month?.use !== "full" && !(figure ?? ordinal?.inDigits))
    return null;
  const year = yearBehind(scan, { end: dayEnd, next: ordinal?.next ?? index + 2 });
  return {
    start: month.start,
    end: year?.end ?? dayEnd,
    normalized: isoDays(year?.year, number, days),
    confidence: year ? 0.98 : 0.93,
  };
}

/** Whether the number before `end` goes on: "May 5%", "May 5:30", "May 5.5". */
function isQuantity(text: string, end: number): boolean {
  const next = text.charAt(end);
  return (
    next === "%" || ((next === ":" || next === "." || next === ",") && isDigitCode(text.charCodeAt(end + 1)))
  );
}

/** The month alone: "in May", "since March"; not "May I", "the march" or "Sean May". */
function monthAlone(text: string, month: WordToken): Found | null {
  const found = { start: month.start, end: month.end, normalized: null };
  const { word: cue } = wordBefore(text, month.start);
  const isCapital = isCapitalAt(text, month.start);
  const next = wordAfter(text, month.end);
  const isNamed = isCapitalAt(next, 0) && next !== "I" && text.charAt(month.end) === " ";
  const isShouted = isCapitalAt(text, month.end - 1) && month.end - month.start > 1;
  if (isWordAt(text, month.end) || text.charAt(month.end) === "-") return null;
  switch (month.is.month?.use) {
    case "full":
      // April and June are names too.
      if (isNamed && !isShouted && !sureCues.has(cue)) return null;
      return { ...found, confidence: isCapital ? (sureCues.has(cue) ? 0.95 : 0.8) : 0.75 };
    case "ambiguous":
      if (!isCapital)
        return (cue === "in" || cue === "since" || cue === "until") && next === ""
          ? { ...found, confidence: 0.6 }
          : null;
      if (sureCues.has(cue)) return isShouted && next !== "" ? null : { ...found, confidence: 0.9 };
      return likelyCues.has(cue) && cue !== "the" && cue !== "and" && next === "" && !isShouted
        ? { ...found, confidence: 0.7 }
        : null;
    default:
      return isCapital && sureCues.has(cue) && !isNamed ? { ...found, confidence: 0.8 } : null;
  }
}

function fromMonth(scan: Scan, index: number, month: WordToken): Found | null {
  const number = month.is.month?.number ?? 0;
  const { text } = scan;
  if (isWordAt(text, month.start - 1)) return null;
  const withDay = monthDay(scan, index, month, number);
  if (withDay) return withDay;
  const end = afterAbbreviation(text, month);
  const ofSkipped = behindOf(text, end);
  const year = yearBehind(scan, { end: ofSkipped, next: index + 1 });
  const isMonth =
    isCapitalAt(text, month.start) ||
    month.is.month?.use !== "ambiguous" ||
    sureCues.has(wordBefore(text, month.start).word);
  if (year && isMonth)
    return { start: month.start, end: year.end, normalized: isoMonth(year.year, number), confidence: 0.97 };
  return monthAlone(text, month);
}

/** The start of the modifier in front, as in "next Friday", or the start itself. */
function modifiedStart(text: string, start: number): number {
  const before = wordBefore(text, start);
  return modifiers.has(before.word) ? before.start : start;
}

/** What a weekday stands in front of: a part of the day, or a full date. */
function fromWeekday(scan: Scan, index: number, token: WordToken): Found | null {
  const { text, tokens } = scan;
  const start = modifiedStart(text, token.start);
  const abbreviated = token.is.weekday === "short" && text.charAt(token.end) === ".";
  const end = abbreviated ? token.end + 1 : token.end;
  const following = tokens[index + 1];
  if (following && isWordAt(text, token.start - 1)) return null;
  const joint = following ? jointOf(text, end, following.start) : null;
  const isClose = joint === " " || joint === "," || (joint === "" && abbreviated);
  const date = isClose && following?.kind !== "currency" ? readCalendar(scan, index + 1) : null;
  if (date && date.start === following?.start && following.kind !== "emoji") {
    const isFull =
      following.kind === "word"
        ? following.is.month !== undefined || following.is.ordinal !== undefined
        : true;
    if (isFull && !isBareYear(scan, index + 1, date)) return { ...date, start, confidence: 0.98 };
  }
  const isCapital = isCapitalAt(text, token.start);
  if (token.is.weekday === "short") {
    const cue = wordBefore(text, token.start).word;
    const next = wordAfter(text, token.end);
    const isCued = start < token.start || cue === "on" || cue === "until" || cue === "till";
    const stands = !isWordAt(text, token.end) && !isCapitalAt(next, 0);
    return isCapital && isCued && stands
      ? { start, end: token.end, normalized: null, confidence: 0.75 }
      : null;
  }
  const part =
    joint === " " && following?.kind === "word" && following.is.partOfDay === "any" ? following : null;
  return { start, end: (part ?? token).end, normalized: null, confidence: isCapital ? 0.93 : 0.85 };
}

function isBareYear({ tokens }: Scan, index: number, date: Found): boolean {
  const token = tokens[index];
  return token?.kind === "figure" && token.separators === "" && token.end === date.end;
}

/** "the 1990s", "'90s": a figure with the s of a decade. */
function decade(text: string, token: FigureToken): Found | null {
  if (token.separators !== "" || (text.charAt(token.end) !== "s" && text.charAt(token.end) !== "S"))
    return null;
  const digits = token.groups[0] ?? "";
  const end = token.end + 1;
  if (!digits.endsWith("0") || isWordAt(text, end)) return null;
  if (digits.length === 4 && isYear(Number(digits)) && token.attached !== "letter")
    return { start: token.start, end, normalized: null, confidence: 0.97 };
  if (digits.length !== 2 || token.attached === "letter" || Number(digits) < 20) return null;
  const isElided = text.charAt(token.start - 1) === "'" || text.charAt(token.start - 1) === "’";
  if (isElided) return { start: token.start - 1, end, normalized: null, confidence: 0.9 };
  const cue = wordBefore(text, token.start).word;
  const isCued = ["the", "early", "late", "mid"].includes(cue) || token.attached === "hyphen";
  return isCued ? { start: token.start, end, normalized: null, confidence: 0.8 } : null;
}

/** Four digits alone: a year where a word says so, or where nothing that they could count follows. */
function bareYear(text: string, token: FigureToken): Found | null {
  const [digits = "", second = ""] = token.groups;
  if (
    digits.length !== 4 ||
    !isYear(Number(digits)) ||
    token.attached === "letter" ||
    token.attached === "sign"
  )
    return null;
  const { start, end } = token;
  if (isWordAt(text, end) || (text.charAt(end) === "-" && isWordAt(text, end + 1))) return null;
  if (
    text.charAt(end) === "%" ||
    isQuantity(text, end) ||
    (text.charAt(start - 1) === "-" && token.attached === "free")
  )
    return null;
  const year = Number(digits);
  const cue = wordBefore(text, start).word;
  if (token.separators === "-" || token.separators === "/") {
    if (second.length === 4 && Number(second) > year && isYear(Number(second)))
      return { start, end, normalized: `${digits}/${second}`, confidence: 0.9 };
    const isSeason = second.length === 2 && year >= 1500 && Number(second) > 12;
    return isSeason ? { start, end, normalized: null, confidence: 0.75 } : null;
  }
  if (token.separators !== "") return null;
  const next = wordAfter(text, end);
  const isCounting = next !== "" && !isCapitalAt(next, 0) && !functionWords.has(next);
  const isRecent = year >= 1700 && year <= 2059;
  if (sureCues.has(cue) && (!isCounting || isRecent))
    return { start, end, normalized: digits, confidence: 0.92 };
  if (likelyCues.has(cue) && isRecent && (!isCounting || cue === "the"))
    return { start, end, normalized: digits, confidence: 0.85 };
  if (text.charAt(start - 1) === "#" || text.charAt(end) === ":" || isCounting || year < 1900 || !isRecent)
    return null;
  const isEnclosed = text.charAt(start - 1) === "(" || text.charAt(start - 1) === "©";
  return { start, end, normalized: digits, confidence: isEnclosed ? 0.9 : 0.65 };
}

/** Behind a day in ISO 8601 the time of a timestamp, `T17:00:30.5Z`; the end of the day where there is none. */
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

/** `2020-05-05`, `05/05/2020`, `5.5.2020`, `05/2020`: figures alone. */
function fromFigures(text: string, token: FigureToken): Found | null {
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
      // 05/06/2020 is May 6 or June 5, depending on who writes.
      const isCertain = isDayFirst !== isMonthFirst || x === y;
      const normalized = isCertain ? (isDayFirst ? isoDate(z, y, x) : isoDate(z, x, y)) : null;
      return isCertain && normalized === null
        ? null
        : { start, end: token.end, normalized, confidence: 0.95 };
    }
    // Two digits leave the century open, and with points it may be a version.
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

/** "44 BC", "AD 79", "79 CE". */
function era(text: string, token: FigureToken): Found | null {
  if (token.separators !== "" || token.attached !== "free" || (token.groups[0]?.length ?? 0) > 4) return null;
  const after = wordAfter(text, token.end);
  const found = { normalized: null, confidence: 0.9 };
  if (["BC", "BCE", "AD", "CE"].includes(after)) {
    const end = text.indexOf(after, token.end) + after.length;
    return { ...found, start: token.start, end };
  }
  const before = wordBefore(text, token.start);
  return before.word === "ad" && isCapitalAt(text, before.start + 1)
    ? { ...found, start: before.start, end: token.end }
    : null;
}

/** "19th century", "the third quarter of 2024": a part of the calendar that is counted. */
function counted(scan: Scan, index: number): Found | null {
  const ordinal = readOrdinal(scan, index);
  const period = ordinal && scan.tokens[ordinal.next];
  if (!ordinal || period?.kind !== "word" || isWordAt(scan.text, period.end)) return null;
  const joint = jointOf(scan.text, ordinal.end, period.start);
  if (joint !== " " && joint !== "-") return null;
  if (period.word === "century" || period.word === "centuries")
    return { start: ordinal.start, end: period.end, normalized: null, confidence: 0.95 };
  const year =
    period.word === "quarter"
      ? yearBehind(scan, { end: behindOf(scan.text, period.end), next: ordinal.next + 1 })
      : null;
  return year && { start: ordinal.start, end: year.end, normalized: null, confidence: 0.95 };
}

/** "Q3 2024", "Q3". */
function quarter({ text, tokens }: Scan, index: number, token: WordToken): Found | null {
  const number = tokens[index + 1];
  if (
    number?.kind !== "figure" ||
    number.start !== token.end ||
    !/^[1-4]$/.test(number.groups.join(number.separators))
  )
    return null;
  if (isWordAt(text, token.start - 1) || isWordAt(text, number.end) || !isCapitalAt(text, token.start))
    return null;
  const year = yearBehind({ text, tokens }, { end: behindOf(text, number.end), next: index + 2 });
  return {
    start: token.start,
    end: year?.end ?? number.end,
    normalized: null,
    confidence: year ? 0.97 : 0.8,
  };
}

/** "next week", "last year", "summer 2021". */
function period(scan: Scan, index: number, token: WordToken): Found | null {
  const { text } = scan;
  if (isWordAt(text, token.end)) return null;
  if (token.is.season) {
    const year = yearBehind(scan, { end: behindOf(text, token.end), next: index + 1 });
    if (year)
      return { start: modifiedStart(text, token.start), end: year.end, normalized: null, confidence: 0.95 };
  }
  const start = modifiedStart(text, token.start);
  return start === token.start ? null : { start, end: token.end, normalized: null, confidence: 0.85 };
}

/** "Christmas", "Easter Monday", "Christmas Eve 2021"; not Easter Island. */
function holiday(scan: Scan, index: number, token: WordToken): Found | null {
  const { text } = scan;
  if (!isCapitalAt(text, token.start) || isWordAt(text, token.end)) return null;
  const next = wordAfter(text, token.end);
  const isPart = ["Day", "Eve", "Sunday", "Monday"].includes(next);
  const end = isPart ? text.indexOf(next, token.end) + next.length : token.end;
  const year = yearBehind(scan, {
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

/** "today", "yesterday evening". */
function relativeDay({ text, tokens }: Scan, index: number, token: WordToken): Found | null {
  if (isWordAt(text, token.start - 1) || isWordAt(text, token.end)) return null;
  const part = tokens[index + 1];
  const isDivided =
    part?.kind === "word" && part.is.partOfDay === "any" && jointOf(text, token.end, part.start) === " ";
  return { start: token.start, end: isDivided ? part.end : token.end, normalized: null, confidence: 0.95 };
}

function readCalendar(scan: Scan, index: number): Found | null {
  const { text } = scan;
  const token = scan.tokens[index];
  if (token?.kind === "figure")
    return (
      dayMonth(scan, index) ??
      fromFigures(text, token) ??
      decade(text, token) ??
      era(text, token) ??
      counted(scan, index) ??
      bareYear(text, token)
    );
  if (token?.kind !== "word" || isBlankAt(text, token.start)) return null;
  const { is } = token;
  if (is.month) return fromMonth(scan, index, token);
  if (is.weekday) return fromWeekday(scan, index, token);
  if (is.day) return relativeDay(scan, index, token);
  if (is.quarter) return quarter(scan, index, token);
  if (is.holiday) return holiday(scan, index, token);
  if (is.ordinal !== undefined || (is.cardinal ?? 0) >= 20)
    return dayMonth(scan, index) ?? counted(scan, index);
  return is.period ? period(scan, index, token) : null;
}

/**
 * The date that begins at a token. `normalized` is ISO 8601 as far as the text goes: `1843-05-05`, `1843-05`, `1843`,
 * a timestamp, or an interval with a slash; `null` for dates relative to a day that the text does not tell, and where
 * day and month may be either way round.
 */
export function readDate(scan: Scan, index: number): Mention | null {
  const found = readCalendar(scan, index);
  return found && { type: "date", ...found };
}
