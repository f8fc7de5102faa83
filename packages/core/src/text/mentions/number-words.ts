import { isWordAt, wordBefore } from "./letters.ts";
import type { Scale } from "./lexicon.ts";
import type { Numeral } from "./numeral.ts";
import { readJoint, type Scan } from "./scan.ts";

/** Maximum words of a number. Longer numbers are not used in speech. */
const maxWords = 16;

/** The value of number words, read in order, as in "one hundred and twenty-five thousand". */
class WordValue {
  private total = 0;
  private group: number | null;
  private lastScale = Infinity;
  constructor(group: number | null) {
    this.group = group;
  }
  /** Adds a number below a hundred. Returns `false` if it begins another number, as in "five twenty". */
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

/** Returns the number in words that begins at a token, or `null`: "twenty-five", "half a million". */
export function readNumberWords(scan: Scan, index: number): Numeral | null {
  const { text, tokens } = scan;
  const first = tokens[index];
  if (first?.kind !== "word") return null;
  const isScale = first.is.scale?.use === "word";
  if (first.is.cardinal === undefined && !isScale) return null;
  // "A hundred" is a number, but "hundred" without the article seldom is.
  const before = isScale ? wordBefore(text, first.start) : null;
  if (before && before.word !== "a") return null;
  const half = before && wordBefore(text, before.start);
  const isHalf = half?.word === "half";
  const number = new WordValue(before ? 1 : null);
  let end = first.start;
  let next = index;
  for (; next < index + maxWords; next++) {
    const token = tokens[next];
    if (token?.kind !== "word") break;
    const { cardinal, scale } = token.is;
    const joint = next === index ? " " : readJoint(text, end, token.start);
    const isJoined =
      joint === " " || joint === "-" || text.slice(end, Math.min(token.start, end + 6)) === " and ";
    if (!isJoined) break;
    // "Twenty and five" are two numbers, but "a hundred and five" is one.
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
