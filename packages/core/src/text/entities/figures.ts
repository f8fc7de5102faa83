import { scaleDecimal } from "./decimal.ts";
import type { FigureToken } from "./scan.ts";

/** What the digits of a figure say as a number. */
export interface FigureValue {
  /** A plain decimal, or `null` for a range and where a comma may stand for either of two things. */
  value: string | null;
  /** The value if a single comma is the decimal one, as it is in most amounts of two places. */
  decimalComma: string | null;
  range: boolean;
}

/** More digits without a sign between them are an identifier rather than a number. */
const mostDigits = 15;

function isThousands(groups: readonly string[]): boolean {
  const [first = "", ...others] = groups;
  if (first.length > 3 || others.length === 0 || others.at(-1)?.length !== 3) return false;
  // Thousands in threes; in India twos in front of the last three.
  const width = others[0]?.length;
  return (width === 3 || width === 2) && others.slice(0, -1).every(({ length }) => length === width);
}

/** The plain decimal that groups of digits with signs between them write; `null` where they write none. */
function readDecimal(groups: readonly string[], separators: string): string | null {
  const [whole = "", fraction = ""] = groups;
  if (separators === "") {
    // "007" and "0049" are names, not numbers.
    return whole.length > mostDigits || (whole.length > 1 && whole.startsWith("0")) ? null : whole;
  }
  const sign = separators.charAt(0);
  if (separators === ".") return /^0\d/.test(whole) ? null : scaleDecimal(`${whole}.${fraction}`, 0);
  const last = separators.charAt(separators.length - 1);
  const grouping = last === sign ? separators : separators.slice(0, -1);
  if (grouping !== sign.repeat(grouping.length) || (sign !== "," && sign !== "." && sign !== " "))
    return null;
  if (last === sign) return isThousands(groups) ? groups.join("") : null;
  if (last !== "." && last !== ",") return null;
  const digits = groups.slice(0, -1);
  return isThousands(digits) ? scaleDecimal(`${digits.join("")}.${groups.at(-1) ?? ""}`, 0) : null;
}

const nothing: FigureValue = { value: null, decimalComma: null, range: false };

/** The number that a figure writes, or two with a hyphen between them; `null` where it is a date, a time, a version or a score. */
export function readFigureValue({ groups, separators }: FigureToken): FigureValue | null {
  const hyphen = separators.indexOf("-");
  if (hyphen >= 0) {
    const from = readDecimal(groups.slice(0, hyphen + 1), separators.slice(0, hyphen));
    const to = readDecimal(groups.slice(hyphen + 1), separators.slice(hyphen + 1));
    // 3-2 is a score, 5-10 a range.
    return from !== null && to !== null && Number(from) < Number(to) ? { ...nothing, range: true } : null;
  }
  const value = readDecimal(groups, separators);
  if (value !== null) return { ...nothing, value };
  const [whole = "", fraction = ""] = groups;
  const hasComma = separators === "," && fraction.length <= 2 && whole.length <= 6;
  return hasComma ? { ...nothing, decimalComma: scaleDecimal(`${whole}.${fraction}`, 0) } : null;
}

/** A fraction such as `3/4` as a plain decimal, if it is one of those that recipes and measures use; else `null`. */
export function readFraction({ groups, separators }: FigureToken): { value: string | null } | null {
  if (separators !== "/") return null;
  const [over = 0, under = 0] = groups.map(Number);
  if (over === 0 || over >= under || ![2, 3, 4, 5, 6, 8].includes(under)) return null;
  return { value: under % 3 === 0 ? null : String(over / under) };
}
