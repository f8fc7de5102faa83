import { scaleDecimal } from "./decimal.ts";
import { isLatinLetter } from "../patterns/characters.ts";
import { isWordAt, wordAfter, wordBefore } from "./letters.ts";
import type { TimeUnit } from "./lexicon.ts";
import type { Mention } from "./mention.ts";
import type { Numeral } from "./numeral.ts";
import { readNumeral } from "./numerals.ts";
import { readJoint, type Scan, type WordToken } from "./scan.ts";

/**
 * Words between a number and its unit. `exact` is false if the unit then differs from the calendar's: a working day.
 */
const adjectives: ReadonlyMap<string, { exact: boolean }> = new Map([
  ["more", { exact: true }],
  ["full", { exact: true }],
  ["whole", { exact: true }],
  ["calendar", { exact: true }],
  ["consecutive", { exact: true }],
  ["straight", { exact: true }],
  ["long", { exact: true }],
  ["additional", { exact: true }],
  ["business", { exact: false }],
  ["working", { exact: false }],
  ["light", { exact: false }],
]);
const maxAdjectiveLength = 14;

/** Words before "an hour" that make it a duration. "Twice an hour" is a rate. */
const stretchCues: ReadonlySet<string> = new Set(
  "for in within after about than over under nearly almost took take takes lasted lasts last half only just around approximately".split(
    " ",
  ),
);
const cuesAfter: ReadonlySet<string> = new Set(["ago", "later", "earlier"]);
const vagueAmounts: ReadonlySet<string> = new Set(["several", "few", "many"]);

interface Measured {
  unit: TimeUnit;
  end: number;
  next: number;
  exact: boolean;
}

/** Returns the unit of time after a number, or `null`. A word such as "business" can be in between. */
function unitAfter(scan: Scan, numeral: Numeral, isInner: boolean): Measured | null {
  const { text } = scan;
  const token = scan.tokens[numeral.next];
  if (
    token?.kind !== "word" ||
    !token.is.unit ||
    (isWordAt(text, token.end) && !isDigitAfter(text, token, isInner))
  )
    return null;
  const { unit } = token.is;
  const found = { unit, end: token.end, next: numeral.next + 1 };
  const joint = readJoint(text, numeral.end, token.start);
  if (unit.use !== "word") {
    const isGlued = joint === "" && numeral.inDigits && token.word === text.slice(token.start, token.end);
    // In "the 1990s" and "5m" the letter is not a unit. After another unit it is.
    const isUnit = isInner || unit.use === "glued" || isFollowed(scan, numeral.next + 1, token.end, unit);
    const isDecade = token.word === "s" && (numeral.value ?? "0").endsWith("0") && !isInner;
    return isGlued && isUnit && (!isDecade || isTimed(text, numeral.start))
      ? { ...found, exact: true }
      : null;
  }
  if ((joint === "" && numeral.inDigits) || joint === " " || joint === "-") return { ...found, exact: true };
  if (token.start - numeral.end > maxAdjectiveLength) return null;
  const adjective = adjectives.get(text.slice(numeral.end, token.start).trim().toLowerCase());
  return adjective ? { ...found, exact: adjective.exact } : null;
}

const timedCues: ReadonlySet<string> = new Set(
  "after in within for every under took takes last lasts".split(" "),
);

/** Returns whether a word or an equals sign before a figure says that it is a time: "after 10s", "retry_in=30s". */
function isTimed(text: string, start: number): boolean {
  return text.charAt(start - 1) === "=" || timedCues.has(wordBefore(text, start).word);
}

/** Returns whether digits directly follow the unit, as in "1h30m". */
function isDigitAfter(text: string, token: WordToken, isInner: boolean): boolean {
  const next = text.charAt(token.end);
  return next >= "0" && next <= "9" && (isInner || token.word.length <= 3);
}

/** Returns whether a smaller unit follows. Then the m of "5m 30s" means minutes, and the d of "2d 3h" days. */
function isFollowed({ tokens }: Scan, index: number, end: number, { rank }: TimeUnit): boolean {
  const [figure, token] = [tokens[index], tokens[index + 1]];
  if (figure?.kind !== "figure" || token?.kind !== "word" || token.start !== figure.end) return false;
  return figure.start - end <= 1 && token.is.unit !== undefined && token.is.unit.rank < rank;
}

/**
 * Returns the ISO 8601 duration, or `null` if it cannot be written. The designators of the time of day follow the T.
 */
function isoDuration(parts: readonly { unit: TimeUnit; value: string }[]): string | null {
  let date = "";
  let time = "";
  for (const { unit, value } of parts.toSorted((a, b) => b.unit.rank - a.unit.rank)) {
    const amount = scaleDecimal(value, unit.power, unit.factor);
    if (amount === null || amount.startsWith("-")) return null;
    if (unit.designator === "S" || unit.designator === "H") time += `${amount}${unit.designator}`;
    else if (unit.designator === "TM") time += `${amount}M`;
    else date += `${amount}${unit.designator}`;
  }
  // ISO 8601-1 §5.5.2: weeks cannot be combined with other units.
  if (date.includes("W") && (date.length + time.length > date.indexOf("W") + 1 || /[YMD]/.test(date)))
    return null;
  return `P${date}${time === "" ? "" : `T${time}`}`;
}

/** Returns a whole number of units and a half. Half an hour is 30 minutes. */
function withHalf(unit: TimeUnit, whole: number): string | null {
  if (unit.designator === "H") return `PT${whole === 0 ? "" : `${whole}H`}30M`;
  return isoDuration([{ unit, value: `${whole}.5` }]);
}

const andHalf = " and a half";
const maxParts = 5;
/** Maximum difference in rank within a duration. "3 weeks and 2 days" is one duration, "3 weeks and 10 minutes" two. */
const farthestRank = 4;

/** Text between an abbreviation and the next unit of one duration: "2 yrs. 3 mos." */
const abbreviationJoint = ". ";

/** Text between the units of one duration. A comma joins only full words: "2 years, 3 months", but not "3min, 10ms". */
const partJoints: ReadonlySet<string> = new Set(["", " ", " and ", ", ", ", and "]);
const maxJointLength = 6;
const minWordLength = 4;

/** Returns whether the unit that ends at `end` has fewer letters than the shortest full word. */
function isAbbreviation(text: string, end: number): boolean {
  for (let index = end - minWordLength; index < end; index++)
    if (!isLatinLetter(text.charCodeAt(index))) return true;
  return false;
}

/** Returns number words with the figure in parentheses that restates them, as in "thirty (30) days". */
function withRestated({ text, tokens }: Scan, numeral: Numeral): Numeral {
  const figure = tokens[numeral.next];
  if (numeral.inDigits || figure?.kind !== "figure" || figure.separators !== "") return numeral;
  const isSame =
    text.slice(numeral.end, figure.start) === " (" &&
    text.charAt(figure.end) === ")" &&
    figure.groups[0] === numeral.value;
  return isSame ? { ...numeral, end: figure.end + 1, next: numeral.next + 1 } : numeral;
}

/**
 * Returns the duration that begins with the number, or `null`: "two hours", "1h 30m", "3-day", "five business days".
 */
export function readDuration(scan: Scan, numeral: Numeral): Mention | null {
  const { text } = scan;
  const first = unitAfter(scan, withRestated(scan, numeral), false);
  if (!first) return null;
  const { parts, exact, end } = followParts(scan, first, numeral.value);
  return endDuration(text, numeral, { parts, exact, end });
}

interface Parts {
  parts: { unit: TimeUnit; value: string }[];
  exact: boolean;
  end: number;
}

/** Returns the first unit of a duration and the smaller ones after it: "2 hours and 30 minutes". */
function followParts(scan: Scan, first: Measured, value: string | null): Parts {
  const { text } = scan;
  let { end } = first;
  let exact = first.exact && value !== null;
  const parts = [{ unit: first.unit, value: value ?? "0" }];
  for (let last = first; exact && parts.length < maxParts;) {
    const following = readNumeral(scan, last.next, false, true);
    const from = following?.start ?? 0;
    const between = text.slice(last.end, Math.min(from, last.end + maxJointLength)).toLowerCase();
    const isJoined =
      partJoints.has(between) || (between === abbreviationJoint && isAbbreviation(text, last.end));
    if (!following || from < last.end || following.range || !isJoined) break;
    const inner = unitAfter(scan, following, true);
    if (!inner || inner.unit.rank >= last.unit.rank || last.unit.rank - inner.unit.rank > farthestRank) break;
    if (between.startsWith(",") && isAbbreviation(text, last.end)) break;
    parts.push({ unit: inner.unit, value: following.value ?? "0" });
    exact &&= following.value !== null && inner.exact;
    end = inner.end;
    last = inner;
  }
  return { parts, exact, end };
}

/** Returns the parts as a mention, with the half that follows them, or `null` if a word continues. */
function endDuration(text: string, numeral: Numeral, { parts, exact, end: stop }: Parts): Mention | null {
  let end = stop;
  const [first] = parts;
  if (!first || isWordAt(text, end)) return null;
  const isHalfMore =
    parts.length === 1 &&
    text.slice(end, end + andHalf.length).toLowerCase() === andHalf &&
    /^\d{1,4}$/.test(numeral.value ?? "");
  if (isHalfMore) end += andHalf.length;
  const normalized = isHalfMore
    ? withHalf(first.unit, Number(numeral.value))
    : exact
      ? isoDuration(parts)
      : null;
  const confidence = first.unit.use === "word" || parts.length > 1 ? 0.95 : 0.75;
  return { type: "duration", start: numeral.start, end, normalized, confidence };
}

const rangeJoint = /^(?: to | or | - )$/;

/** Returns a range of durations without a value, or `null`: "1 to 2 days", "8 - 10 weeks". */
export function readDurationRange(scan: Scan, from: Numeral): Mention | null {
  if (from.value === null || from.scaled) return null;
  const to = readNumeral(scan, from.next);
  if (!to || !rangeJoint.test(scan.text.slice(from.end, Math.min(to.start, from.end + 5)))) return null;
  const found = to.value !== null && Number(from.value) < Number(to.value) ? readDuration(scan, to) : null;
  return found && { ...found, start: from.start, normalized: null };
}

/** Returns a duration without a number, or `null`: "an hour", "half a day", "several weeks". */
export function readVagueDuration(scan: Scan, index: number): Mention | null {
  const { text, tokens } = scan;
  const token = tokens[index];
  if (token?.kind !== "word") return null;
  const { unit } = token.is;
  if (!unit || unit.use !== "word" || token.word.length < 3 || isWordAt(text, token.end)) return null;
  const article = wordBefore(text, token.start);
  const found = { type: "duration", end: token.end, confidence: 0.8 } as const;
  if (vagueAmounts.has(article.word) && token.word.endsWith("s")) {
    const before = wordBefore(text, article.start);
    if (before.word === "as") return null;
    const start = article.word === "few" && before.word === "a" ? before.start : article.start;
    return { ...found, start, normalized: null };
  }
  if (article.word !== "a" && article.word !== "an") return null;
  const cue = wordBefore(text, article.start);
  const longer = followParts(scan, { unit, end: token.end, next: index + 1, exact: true }, "1");
  if (longer.parts.length > 1 && !isWordAt(text, longer.end))
    return { ...found, start: article.start, end: longer.end, normalized: isoDuration(longer.parts) };
  const isLonger = text.slice(token.end, token.end + andHalf.length).toLowerCase() === andHalf;
  if (!isLonger && !stretchCues.has(cue.word) && !cuesAfter.has(wordAfter(text, token.end))) return null;
  if (cue.word === "half") return { ...found, start: cue.start, normalized: withHalf(unit, 0) };
  const normalized = isLonger ? withHalf(unit, 1) : isoDuration([{ unit, value: "1" }]);
  return {
    ...found,
    start: article.start,
    end: isLonger ? token.end + andHalf.length : token.end,
    normalized,
  };
}
