import { isoTime, padded } from "./calendar.ts";
import { modifiers } from "./cues.ts";
import { isWordAt, wordAfter, wordBefore } from "./letters.ts";
import type { Mention } from "./mention.ts";
import { type FigureToken, readJoint, type Scan, type WordToken } from "./scan.ts";
import { readZone } from "./zones.ts";

type Found = Omit<Mention, "type">;

/** Returns the half of the day at `place` or after one space, from "am" to "P.M.", or `null`. */
function readHalf(text: string, place: number): { end: number; isAfternoon: boolean } | null {
  const at = text.charAt(place) === " " ? place + 1 : place;
  const letter = text.charAt(at).toLowerCase();
  if (letter !== "a" && letter !== "p") return null;
  const hasPoint = text.charAt(at + 1) === ".";
  const m = hasPoint && text.charAt(at + 2) === " " ? at + 3 : hasPoint ? at + 2 : at + 1;
  if (text.charAt(m).toLowerCase() !== "m" || isWordAt(text, m + 1)) return null;
  // The period of "at 5pm." ends the sentence. The period of "5 p.m." belongs to the time.
  return { end: hasPoint && text.charAt(m + 1) === "." ? m + 2 : m + 1, isAfternoon: letter === "p" };
}

const partOfDay = /^,? in the (morning|afternoon|evening)(?![A-Za-z])/i;

/** Returns the half of the day in words, from "in the morning" to "in the evening", or `null`. */
function readPartOfDay(text: string, place: number): { end: number; isAfternoon: boolean } | null {
  const match = partOfDay.exec(text.slice(place, place + 20));
  return match && { end: place + match[0].length, isAfternoon: match[1]?.toLowerCase() !== "morning" };
}

function toHour24(hour: number, half: { isAfternoon: boolean } | null): number | null {
  if (!half) return hour;
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half.isAfternoon ? 12 : 0) : null;
}

/** Returns the fields of a clock, or `null`: `17:00`, `17:00:30.5`. With a half of the day, also `5.30` and `5`. */
function toFields(
  { groups, separators }: FigureToken,
  hasHalf: boolean,
): { hour: number; minute: number; second: string | null } | null {
  const [hour = "", minute = "00", second, fraction] = groups;
  const isClock = separators === ":" || separators === "::" || separators === "::.";
  if (!isClock && !(hasHalf && (separators === "" || separators === "."))) return null;
  if (hour.length > 2 || minute.length !== 2 || (second ?? "00").length !== 2) return null;
  const seconds = second === undefined ? null : fraction === undefined ? second : `${second}.${fraction}`;
  return { hour: Number(hour), minute: Number(minute), second: seconds };
}

/** Words after the four digits of a clock of 24 hours. */
const militaryWord = /^ ?(hrs|hr|hours|h)(?![A-Za-z0-9])(?! of)/i;
const clockCues: ReadonlySet<string> = new Set(
  "at by from until till before after since around to".split(" "),
);

/** Returns a time in four digits, or `null`: "0630 hrs", "at 1800 hours". */
function militaryTime(text: string, { start, end, groups, separators }: FigureToken): Found | null {
  const [digits = ""] = groups;
  if (separators !== "" || digits.length !== 4) return null;
  const word = militaryWord.exec(text.slice(end, end + 12));
  const isCertain = digits.startsWith("0") || clockCues.has(wordBefore(text, start).word);
  // "2000 hours" is more often a duration.
  if (!word || !(isCertain || word[1]?.toLowerCase() === "hrs")) return null;
  const normalized = isoTime(Number(digits.slice(0, 2)), Number(digits.slice(2)), null);
  const stop = end + word[0].length;
  return normalized === null ? null : { start, end: stop, normalized, confidence: 0.93 };
}

const rangeEnd = /^ (?:to|and|until|till) (\d{1,2})(?::[0-5]\d)? ?([ap])\.? ?m(?![A-Za-z])/i;
const rangeEndLength = 18;

/** Returns the hour that begins a range, by the half of the day of its end, or `null`: the 3 of "from 3 to 5 pm". */
function rangeStart(text: string, { start, end, groups, separators }: FigureToken): Found | null {
  const [hour = ""] = groups;
  const cue = wordBefore(text, start).word;
  if (separators !== "" || hour.length > 2 || (cue !== "from" && cue !== "between")) return null;
  const to = rangeEnd.exec(text.slice(end, end + rangeEndLength));
  if (!to) return null;
  // From 11 to 1 pm begins in the morning.
  const isBefore = Number(hour) % 12 < Number(to[1]) % 12;
  const isAfternoon = (to[2]?.toLowerCase() === "p") === isBefore;
  const full = toHour24(Number(hour), { isAfternoon });
  return full === null ? null : { start, end, normalized: `${padded(full, 2)}:00`, confidence: 0.9 };
}

function fromFigure(text: string, token: FigureToken): Found | null {
  const { start, groups, separators } = token;
  if (token.attached === "letter" || token.attached === "sign") return null;
  const known = militaryTime(text, token) ?? rangeStart(text, token);
  if (known) return known;
  const isCued = separators.startsWith(":") || clockCues.has(wordBefore(text, start).word);
  const half = readHalf(text, token.end) ?? (isCued ? readPartOfDay(text, token.end) : null);
  const end = half?.end ?? token.end;
  const fields = toFields(token, half !== null);
  if (!fields) {
    const isStretch =
      separators === ":-:" ||
      (half !== null && (separators === "-" || separators === ":-" || separators === "-:"));
    const fits = groups.every((group) => group.length <= 2 && Number(group) <= 59) && !isWordAt(text, end);
    return isStretch && fits ? { start, end, normalized: null, confidence: 0.85 } : null;
  }
  const hour = toHour24(fields.hour, half);
  const time = hour === null ? null : isoTime(hour, fields.minute, fields.second);
  if (time === null) return null;
  const zone = readZone(text, end);
  const stop = zone?.end ?? end;
  if (isWordAt(text, stop)) return null;
  // 3:16 may be a verse or a score.
  const confidence = half || zone ? 0.97 : groups[0]?.length === 1 ? 0.8 : 0.92;
  return { start, end: stop, normalized: time + (zone?.iso ?? ""), confidence: confidence };
}

/** Returns the time some minutes from an hour of the clock of 12 hours. Without the half of the day it has no value. */
function withHalfOfDay(
  text: string,
  { start, end }: { start: number; end: number },
  { hour, minutes, confidence }: { hour: number; minutes: number; confidence: number },
): Found {
  const half = readHalf(text, end) ?? readPartOfDay(text, end);
  const full = toHour24(hour, half);
  if (!half || full === null) return { start, end, normalized: null, confidence };
  const total = (full * 60 + minutes + 1440) % 1440;
  const normalized = `${padded(Math.floor(total / 60), 2)}:${padded(total % 60, 2)}`;
  return { start, end: half.end, normalized, confidence };
}

/** Returns a time with "o'clock", or `null`: "five o'clock", "5 o’clock in the morning". */
function oClock(text: string, start: number, end: number, hour: number): Found | null {
  const after = text
    .slice(end, end + 9)
    .toLowerCase()
    .replace("’", "'");
  if (!after.startsWith(" o'clock") || isWordAt(text, end + 8)) return null;
  return withHalfOfDay(text, { start, end: end + 8 }, { hour, minutes: 0, confidence: 0.97 });
}

/** Returns a time relative to an hour, or `null`: "half past five", "quarter to six in the evening". */
function aroundHour(text: string, { start, end }: WordToken, hour: number): Found | null {
  const before = wordBefore(text, start);
  if (before.word !== "past" && before.word !== "to") return null;
  const portion = wordBefore(text, before.start);
  const isHalf = portion.word === "half" && before.word === "past";
  if (!isHalf && portion.word !== "quarter") return null;
  const minutes = isHalf ? 30 : before.word === "past" ? 15 : -15;
  return withHalfOfDay(text, { start: portion.start, end }, { hour, minutes, confidence: 0.9 });
}

/** Returns "five pm" as the time 17:00, or `null`. */
function hourInWords(text: string, { start, end }: WordToken, hour: number): Found | null {
  const half =
    readHalf(text, end) ?? (clockCues.has(wordBefore(text, start).word) ? readPartOfDay(text, end) : null);
  const full = half && text.charAt(end) === " " ? toHour24(hour, half) : null;
  // "The ten am I" does not contain a time.
  if (!half || full === null || wordAfter(text, half.end) === "I") return null;
  return { start, end: half.end, normalized: `${padded(full, 2)}:00`, confidence: 0.9 };
}

function fromWord({ text, tokens }: Scan, index: number, token: WordToken): Found | null {
  const { start, end, is } = token;
  if (isWordAt(text, start - 1) || isWordAt(text, end)) return null;
  if (is.clock) return { start, end, normalized: is.clock, confidence: 0.93 };
  if (is.cardinal !== undefined && is.cardinal >= 1 && is.cardinal <= 12)
    return (
      oClock(text, start, end, is.cardinal) ??
      aroundHour(text, token, is.cardinal) ??
      hourInWords(text, token, is.cardinal)
    );
  if (is.partOfDay === "today") return { start, end, normalized: null, confidence: 0.93 };
  if (!is.partOfDay) return null;
  const before = wordBefore(text, start);
  const previous = tokens[index - 1];
  const isOfDay =
    previous?.kind === "word" && previous.is.day && readJoint(text, previous.end, start) === " ";
  return !isOfDay && modifiers.has(before.word)
    ? { start: before.start, end, normalized: null, confidence: 0.85 }
    : null;
}

/**
 * Returns the time of day that begins at a token, or `null`. `normalized` is ISO 8601 on the 24-hour clock: `17:00`,
 * `17:00:30Z`. It includes the offset if the text has an unambiguous zone.
 */
export function readTime(scan: Scan, index: number): Mention | null {
  const token = scan.tokens[index];
  if (token?.kind !== "word" && token?.kind !== "figure") return null;
  const found =
    token.kind === "word"
      ? fromWord(scan, index, token)
      : (fromFigure(scan.text, token) ??
        (token.separators === "" && Number(token.groups[0]) <= 12
          ? oClock(scan.text, token.start, token.end, Number(token.groups[0]))
          : null));
  return found && { type: "time", ...found };
}
