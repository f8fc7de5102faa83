import { scaleDecimal } from "./decimal.ts";
import { type FigureValue, readFigureValue } from "./figures.ts";
import { isBlankAt, isDigitCode, isWordAt, wordBefore } from "./letters.ts";
import type { Scale } from "./lexicon.ts";
import { type FigureToken, jointOf, type Scan } from "./scan.ts";

/** A number in digits, in words, or in both, as in "1.5 million". */
export interface Numeral {
  start: number;
  end: number;
  /** The index of the first token behind it. */
  next: number;
  /** A plain decimal; `null` where the text does not determine it. */
  value: string | null;
  decimalComma: string | null;
  range: boolean;
  inDigits: boolean;
  scaled: boolean;
}

/** More words are no number that anybody says. */
const mostWords = 16;
const longestExponent = 3;

/** Behind the digits, as in `1e6`: where the exponent ends and its value. */
function readExponent(text: string, end: number): { end: number; power: number } | null {
  if ((text.charCodeAt(end) | 0x20) !== 0x65) return null;
  const sign = text.charAt(end + 1);
  const from = sign === "+" || sign === "-" ? end + 2 : end + 1;
  let to = from;
  while (to - from <= longestExponent && isDigitCode(text.charCodeAt(to))) to++;
  if (to === from || to - from > longestExponent || isWordAt(text, to)) return null;
  return { end: to, power: Number(text.slice(end + 1, to)) };
}

/** The first token at or behind the place. */
function tokenFrom(scan: Scan, index: number, place: number): number {
  let next = index;
  while ((scan.tokens[next]?.start ?? Infinity) < place) next++;
  return next;
}

function scaled(value: string | null, { power, factor }: Scale): string | null {
  if (value === null) return null;
  return scaleDecimal(factor === 1 ? value : String(Number(value) * factor), power);
}

/** The scale behind a number: "million" behind a blank or hyphen, "k" and "bn" right behind the digits. */
function readScale(
  scan: Scan,
  next: number,
  end: number,
  money: boolean,
): { scale: Scale; end: number } | null {
  const token = scan.tokens[next];
  if (token?.kind !== "word" || !token.is.scale) return null;
  const joint = jointOf(scan.text, end, token.start);
  const { use } = token.is.scale;
  const fits =
    use === "word"
      ? joint === " " || joint === "-"
      : (joint === "" || (joint === " " && (money || token.word.length > 1))) && (use === "glued" || money);
  return fits && !isWordAt(scan.text, token.end) ? { scale: token.is.scale, end: token.end } : null;
}

/** The sign of a negative number: a hyphen in front of which nothing ends. */
function signStart(text: string, start: number): number {
  if (text.charAt(start - 1) !== "-") return start;
  return start === 1 || isBlankAt(text, start - 2) || "([{=:,;\"'>".includes(text.charAt(start - 2))
    ? start - 1
    : start;
}

function fromFigure(
  scan: Scan,
  index: number,
  token: FigureToken,
  read: FigureValue,
  money: boolean,
): Numeral {
  const { text } = scan;
  let { end } = token;
  let { value, decimalComma } = read;
  let start = signStart(text, token.start);
  const isNegative = start < token.start;
  if (value !== null && isNegative) value = `-${value}`;
  // In " .5" the zero is left out.
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
  let next = tokenFrom(scan, index + 1, end);
  let isScaled = exponent !== null;
  // "5 hundred thousand": two scales at most.
  for (let times = 0; times < 2; times++) {
    const found = readScale(scan, next, end, money);
    if (!found) break;
    value = scaled(value, found.scale);
    decimalComma = scaled(decimalComma, found.scale);
    end = found.end;
    next = tokenFrom(scan, next, end);
    isScaled = true;
  }
  return { start, end, next, value, decimalComma, range: read.range, inDigits: true, scaled: isScaled };
}

/** The value of number words read one after the other, as in "one hundred and twenty-five thousand". */
class WordValue {
  private total = 0;
  private group: number | null;
  private lastScale = Infinity;
  constructor(group: number | null) {
    this.group = group;
  }
  /** Adds a number below a hundred; `false` where it begins another number, as in "five twenty". */
  add(value: number): boolean {
    const group = this.group ?? 0;
    const fits = group % 100 === 0 || (group % 10 === 0 && group % 100 >= 20 && value < 10);
    if (this.group !== null && !fits && group !== 0) return false;
    if (this.group === 0 && this.lastScale === Infinity) return false;
    this.group = group + value;
    return true;
  }
  multiply({ power, factor }: Scale): boolean {
    if (this.group === null || this.group === 0) return false;
    const scale = factor * 10 ** power;
    if (scale < 1000) {
      if (this.group >= 100) return false;
      this.group *= scale;
    } else {
      if (scale >= this.lastScale) return false;
      this.total += this.group * scale;
      this.lastScale = scale;
      this.group = 0;
    }
    return true;
  }
  value(): number {
    return this.total + (this.group ?? 0);
  }
}

function fromWords(scan: Scan, index: number): Numeral | null {
  const { text, tokens } = scan;
  const first = tokens[index];
  if (first?.kind !== "word") return null;
  const isScale = first.is.scale?.use === "word";
  if (first.is.cardinal === undefined && !isScale) return null;
  // "A hundred" is a number, "hundred" alone seldom one.
  const before = isScale ? wordBefore(text, first.start) : null;
  if (before && before.word !== "a") return null;
  const half = before && wordBefore(text, before.start);
  const isHalf = half?.word === "half";
  const number = new WordValue(before ? 1 : null);
  let end = first.start;
  let next = index;
  for (; next < index + mostWords; next++) {
    const token = tokens[next];
    if (token?.kind !== "word") break;
    const { cardinal, scale } = token.is;
    const joint = next === index ? " " : jointOf(text, end, token.start);
    const isJoined =
      joint === " " || joint === "-" || text.slice(end, Math.min(token.start, end + 6)) === " and ";
    if (!isJoined) break;
    // "Twenty and five" are two numbers, "a hundred and five" is one.
    if (joint === null && cardinal !== undefined && number.value() % 100 !== 0) break;
    if (joint === null && cardinal === undefined) break;
    const fits =
      cardinal !== undefined ? number.add(cardinal) : scale?.use === "word" && number.multiply(scale);
    if (!fits) break;
    end = token.end;
  }
  if (isWordAt(text, end)) return null;
  const value = String(isHalf ? number.value() / 2 : number.value());
  return {
    start: (isHalf ? half : before)?.start ?? first.start,
    end,
    next,
    value,
    decimalComma: null,
    range: false,
    inDigits: false,
    scaled: next > index + 1,
  };
}

const andHalf = /^(?: and a |-and-a-)half(?![A-Za-z])/;

/** "Two and a half" as one number. */
function withHalf(text: string, numeral: Numeral): Numeral {
  // Most numbers are spared the expression.
  if (text.charAt(numeral.end + 1) !== "a") return numeral;
  const half = andHalf.exec(text.slice(numeral.end, numeral.end + 12))?.[0];
  const isWhole = numeral.value !== null && !numeral.value.includes(".") && !numeral.scaled;
  if (half === undefined || !isWhole) return numeral;
  return { ...numeral, end: numeral.end + half.length, value: `${numeral.value}.5` };
}

/**
 * The number that begins at a token. `money`: an amount, where "m" and "b" are millions and billions. `attached`:
 * letters in front belong to the number, as in `USD100`.
 */
export function readNumeral(scan: Scan, index: number, money = false, attached = false): Numeral | null {
  const token = scan.tokens[index];
  if (token?.kind === "word") {
    const words = fromWords(scan, index);
    return words && withHalf(scan.text, words);
  }
  if (token?.kind !== "figure" || (token.attached !== "free" && !attached)) return null;
  const read = readFigureValue(token);
  return read && withHalf(scan.text, fromFigure(scan, index, token, read, money));
}
