import { scaleDecimal } from "../decimal.ts";
import type { FigureToken } from "../scan.ts";

const maxDigits = 15;

function isGrouped([first = "", ...others]: readonly string[]): boolean {
  const isLeading = first.length >= 1 && first.length <= 3 && first !== "0";
  return isLeading && others.length > 0 && others.every(({ length }) => length === 3);
}

/**
 * Returns the plain decimal of a figure, or `null` if it is a date, a version or an identifier. "1.200" is 1200 if the
 * language has decimal commas, and 1.2 if it has decimal points.
 */
export function readLocalDecimal({ groups, separators }: FigureToken, decimalSign: string): string | null {
  const [whole = "", fraction = ""] = groups;
  if (separators === "") return whole.length > maxDigits || /^0\d/.test(whole) ? null : whole;
  const grouping = separators.charAt(0);
  const last = separators.charAt(separators.length - 1);
  if (!",. ".includes(grouping) || !",.".includes(last === " " ? "." : last)) return null;
  if (separators.length === 1) {
    if (grouping !== decimalSign && isGrouped(groups)) return groups.join("");
    return grouping === " " || /^0\d/.test(whole) ? null : scaleDecimal(`${whole}.${fraction}`, 0);
  }
  if (separators === grouping.repeat(separators.length)) return isGrouped(groups) ? groups.join("") : null;
  const digits = groups.slice(0, -1);
  const isUniform = separators.slice(0, -1) === grouping.repeat(separators.length - 1);
  return isUniform && last !== " " && isGrouped(digits)
    ? scaleDecimal(`${digits.join("")}.${groups.at(-1) ?? ""}`, 0)
    : null;
}
