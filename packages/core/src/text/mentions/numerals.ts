import { scaleDecimal } from "./decimal.ts";
import { type FigureValue, readFigureValue, readFraction } from "./figures.ts";
import { isDigitCode } from "../patterns/characters.ts";
import { currencySigns } from "./currencies.ts";
import { isBlankAt, isWordAt } from "./letters.ts";
import type { Scale } from "./lexicon.ts";
import { readNumberWords } from "./number-words.ts";
import type { Numeral } from "./numeral.ts";
import { type FigureToken, readJoint, type Scan } from "./scan.ts";

const maxExponentLength = 3;

/** Returns the end and the value of an exponent after the digits, as in `1e6`, or `null`. */
function readExponent(text: string, end: number): { end: number; power: number } | null {
  if ((text.charCodeAt(end) | 0x20) !== 0x65) return null;
  const sign = text.charAt(end + 1);
  const from = sign === "+" || sign === "-" ? end + 2 : end + 1;
  let to = from;
  while (to - from <= maxExponentLength && isDigitCode(text.charCodeAt(to))) to++;
  if (to === from || to - from > maxExponentLength || isWordAt(text, to)) return null;
  return { end: to, power: Number(text.slice(end + 1, to)) };
}

/** Returns the index of the first token at or after `position`. */
function tokenFrom(scan: Scan, index: number, position: number): number {
  let next = index;
  while ((scan.tokens[next]?.start ?? Infinity) < position) next++;
  return next;
}

function scaled(value: string | null, { power, factor }: Scale): string | null {
  return value === null ? null : scaleDecimal(value, power, factor);
}

/**
 * Returns the scale after a number, or `null`: "million" after a space or hyphen, "k" and "bn" directly after digits.
 */
function readScale(
  scan: Scan,
  next: number,
  end: number,
  money: boolean,
): { scale: Scale; end: number } | null {
  const token = scan.tokens[next];
  if (token?.kind !== "word" || !token.is.scale) return null;
  const joint = readJoint(scan.text, end, token.start);
  const { use } = token.is.scale;
  const fits =
    use === "word"
      ? joint === " " || joint === "-"
      : (joint === "" || (joint === " " && (money || token.word.length > 1))) && (use === "glued" || money);
  return fits && !isWordAt(scan.text, token.end) ? { scale: token.is.scale, end: token.end } : null;
}

/** Returns the start including a minus sign. A hyphen is a minus sign only if nothing ends before it. */
function signStart(text: string, start: number): number {
  if (text.charAt(start - 1) !== "-") return start;
  const isFree = (at: number) => at < 0 || isBlankAt(text, at) || "([{=:,;\"'>".includes(text.charAt(at));
  const isDebt = currencySigns.has(text.charAt(start - 2)) && isFree(start - 3);
  return isFree(start - 2) || isDebt ? start - 1 : start;
}

/** Returns the number of a figure with its sign and its exponent, without a scale after it. */
function readDigits(scan: Scan, index: number, token: FigureToken, read: FigureValue): Numeral {
  const { text } = scan;
  let { end } = token;
  let { value } = read;
  let start = signStart(text, token.start);
  const isNegative = start < token.start;
  if (value !== null && isNegative) value = `-${value}`;
  // " .5" omits the zero.
  if (
    value !== null &&
    !isNegative &&
    token.separators === "" &&
    text.charAt(start - 1) === "." &&
    !isWordAt(text, start - 2) &&
    text.charAt(start - 2) !== "."
  ) {
    start--;
    value = scaleDecimal(`0.${token.groups[0] ?? ""}`, 0);
  }
  const exponent = value === null ? null : readExponent(text, end);
  if (exponent && value !== null) {
    value = scaleDecimal(value, exponent.power);
    end = exponent.end;
  }
  const { decimalComma, range } = read;
  const next = tokenFrom(scan, index + 1, end);
  return { start, end, next, value, decimalComma, range, inDigits: true, scaled: exponent !== null };
}

/** Multiplies the number by the scales after it. */
function addScales(scan: Scan, numeral: Numeral, money: boolean): void {
  // "5 hundred thousand": two scales at most.
  for (let times = 0; times < 2; times++) {
    const found = readScale(scan, numeral.next, numeral.end, money);
    if (!found) break;
    numeral.value = scaled(numeral.value, found.scale);
    numeral.decimalComma = scaled(numeral.decimalComma, found.scale);
    numeral.end = found.end;
    numeral.next = tokenFrom(scan, numeral.next, found.end);
    numeral.scaled = true;
  }
}

const andHalf = /^(?: and a |-and-a-)half(?![A-Za-z])/;

/** Returns "two and a half" as one number, with the scale of "two and a half million", or the number unchanged. */
function withHalf(scan: Scan, numeral: Numeral, money: boolean): Numeral {
  const { text } = scan;
  // For most numbers, the check avoids the regular expression.
  if (text.charAt(numeral.end + 1) !== "a") return numeral;
  const half = andHalf.exec(text.slice(numeral.end, numeral.end + 12))?.[0];
  if (half === undefined || numeral.value === null || numeral.value.includes(".")) return numeral;
  // "Four million and a half" adds half a million.
  const zeros = numeral.scaled ? (/0*$/.exec(numeral.value)?.[0].length ?? 0) : 0;
  const scale = 3 * Math.floor(zeros / 3);
  const value = scaleDecimal(`${numeral.value.slice(0, numeral.value.length - scale)}.5`, scale);
  const end = numeral.end + half.length;
  const whole = { ...numeral, end, value, next: tokenFrom(scan, numeral.next, end) };
  if (!numeral.scaled) addScales(scan, whole, money);
  return whole;
}

/** Returns a whole number with a fraction, or `null`: "1 1/2", "2½". */
function readMixedNumber({ text, tokens }: Scan, index: number, token: FigureToken): Numeral | null {
  const fraction = tokens[index + 1];
  if (token.separators !== "" || fraction?.kind !== "figure") return null;
  const joint = readJoint(text, token.end, fraction.start);
  const isGlued = joint === "" && fraction.end === fraction.start + 1;
  const found = (joint === " " || isGlued) && !isWordAt(text, fraction.end) ? readFraction(fraction) : null;
  if (!found || (token.groups[0]?.length ?? 0) > 3) return null;
  const value = found.value === null ? null : String(Number(token.groups[0]) + Number(found.value));
  const { start } = token;
  const plain = { decimalComma: null, range: false, inDigits: true, scaled: false };
  return { ...plain, start, end: fraction.end, next: index + 2, value };
}

/** Returns a fraction as a number, or `null`: "3/4", "½". */
export function readFractionNumeral({ text, tokens }: Scan, index: number): Numeral | null {
  const token = tokens[index];
  if (token?.kind !== "figure" || token.attached !== "free" || isWordAt(text, token.end)) return null;
  const fraction = readFraction(token);
  const plain = { decimalComma: null, range: false, inDigits: true, scaled: false };
  return fraction && { ...plain, start: token.start, end: token.end, next: index + 1, value: fraction.value };
}

/**
 * Returns the number that begins at a token, or `null`.
 *
 * @param money Whether it is an amount, where "m" and "b" mean millions and billions.
 * @param attached Whether letters directly before the number are allowed, as in `USD100`.
 */
export function readNumeral(scan: Scan, index: number, money = false, attached = false): Numeral | null {
  const token = scan.tokens[index];
  if (token?.kind === "word") {
    const words = readNumberWords(scan, index);
    return words && withHalf(scan, words, money);
  }
  if (token?.kind !== "figure" || (token.attached !== "free" && !attached)) return null;
  const read = readFigureValue(token);
  if (!read) return null;
  const mixed = readMixedNumber(scan, index, token);
  if (mixed) return mixed;
  const numeral = readDigits(scan, index, token, read);
  addScales(scan, numeral, money);
  return withHalf(scan, numeral, money);
}
