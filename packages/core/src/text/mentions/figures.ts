import { scaleDecimal } from "./decimal.ts";
import type { FigureToken } from "./scan.ts";

/** The numeric value of a figure. */
export interface FigureValue {
  /** A plain decimal. `null` for a range, and for a comma that can be a decimal or a thousands separator. */
  value: string | null;
  /** The value if the only comma is a decimal comma, as in most amounts with two decimal places. */
  decimalComma: string | null;
  range: boolean;
}

/** Maximum digits of a number without separators. Longer figures are identifiers. */
const maxDigits = 15;

function isThousands(groups: readonly string[]): boolean {
  const [first = "", ...others] = groups;
  if (first.length > 3 || others.length === 0 || others.at(-1)?.length !== 3) return false;
  // Thousands are in groups of three. In India, the groups before the last have two digits.
  const width = others[0]?.length;
  return (width === 3 || width === 2) && others.slice(0, -1).every(({ length }) => length === width);
}

/** Returns the plain decimal of groups of digits and their separators, or `null` if they form none. */
function readDecimal(groups: readonly string[], separators: string): string | null {
  const [whole = "", fraction = ""] = groups;
  if (separators === "") {
    // "007" and "0049" are names, not numbers.
    return whole.length > maxDigits || (whole.length > 1 && whole.startsWith("0")) ? null : whole;
  }
  const sign = separators.charAt(0);
  if (separators === ".") return /^0\d/.test(whole) ? null : scaleDecimal(`${whole}.${fraction}`, 0);
  const last = separators.charAt(separators.length - 1);
  const grouping = last === sign ? separators : separators.slice(0, -1);
  if (grouping !== sign.repeat(grouping.length) || !",. '".includes(sign)) return null;
  if (last === sign) return isThousands(groups) ? groups.join("") : null;
  if (last !== "." && last !== ",") return null;
  const digits = groups.slice(0, -1);
  return isThousands(digits) ? scaleDecimal(`${digits.join("")}.${groups.at(-1) ?? ""}`, 0) : null;
}

const nothing: FigureValue = { value: null, decimalComma: null, range: false };

/**
 * Returns the value of a number, or of a range with a hyphen. Returns `null` for a date, a time, a version or a score.
 */
export function readFigureValue({ groups, separators }: FigureToken): FigureValue | null {
  const hyphen = separators.indexOf("-");
  if (hyphen >= 0) {
    const from = readDecimal(groups.slice(0, hyphen + 1), separators.slice(0, hyphen));
    const to = readDecimal(groups.slice(hyphen + 1), separators.slice(hyphen + 1));
    // 3-2 is a score, 5-10 is a range.
    return from !== null && to !== null && Number(from) < Number(to) ? { ...nothing, range: true } : null;
  }
  const value = readDecimal(groups, separators);
  if (value !== null) return { ...nothing, value };
  const [whole = "", fraction = ""] = groups;
  const hasComma = separators === "," && fraction.length <= 2 && whole.length <= 6;
  return hasComma ? { ...nothing, decimalComma: scaleDecimal(`${whole}.${fraction}`, 0) } : null;
}

/**
 * Returns the value of a fraction such as `3/4`, or `null` if it is uncommon in recipes and measures. The inner `value`
 * is `null` if the fraction has no plain decimal.
 */
export function readFraction({ groups, separators }: FigureToken): { value: string | null } | null {
  if (separators !== "/") return null;
  const [over = 0, under = 0] = groups.map(Number);
  if (over === 0 || over >= under || ![2, 3, 4, 5, 6, 8].includes(under)) return null;
  // 3/6 is the only fraction in thirds or sixths with a finite decimal.
  return { value: under % 3 === 0 && over % 3 !== 0 ? null : String(over / under) };
}
