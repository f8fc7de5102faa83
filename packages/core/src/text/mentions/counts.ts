import { currencySigns } from "./currencies.ts";
import { isDigitCode, isLatinLetter } from "../patterns/characters.ts";
import { isWordAt, wordAfter, wordBefore } from "./letters.ts";
import { measures } from "../segment/measures.ts";
import type { Mention } from "./mention.ts";
import type { Numeral } from "./numeral.ts";
import type { Scan } from "./scan.ts";

/** The spellings of "percent" after a number. */
const percentWords = ["per cent", "percentage points", "percentage point", "percent", "pct"];

/** The first letter of all of them. */
const letterP = 0x70;

/** Words before and after "one" that make it a pronoun. */
const pronounBefore: ReadonlySet<string> = new Set(
  "no this that the which any every some each another a an only new good old other".split(" "),
);
const pronounAfter: ReadonlySet<string> = new Set(
  "another of can could must should may might would will is was has who that which and or at in on to for with as by from the day side thing way s".split(
    " ",
  ),
);

/** Words before a figure that make it a version or a name. */
const versionCues: ReadonlySet<string> = new Set([
  "version",
  "release",
  "build",
  "firmware",
  "v",
  "rev",
  "revision",
]);

/** Returns the percentage that begins with the number, or `null`: "5%", "5.5 percent", "ten per cent". */
export function readPercent({ text }: Scan, numeral: Numeral): Mention | null {
  const { start, end } = numeral;
  const position = text.charAt(end) === " " ? end + 1 : end;
  const sign = text.charAt(position);
  const found = {
    type: "percent",
    start,
    normalized: numeral.value ?? numeral.decimalComma,
    confidence: 0.97,
  } as const;
  if (sign === "%" || sign === "％" || sign === "٪")
    return isWordAt(text, position + 1) ? null : { ...found, end: position + 1 };
  if (position === end && sign !== "-") return null;
  const from = sign === "-" ? position + 1 : position;
  if ((text.charCodeAt(from) | 0x20) !== letterP) return null;
  const after = text.slice(from, from + 17).toLowerCase();
  const word = percentWords.find(
    (candidate) => after.startsWith(candidate) && !isWordAt(text, from + candidate.length),
  );
  return word ? { ...found, end: from + word.length } : null;
}

/** Returns whether the letters directly after the digits are a measure. The digits are then a number. */
function isMeasured(text: string, end: number): boolean {
  let to = end;
  while (to - end < 5 && isLatinLetter(text.charCodeAt(to))) to++;
  return (
    to > end &&
    !isWordAt(text, to) &&
    measures.has(to - end === 1 ? text.charAt(end) : text.slice(end, to).toLowerCase())
  );
}

/** Returns whether a number can end here. A hyphen must lead to a word, as in "5-star", not to an identifier. */
function standsBeforeHyphen(text: string, end: number): boolean {
  const sign = text.charAt(end);
  if (sign === "%") return false;
  if (sign !== "-" && sign !== "/") return true;
  if (!isWordAt(text, end + 1)) return true;
  let to = end + 1;
  while (to - end < 16 && isLatinLetter(text.charCodeAt(to))) to++;
  return sign === "-" && to - end > 3 && !isDigitCode(text.charCodeAt(to));
}

function isPronoun(text: string, { start, end }: Numeral): boolean {
  const next = wordAfter(text, end);
  const isApart = next === "" || next.toLowerCase() !== next || pronounAfter.has(next);
  return isApart || pronounBefore.has(wordBefore(text, start).word);
}

/**
 * Returns the confidence that digits are a number. Long ones without separators are identifiers as often as numbers.
 */
function digitConfidence({ start, end, value }: Numeral): number {
  return end - start > 7 && end - start === value?.length ? 0.6 : 0.85;
}

const screenWords: ReadonlySet<string> = new Set(
  "tv tvs video videos resolution hdr uhd hd blu display displays monitor monitors screen screens camera cameras footage streaming content movie movies film ultra projector quality gaming recording upscaling oled qled smart".split(
    " ",
  ),
);

/** Returns whether "4K" names the width of a picture rather than a number. */
function isScreenWidth(text: string, { start, end }: Numeral): boolean {
  if (!/^(?:2|4|5|6|8|12|16)K$/.test(text.slice(start, Math.min(end, start + 4)))) return false;
  const next = wordAfter(text, end);
  return screenWords.has(next.toLowerCase()) || (next === "" && wordBefore(text, start).word === "in");
}

/** Returns a number without a unit as a mention, or `null` if it is an identifier, a pronoun or a version. */
export function readNumber({ text }: Scan, numeral: Numeral): Mention | null {
  const { start, end, value, inDigits, range } = numeral;
  const found = { type: "number", start, end, normalized: value } as const;
  if (!inDigits) {
    if (isWordAt(text, start - 1) || text.charAt(start - 1) === "-") return null;
    if (value === "1") return isPronoun(text, numeral) ? null : { ...found, confidence: 0.6 };
    return thirds(text, found) ?? { ...found, confidence: value === "0" ? 0.7 : 0.9 };
  }
  if (isScreenWidth(text, numeral)) return null;
  if (isWordAt(text, end) ? !isMeasured(text, end) : !standsBeforeHyphen(text, end)) return null;
  if (versionCues.has(wordBefore(text, start).word) || currencySigns.has(text.charAt(start - 1))) return null;
  return {
    ...found,
    confidence: range ? 0.8 : value === null ? 0.5 : numeral.scaled ? 0.9 : digitConfidence(numeral),
  };
}

const fractionWords =
  /^[ -](?:thirds|quarters|fourths|fifths|sixths|sevenths|eighths|ninths|tenths)(?![A-Za-z])/;

/** Returns "two thirds" as one mention, or `null` if no fraction follows the number. `normalized` is `null`. */
function thirds(text: string, found: Omit<Mention, "confidence">): Mention | null {
  const sign = text.charAt(found.end);
  if (sign !== " " && sign !== "-") return null;
  const after = fractionWords.exec(text.slice(found.end, found.end + 10))?.[0];
  return after === undefined
    ? null
    : { ...found, end: found.end + after.length, normalized: null, confidence: 0.85 };
}
