import { scaleDecimal } from "../decimal.ts";
import type { FigureToken, Scan } from "../scan.ts";
import type { Span } from "../../span.ts";
import type { Magnitude } from "./language-words.ts";
import { afterBlank, matchAt, signStart, type Source } from "./source.ts";
import { isSpelled } from "./spelled-numbers.ts";
import type { FoundWord } from "./word-table.ts";

const maxDigits = 15;

/** Returns whether the groups are thousands, or those of India: two digits before the last three. */
function isGrouped([first = "", ...others]: readonly string[]): boolean {
  const isLeading = first.length >= 1 && first.length <= 3 && first !== "0";
  if (!isLeading || others.length === 0 || others.at(-1)?.length !== 3) return false;
  const width = others[0]?.length;
  return (width === 3 || width === 2) && others.slice(0, -1).every(({ length }) => length === width);
}

/**
 * Returns the plain decimal of a figure, or `null` if it is a date, a version or an identifier. "1.200" is 1200 if the
 * language has decimal commas, and 1.2 if it has decimal points.
 */
function readLocalDecimal({ groups, separators }: FigureToken, decimalSign: string): string | null {
  const [whole = "", fraction = ""] = groups;
  if (separators === "") return whole.length > maxDigits || /^0\d/.test(whole) ? null : whole;
  const grouping = separators.charAt(0);
  const last = separators.charAt(separators.length - 1);
  if (!",. '".includes(grouping) || !",. '".includes(last)) return null;
  if (separators.length === 1) {
    if (grouping !== decimalSign && isGrouped(groups)) return groups.join("");
    return grouping === " " || grouping === "'" || /^0\d/.test(whole)
      ? null
      : scaleDecimal(`${whole}.${fraction}`, 0);
  }
  if (separators === grouping.repeat(separators.length)) return isGrouped(groups) ? groups.join("") : null;
  const digits = groups.slice(0, -1);
  const isUniform = separators.slice(0, -1) === grouping.repeat(separators.length - 1);
  return isUniform && ",.".includes(last) && isGrouped(digits)
    ? scaleDecimal(`${digits.join("")}.${groups.at(-1) ?? ""}`, 0)
    : null;
}

/** A number with its sign and its magnitude. */
export interface Amount extends Span {
  /** `null` for a range. */
  value: string | null;
  figure: FigureToken;
  isScaled: boolean;
  /** The index of the first token after it. */
  next: number;
  /** The same number if it is money: the M of "5 M" then means millions. */
  inMoney?: Amount;
}

/** Languages that do not separate thousands by spaces. */
const unspacedThousands = new Set(["de", "it", "nl", "zh", "ja", "ko"]);

/** Returns the figure with the groups of three digits that follow it after spaces: "1 500 000". */
function withSpacedGroups(
  { text, language }: Source,
  scan: Scan,
  index: number,
  first: FigureToken,
): FigureToken {
  if (unspacedThousands.has(language) || first.separators !== "" || isSpelled(text, first)) return first;
  if (!/^[1-9]\d{0,2}$/.test(first.groups[0] ?? "")) return first;
  let figure = first;
  for (let next = index + 1; next < index + 5; next++) {
    const group = scan.tokens[next];
    if (group?.kind !== "figure" || group.start !== figure.end + 1 || text.charAt(figure.end) !== " ") break;
    if (isSpelled(text, group)) break;
    if (group.groups[0]?.length !== 3 || !["", ",", "."].includes(group.separators)) break;
    figure = {
      ...figure,
      end: group.end,
      groups: [...figure.groups, ...group.groups],
      separators: `${figure.separators} ${group.separators}`,
    };
    if (group.separators !== "") break;
  }
  return figure;
}

const jointWord = /de /iuy;

/** Returns the magnitude after the number, or `null`: "Mio.", "milyon", "亿". */
function magnitudeAfter({ text, words }: Source, end: number): FoundWord<Magnitude> | null {
  const at = afterBlank(text, end);
  const joint = at > end ? matchAt(jointWord, text, at) : null;
  return words.magnitudes.at(text, at) ?? (joint && words.magnitudes.at(text, at + joint[0].length));
}

function scaled(value: string | null, power: number): string | null {
  return value === null ? null : scaleDecimal(value, power);
}

const maxWords = 2;

/** Returns the amount times the magnitudes after it. A magnitude in letters that are also units counts in money only. */
function withMagnitudes(source: Source, scan: Scan, plain: Amount): Amount {
  let amount = plain;
  for (let count = 0; count < maxWords; count++) {
    const found = magnitudeAfter(source, amount.end);
    if (!found) break;
    const larger = {
      ...amount,
      end: found.end,
      value: scaled(amount.value, found.is.power),
      isScaled: true,
      next: nextToken(scan, amount.next, found.end),
    };
    if (found.is.isMoneyOnly) return { ...amount, inMoney: larger };
    amount = withSmallerPart(source, scan, larger, found.is.power);
  }
  return amount;
}

/** Returns the sum of an amount and the smaller one that directly follows it: "3万5000", "1億2000万". */
function withSmallerPart(source: Source, scan: Scan, amount: Amount, power: number): Amount {
  const token = scan.tokens[amount.next];
  const isHangul = source.language === "ko";
  if (!["zh", "ja", "ko"].includes(source.language) || token?.kind !== "figure" || amount.value === null)
    return amount;
  if (token.start !== (isHangul ? afterBlank(source.text, amount.end) : amount.end)) return amount;
  const part = readAmount(source, scan, amount.next, token);
  if (!part || part.value === null || Number(part.value) >= 10 ** power) return amount;
  const sum = Number(amount.value) + Number(part.value);
  const value = Number.isSafeInteger(sum) ? String(sum) : null;
  return { ...part, start: amount.start, figure: amount.figure, value, isScaled: true };
}

function nextToken(scan: Scan, from: number, position: number): number {
  let next = from;
  while ((scan.tokens[next]?.start ?? Infinity) < position) next++;
  return next;
}

/** Returns the number that a figure begins, or `null`: "-1.200,50", "3,5 Millionen", "20亿", "1/2". */
export function readAmount(source: Source, scan: Scan, index: number, token: FigureToken): Amount | null {
  const figure = withSpacedGroups(source, scan, index, token);
  const { start, end, groups, separators } = figure;
  const next = nextToken(scan, index + 1, end);
  const value = readLocalDecimal(figure, source.words.decimalSign);
  if (value === null) {
    const [from = "", to = ""] = groups;
    const isRange = separators === "-" && Number(from) < Number(to) && to.length <= 4;
    return isRange
      ? withMagnitudes(source, scan, { start, end, value: null, figure, isScaled: false, next })
      : null;
  }
  const sign = signStart(source.text, start);
  const signed = sign < start ? `-${value}` : value;
  return withMagnitudes(source, scan, { start: sign, end, value: signed, figure, isScaled: false, next });
}
