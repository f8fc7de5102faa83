import { isoTime } from "../calendar.ts";
import { isWordAt } from "../letters.ts";
import type { Mention } from "../mention.ts";
import type { FigureToken } from "../scan.ts";
import { readZone } from "../zones.ts";
import { afterBlank, matchAt, type Source, wordAfter, wordBefore } from "./source.ts";

type Half = "am" | "pm";

/** "14h30", "14 h 30", "15 giờ 30". */
const hourLetter = /[ ]?(?:h|g|giờ)[ ]?([0-5]\d)(?![\p{L}\p{N}])(?! ?(?:min|mn|m)(?!\p{L}))/iuy;
const hourLanguages: ReadonlySet<string> = new Set(["fr", "pt", "es", "it", "ca", "gl", "vi", "ro", "nl"]);
const ideographicTime = /(\d{1,2}) ?[点點时時시](?!间|間|간|期|代)(?: ?(\d{1,2}) ?[分분]|(半|반))?/uy;
/** The first hour that "14 h 30" without a word before it surely means. */
const sureHour = 7;
/** Letters after this one are not Latin. Their words for the half of a day precede the hour. */
const lastLatin = "\u024f";
const spanishHalf = /[ ]?([ap])\. ?m\.(?!\p{L})/iuy;

/** Returns the hour on the clock of 24 hours, or `null` if the clock of 12 hours does not have it. */
function fullHour(hour: number, half: Half | null): number | null {
  if (half === null) return hour;
  if (half === "pm" && hour > 12 && hour < 24) return hour;
  return hour <= 12 ? (hour % 12) + (half === "pm" ? 12 : 0) : null;
}

/** Returns a time with the ideographs of hour and minute, or `null`: "下午3点", "午前10時30分", "오후 3시". */
function readIdeographic({ text, words }: Source, start: number): Mention | null {
  const match = matchAt(ideographicTime, text, start);
  if (!match) return null;
  const half = wordBefore(words.periods, text, start);
  const minute = match[2] ?? (match[3] === undefined ? "0" : "30");
  // "3点" are also three points of a list.
  const isSure = half || match[2] !== undefined || !/[点點]/.test(match[0]);
  const hour = fullHour(Number(match[1]), half?.is ?? null);
  const normalized = hour === null || !isSure ? null : isoTime(hour, Number(minute), null);
  return normalized === null
    ? null
    : {
        type: "time",
        start: half?.start ?? start,
        end: start + match[0].length,
        normalized,
        confidence: 0.93,
      };
}

const hanHour = "十[一二]?|[一二两兩三四五六七八九]";
const hanMinute = "[二三四五]?十[一二三四五六七八九]?|[零〇]?[一二三四五六七八九]";
const hanTime = new RegExp(
  `(${hanHour})[点點时時](?!间|間|期|代)(?:(半)|([一三])刻|(${hanMinute})分)?`,
  "gu",
);
const hanDigits = "〇一二三四五六七八九";

/** Returns a number below 60 in ideographs. */
function readHanNumber(written: string): number {
  const [tens = "", ones = ""] = written.includes("十") ? written.split("十") : ["〇", written];
  const digit = (character: string) =>
    hanDigits.indexOf(
      character
        .replace(/[两兩]/, "二")
        .replace("零", "〇")
        .slice(-1),
    );
  return (tens === "" ? 1 : digit(tens)) * 10 + (ones === "" ? 0 : digit(ones));
}

/** Returns the times whose hour is in ideographs: "下午三点", "上午九点半", "午後七時". */
export function ideographicTimes({ text, words, language }: Source): Mention[] {
  if (language !== "zh" && language !== "ja") return [];
  const mentions: Mention[] = [];
  for (const { 0: all, 1: hour = "", 2: half, 3: quarters, 4: minute, index } of text.matchAll(hanTime)) {
    const period = wordBefore(words.periods, text, index);
    // "三点建议" are three proposals, and 一時 is "for a while".
    if (!period && half === undefined && minute === undefined) continue;
    const full = fullHour(readHanNumber(hour), period?.is ?? null);
    const minutes =
      half === undefined ? readHanNumber(minute ?? "〇") + 15 * readHanNumber(quarters ?? "〇") : 30;
    const normalized = full === null ? null : isoTime(full, minutes, null);
    if (normalized === null) continue;
    const start = period?.start ?? index;
    mentions.push({ type: "time", start, end: index + all.length, normalized, confidence: 0.93 });
  }
  return mentions;
}

/** Returns the half of the day after a time, or `null`: "p. m.", "μ.μ.", "de la tarde". */
function halfAfter({ text, words }: Source, end: number): { end: number; is: Half } | null {
  const latin = matchAt(spanishHalf, text, end);
  if (latin) return { end: end + latin[0].length, is: latin[1]?.toLowerCase() === "a" ? "am" : "pm" };
  const found = wordAfter(words.periods, text, end);
  // "Um 8 am Montag": after a blank, the letters in lower case are a word of German and Romanian.
  return found && found.start > end && text.slice(found.start, found.end) === "am" ? null : found;
}

/** How sure the words around a figure are that it is a time. `hint`: only with a word for the hour. */
type Cue = "clock" | "point" | "hint" | null;

/** An hour after and before the "to" of a range. */
const rangeHour = /(\d{1,2})(?:[:.]\d\d)?/uy;
const hourBefore = /(?<![\p{L}\p{N}.,:/-])(\d{1,2})(?:[:.h]\d\d)?$/u;
/** The last hour of a clock of 12 hours. Durations of more hours are rare. */
const noon = 12;
const maxHourLength = 6;

/** Returns the hour and the word for it after the "to" of a range, or `null`: the "17 h" of "de 9 à 17 h". */
function rangeEnd({ text, words }: Source, from: number): { hour: number; hasWord: boolean } | null {
  const to = wordAfter(words.ranges, text, from) ?? wordAfter(words.and, text, from);
  if (!to) return null;
  const article = wordAfter(words.clock, text, to.end);
  const match = matchAt(rangeHour, text, afterBlank(text, article?.end ?? to.end));
  if (!match) return null;
  return { hour: Number(match[1]), hasWord: wordAfter(words.hours, text, rangeHour.lastIndex) !== null };
}

/** Returns the cue of a figure that ends a range of hours: the "16 h" of "entre 14 h et 16 h". */
function rangeEndCue({ text, words }: Source, start: number, hour: number): Cue {
  const article = wordBefore(words.clock, text, start);
  const at = article?.start ?? start;
  const to = wordBefore(words.and, text, at) ?? (hour > noon ? wordBefore(words.ranges, text, at) : null);
  if (!to || hour < sureHour) return null;
  const before = text.slice(Math.max(0, to.start - 2 * maxHourLength), to.start).trimEnd();
  const word = words.hours.before(before, before.length);
  const first = hourBefore.exec(before.slice(0, word?.start ?? before.length).trimEnd());
  if (!first || Number(first[1]) < sureHour || Number(first[1]) >= hour) return null;
  const from = text.lastIndexOf(first[0], to.start);
  if (wordBefore(words.clock, text, from)) return "clock";
  return wordBefore(words.clockFrom, text, from) ? "hint" : null;
}

/** Returns the cue of the word before the figure, or of the range that it begins or ends: "de 9 h à 17 h". */
function readCue(source: Source, start: number, end: number): Cue {
  const { text, language, words } = source;
  if (wordBefore(words.clock, text, start)) return "clock";
  if (wordBefore(words.clockPoint, text, start)) return "point";
  if (wordBefore(words.clockHints, text, start)) return "hint";
  const hour = Number(text.slice(start, Math.min(end, start + 2)));
  const ending = rangeEndCue(source, start, hour);
  if (ending) return ending;
  if (!wordBefore(words.clockFrom, text, start)) return null;
  const word = wordAfter(words.hours, text, end);
  const to = rangeEnd(source, word?.end ?? end);
  if (!to) return null;
  if (word) return wordAfter(words.ranges, text, word.end) || hour >= sureHour ? "hint" : null;
  const isClock = to.hasWord && to.hour > hour && to.hour <= 24;
  return isClock && (to.hour > noon || isNoDuration(language)) ? "clock" : null;
}

/** Returns a time of day or a duration in its form, or `null`: "17:30", "17.30 Uhr", "kl. 14.30", "à 18 h", "14h30", "下午3点", "2h45 de route". */
export function readTime(source: Source, token: FigureToken): Mention | null {
  const { text, language, words } = source;
  const { start, end, groups, separators } = token;
  const [hour = "", minute = "00", second] = groups;
  if (hour.length > 2) return null;
  if (separators === "") {
    const ideographic = readIdeographic(source, start);
    if (ideographic) return ideographic;
  }
  const isClock = separators === ":" || separators === "::";
  if (minute.length !== 2 || !(isClock || separators === "" || separators === ".")) return null;
  const found = { type: "time", start } as const;
  const split = separators === "" && hourLanguages.has(language) ? matchAt(hourLetter, text, end) : null;
  const cue = readCue(source, start, end);
  if (split) {
    // "2 h 30" without a word before it is as often a duration.
    const isSure = cue !== null || !split[0].includes(" ") || Number(hour) >= sureHour;
    const normalized = isoTime(Number(hour), Number(split[1]), null);
    const last = end + split[0].length;
    if (cue === null && (isDistance(text, last) || wordBefore(words.lasting, text, start))) {
      const duration = `PT${Number(hour)}H${Number(split[1])}M`;
      return { type: "duration", start, end: last, normalized: duration, confidence: 0.9 };
    }
    if (normalized !== null)
      return {
        ...found,
        end: end + split[0].length,
        normalized: isSure ? normalized : null,
        confidence: 0.95,
      };
  }
  const before = wordBefore(words.periods, text, start);
  const word = wordAfter(words.hours, text, end);
  const half =
    halfAfter(source, word?.end ?? end) ??
    (before && text.charAt(before.start) > lastLatin ? { end, is: before.is } : null);
  const isUnit = word !== null && separators === "" && !isNoDuration(language);
  // "Alle 8 e mezza", "à 8 heures et demie".
  const more =
    separators === "" && cue !== null && half === null ? wordAfter(words.half, text, word?.end ?? end) : null;
  const isTime =
    isClock ||
    (half !== null && (cue !== null || separators === "." || half.end > end)) ||
    cue === "clock" ||
    (cue === "point" && separators === "." && isAlone(source, end)) ||
    (word !== null && (separators === "." || !isUnit || (cue !== null && !isDistance(text, word.end))));
  if (!isTime || (separators === "" && cue === "clock" && !half && !word && !isAlone(source, end)))
    return null;
  const full = fullHour(Number(hour), half?.is ?? null);
  const normalized = full === null ? null : isoTime(full, more ? 30 : Number(minute), second ?? null);
  if (normalized === null) return null;
  const stop = Math.max(end, half?.end ?? end, word?.end ?? end, more?.end ?? end);
  const zone = isClock && stop === end ? readZone(text, end) : null;
  const last = zone?.end ?? stop;
  const from = before && half?.end === end ? before.start : start;
  return isWordAt(text, last)
    ? null
    : { ...found, start: from, end: last, normalized: normalized + (zone?.iso ?? ""), confidence: 0.92 };
}

/** Languages whose word for the hour of a clock is never a duration: "18 Uhr". */
function isNoDuration(language: string): boolean {
  return ["de", "hi", "ur", "ne", "mr", "bn", "th", "hu"].includes(language);
}

/** Returns whether "de" follows, as in "à 2 heures de Paris", and no part of the day. */
function isDistance(text: string, end: number): boolean {
  return /^ d(?:e |['’])(?!(?:l['’]|la |tarde|manhã|mañana|noite|noche|madrug|matin))/i.test(
    text.slice(end, end + 12),
  );
}

/** Returns whether no word follows that the number can count: "alle 18", but not "alle 18 persone". */
function isAlone({ text, words }: Source, end: number): boolean {
  const at = afterBlank(text, end);
  return (
    at === end ||
    words.ranges.at(text, at) !== null ||
    !/[\p{L}\p{N}€$£%]/u.test(text.charAt(at)) ||
    !/\p{Ll}{4}/u.test(text.slice(at, at + 4))
  );
}
