import { isMonthDay, isoDate, isoMonth, isYear } from "../calendar.ts";
import { likelyCues, sureCues } from "../cues.ts";
import { isCapitalAt, isWordAt, wordAfter, wordBefore } from "../letters.ts";
import type { Lexeme } from "../lexicon.ts";
import { readOrdinal } from "../ordinals.ts";
import { type FigureToken, readJoint, type Scan, type WordToken } from "../scan.ts";
import type { FoundDate } from "../mention.ts";
import { skipSpace, isQuantity, type Part, yearAfter } from "./parts.ts";

/** Returns the day, or both days of a range with a hyphen, or `null`. */
function readDays(token: FigureToken): { from: number; to: number } | null {
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

/** Returns the part after the word of contracts, "the 1st day of March 2024", or the part unchanged. */
function afterDayWord({ text, tokens }: Scan, part: Part): Part {
  const word = tokens[part.next];
  const isDay = word?.kind === "word" && word.word === "day" && readJoint(text, part.end, word.start) === " ";
  return isDay ? { end: word.end, next: part.next + 1 } : part;
}

/** Returns a day followed by its month, or `null`: "5 May 1843", "5th of May", "5-7 May". */
export function dayMonth(scan: Scan, index: number): FoundDate | null {
  const { text, tokens } = scan;
  const token = tokens[index];
  const ordinal = readOrdinal(scan, index);
  const figure = token?.kind === "figure" ? readDays(token) : null;
  const days = ordinal ? { from: ordinal.value, to: ordinal.value } : figure;
  const start = ordinal?.start ?? token?.start ?? 0;
  const day = afterDayWord(scan, {
    end: ordinal?.end ?? token?.end ?? 0,
    next: ordinal?.next ?? index + 1,
  });
  const month = tokens[day.next];
  if (!days || month?.kind !== "word" || !month.is.month) return null;
  if (token?.kind === "figure" && token.attached !== "free") return null;
  const joint = readJoint(text, skipSpace(text, day.end), month.start);
  if ((joint !== " " && joint !== "-") || isWordAt(text, month.end)) return null;
  // "5 may" is a date in chat, but "the first may" is not.
  if (!isCapitalAt(text, month.start) && month.is.month.use !== "full" && !ordinal?.inDigits && !figure)
    return null;
  let end = afterAbbreviation(text, month);
  const year = yearAfter(scan, { end, next: day.next + 1 }) ?? hyphenYear(scan, day.next);
  // "31 February 2024" is one date without a value, but "30 Feb" may be a number and a name.
  if (!year && (!isMonthDay(month.is.month.number, days.from) || !isMonthDay(month.is.month.number, days.to)))
    return null;
  // Without a year, the period of "5 Oct." may end the sentence.
  end = year?.end ?? month.end;
  return { start, end, normalized: isoDays(year?.year, month.is.month.number, days), confidence: 0.96 };
}

/** Returns the year after a hyphen, as in "05-May-2020" and "12-Dec-99", or `null`. */
function hyphenYear(scan: Scan, month: number): (Part & { year: number | undefined }) | null {
  const [before, after] = [scan.tokens[month], scan.tokens[month + 1]];
  if (!before || after?.kind !== "figure" || after.separators !== "") return null;
  const digits = after.groups[0] ?? "";
  if (digits.length !== 4 && digits.length !== 2) return null;
  if (readJoint(scan.text, before.end, after.start) !== "-" || isWordAt(scan.text, after.end)) return null;
  // Two digits do not determine the century.
  return { end: after.end, next: month + 2, year: digits.length === 4 ? Number(digits) : undefined };
}

/** Returns the end of the month, including the period of its abbreviation. */
function afterAbbreviation(text: string, { end, is }: WordToken): number {
  return is.month?.use === "short" && text.charAt(end) === "." ? end + 1 : end;
}

/** Returns the day and the year of a figure such as the "23,2022" of "February 23,2022", or `null`. */
function gluedYear({ end, groups, separators }: FigureToken): {
  days: { from: number; to: number };
  end: number;
  year: number;
} | null {
  const [day = "", year = ""] = groups;
  if (separators !== "," || day.length > 2 || year.length !== 4 || !isYear(Number(year))) return null;
  return { days: { from: Number(day), to: Number(day) }, end, year: Number(year) };
}

/** Returns a month followed by its day, or `null`: "May 5, 1843", "May 5th", "May 5-7". */
function monthDay(scan: Scan, index: number, month: WordToken, number: number): FoundDate | null {
  const { text, tokens } = scan;
  const end = afterAbbreviation(text, month);
  const token = tokens[index + 1];
  const theSkipped = text.slice(end, end + 5).toLowerCase() === " the " ? end + 4 : end;
  const ordinal = readOrdinal(scan, index + 1);
  const glued = token?.kind === "figure" ? gluedYear(token) : null;
  const figure =
    glued?.days ?? (token?.kind === "figure" && token.attached !== "letter" ? readDays(token) : null);
  const days = ordinal ? { from: ordinal.value, to: ordinal.value } : figure;
  const dayEnd = ordinal?.end ?? token?.end ?? 0;
  if (!token || !days) return null;
  if (theSkipped !== end && !ordinal) return null;
  const joint = readJoint(text, ordinal ? theSkipped : end, token.start);
  if (joint !== " " && !(joint === "" && end > month.end)) return null;
  if (isWordAt(text, dayEnd) || isQuantity(text, dayEnd)) return null;
  // "March 5 miles" and "may second that" are not dates. In chat, "may 5" is.
  if (!isCapitalAt(text, month.start) && month.is.month?.use !== "full" && !(figure ?? ordinal?.inDigits))
    return null;
  const year = glued ?? yearAfter(scan, { end: dayEnd, next: ordinal?.next ?? index + 2 });
  if (!year && (!isMonthDay(number, days.from) || !isMonthDay(number, days.to))) return null;
  return {
    start: month.start,
    end: year?.end ?? dayEnd,
    normalized: isoDays(year?.year, number, days),
    confidence: year ? 0.98 : 0.93,
  };
}

/** The context of a month without a day or year. */
interface Surroundings {
  /** The word before the month. */
  cue: string;
  isCapital: boolean;
  /** Whether the month is all in capitals, as in a headline, where capitals carry no information. */
  isShouted: boolean;
  /** Whether a capitalized word directly follows, as in April Smith. */
  isNamed: boolean;
  /** Whether no word directly follows. */
  isLast: boolean;
}

const lowerCaseCues = new Set(["in", "since", "until"]);

/**
 * Functions by the use of a month's name. Each returns the confidence that a month without day and year is a date, or
 * `null` if it is not.
 */
const monthAlone: Readonly<
  Record<NonNullable<Lexeme["month"]>["use"], (surroundings: Surroundings) => number | null>
> = {
  // April and June are also first names.
  full({ cue, isCapital, isShouted, isNamed }) {
    if (isNamed && !isShouted && !sureCues.has(cue)) return null;
    // In lower case, "an august body" does not name the month, but "in august" does.
    if (!isCapital) return cue === "an" ? null : 0.75;
    return sureCues.has(cue) ? 0.95 : 0.8;
  },
  // Accepts "In May" and "since March", but not "May I", "the march" or "Sean May".
  ambiguous({ cue, isCapital, isShouted, isLast }) {
    if (!isCapital) return lowerCaseCues.has(cue) && isLast ? 0.6 : null;
    if (sureCues.has(cue)) return isShouted && !isLast ? null : 0.9;
    return likelyCues.has(cue) && cue !== "the" && cue !== "and" && isLast && !isShouted ? 0.7 : null;
  },
  short: ({ cue, isCapital, isNamed }) => (isCapital && sureCues.has(cue) && !isNamed ? 0.8 : null),
};

function readMonthAlone(text: string, month: WordToken, use: keyof typeof monthAlone): FoundDate | null {
  const { start, end } = month;
  if (isWordAt(text, end) || text.charAt(end) === "-") return null;
  const next = wordAfter(text, end);
  const confidence = monthAlone[use]({
    cue: wordBefore(text, start).word,
    isCapital: isCapitalAt(text, start),
    isShouted: isCapitalAt(text, end - 1),
    isNamed: isCapitalAt(next, 0) && next !== "I",
    isLast: next === "",
  });
  return confidence === null ? null : { start, end, normalized: null, confidence };
}

/** Returns a year followed by its month, or `null`: "2024 Aug", "2024 August 5". */
export function yearMonth(scan: Scan, index: number): FoundDate | null {
  const { text, tokens } = scan;
  const [token, month] = [tokens[index], tokens[index + 1]];
  if (token?.kind !== "figure" || token.separators !== "" || token.attached !== "free") return null;
  if (month?.kind !== "word" || !month.is.month || month.is.month.use === "ambiguous") return null;
  const year = Number(token.groups[0]);
  if (token.groups[0]?.length !== 4 || !isYear(year) || readJoint(text, token.end, month.start) !== " ")
    return null;
  // The name of the month may belong to a person, or to the date that follows.
  if (!isCapitalAt(text, month.start) || isWordAt(text, month.end)) return null;
  const { number } = month.is.month;
  const end = afterAbbreviation(text, month);
  const day = tokens[index + 2];
  const isJoined = day?.kind === "figure" && readJoint(text, end, day.start) === " ";
  const days = isJoined && !isWordAt(text, day.end) ? readDays(day) : null;
  const found = { start: token.start, confidence: 0.93 };
  if (isJoined && days && !isQuantity(text, day.end))
    return yearAfter(scan, { end: day.end, next: index + 3 })
      ? null
      : { ...found, end: day.end, normalized: isoDays(year, number, days) };
  return isJoined || isCapitalAt(wordAfter(text, end), 0)
    ? null
    : { ...found, end: month.end, normalized: isoMonth(year, number) };
}

/** Returns the date that begins with a month, or `null`: "May 5, 1843", "May 2020", "in May". */
export function fromMonth(scan: Scan, index: number, month: WordToken): FoundDate | null {
  const { text } = scan;
  if (!month.is.month || isWordAt(text, month.start - 1)) return null;
  const { number, use } = month.is.month;
  const withDay = monthDay(scan, index, month, number);
  if (withDay) return withDay;
  const end = afterAbbreviation(text, month);
  const ofSkipped = skipSpace(text, end);
  const year = yearAfter(scan, { end: ofSkipped, next: index + 1 });
  const isMonth =
    isCapitalAt(text, month.start) ||
    month.is.month?.use !== "ambiguous" ||
    sureCues.has(wordBefore(text, month.start).word);
  if (year && isMonth)
    return { start: month.start, end: year.end, normalized: isoMonth(year.year, number), confidence: 0.97 };
  return readMonthAlone(text, month, use);
}
