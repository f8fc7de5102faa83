import { type Currency, lacksCents, sharesSign } from "../currencies.ts";
import { withMinorUnits } from "../decimal.ts";
import { isWordAt } from "../letters.ts";
import type { Mention } from "../mention.ts";
import type { FigureToken, Scan } from "../scan.ts";
import type { Span } from "../../span.ts";
import { readDuration } from "./durations.ts";
import { type Amount, readAmount } from "./numbers.ts";
import { afterBlank, matchAt, signStart, type Source, wordBefore } from "./source.ts";
import type { FoundWord } from "./word-table.ts";

const jointWord = /d[eio] |d['’]/iuy;
const lowerCaseCodes: ReadonlySet<string> = new Set(["eur", "usd", "chf", "gbp"]);

/** Returns whether the word is a currency as written. Codes are in capitals, because "all", "top" and "try" are words. */
function isWritten(text: string, { start, end, is }: FoundWord<Currency>): boolean {
  const written = text.slice(start, end);
  return (
    written.toUpperCase() !== is.code || written === is.code || lowerCaseCodes.has(written.toLowerCase())
  );
}

const hyphenWord = /-(?=\p{L}{2})/uy;

/** Returns the currency after the number, or `null`: "5 €", "5 Mio. €", "5 millions d'euros", "50-Euro-Schein". */
function currencyAfter({ text, words }: Source, from: number): FoundWord<Currency> | null {
  const isJoined = text.charAt(from) === "." || matchAt(hyphenWord, text, from) !== null;
  const at = afterBlank(text, isJoined ? from + 1 : from);
  const joint = at > from ? matchAt(jointWord, text, at) : null;
  for (const start of joint ? [at, at + joint[0].length] : [at]) {
    const found = words.currenciesAfter.at(text, start);
    if (found && isWritten(text, found)) return found;
  }
  return null;
}

/** Returns the currency before the number, or `null`: "€ 5", "US$5", "kr 5". It begins at or after `from`. */
function currencyBefore({ text, words }: Source, start: number, from: number): FoundWord<Currency> | null {
  const found = wordBefore(words.currenciesBefore, text, signStart(text, start));
  return found && found.start >= from && isWritten(text, found) ? found : null;
}

/** Returns whether a figure directly follows. The sign then belongs to it in a language that writes signs first. */
function precedesFigure({ text, words }: Source, { start, end }: Span, from: number): boolean {
  const isApart = start > from;
  return isApart && words.hasCurrencyFirst && /\d/.test(text.charAt(afterBlank(text, end)));
}

/**
 * Returns the amount in a currency, or `null` if the separator can be that of thousands or of cents: "€4,500" in a
 * German text.
 */
function normalize(
  { words }: Source,
  currency: Currency,
  { value, figure, isScaled }: Amount,
): string | null {
  if (value === null || currency.code === null) return null;
  const { groups, separators } = figure;
  const isAmbiguous =
    separators === words.decimalSign && groups[1]?.length === 3 && groups[0] !== "0" && !isScaled;
  if (!isAmbiguous || currency.places === 3)
    return `${currency.code} ${withMinorUnits(value, currency.places)}`;
  const sign = value.startsWith("-") ? "-" : "";
  return lacksCents(currency)
    ? `${currency.code} ${sign}${withMinorUnits(groups.join(""), currency.places)}`
    : null;
}

/** Returns the number as an amount of money, or `null`: "1.200,50 €", "€ 1.200,50", "$ 1.500 MXN". */
function readMoney(source: Source, amount: Amount, from: number): Mention | null {
  const { text } = source;
  const before = currencyBefore(source, amount.figure.start, from);
  const { inMoney = amount } = amount;
  const found = currencyAfter(source, inMoney.end);
  const after = found && precedesFigure(source, found, inMoney.end) ? null : found;
  if (before) {
    // The code decides which dollar it is: "$ 1.500 MXN".
    const isOwn = after && (after.is.code === before.is.code || sharesSign(before.is, after.is));
    const currency = isOwn ? after.is : before.is;
    const end = isOwn ? after.end : inMoney.end;
    if (!isOwn && isWordAt(text, end)) return null;
    const sign = signStart(text, before.start);
    const value =
      sign < before.start && inMoney.value !== null && !inMoney.value.startsWith("-")
        ? `-${inMoney.value}`
        : inMoney.value;
    const start = sign < before.start ? sign : before.start;
    const normalized = normalize(source, currency, { ...inMoney, value });
    return { type: "money", start, end, normalized, confidence: 0.97 };
  }
  if (!after) return null;
  const normalized = normalize(source, after.is, inMoney);
  return { type: "money", start: amount.start, end: after.end, normalized, confidence: 0.95 };
}

function readPercent({ text, words }: Source, { start, end, value }: Amount): Mention | null {
  const at = afterBlank(text, end);
  const found = { type: "percent", start, normalized: value, confidence: 0.97 } as const;
  if ("%％٪".includes(text.charAt(at) || " ")) return { ...found, end: at + 1 };
  const word = words.percent.at(text, at);
  if (word) return { ...found, end: word.end };
  // Turkish and Basque write the sign first.
  const isFirst = text.charAt(start - 1) === "%" && !isWordAt(text, start - 2) && !isWordAt(text, end);
  return isFirst ? { ...found, start: start - 1, end } : null;
}

/** Returns the second amount of a range and the range's start, or `null`: "1 à 2", "5 bis 10". */
function readRange(source: Source, scan: Scan, { start, end, next, isScaled }: Amount): Amount | null {
  const { text, words } = source;
  const at = afterBlank(text, end);
  const and = wordBefore(words.clockFrom, text, start) ? words.and : words.ranges;
  const word = isScaled ? null : (words.ranges.at(text, at) ?? and.at(text, at));
  const hyphen = text.charAt(at) === "-" && at > end ? at + 1 : null;
  const from = word?.end ?? hyphen;
  const token = scan.tokens[next];
  if (from === null || from === undefined || token?.kind !== "figure") return null;
  if (token.start !== afterBlank(text, from) || token.start === from) return null;
  const to = readAmount(source, scan, next, token);
  return to && { ...to, start, value: null, inMoney: to.inMoney && { ...to.inMoney, start, value: null } };
}

/** Returns the range as an amount or a duration without a value, or `null`: "1 à 2 jours", "5 bis 10 Euro". */
function readRangeMention(source: Source, scan: Scan, amount: Amount, from: number): Mention | null {
  const range = readRange(source, scan, amount);
  if (!range) return null;
  const money = readMoney(source, range, Infinity);
  // A price before a time is no range: "R$ 1.299,90 às 15h".
  if (money || currencyBefore(source, amount.figure.start, from)) return money;
  return readPercent(source, range) ?? readDuration(source, scan, range);
}

/**
 * Returns the amount that a figure begins, or `null` if it is an identifier: money, a percentage, a duration or a
 * number.
 *
 * @param from The end of the last mention.
 */
export function readQuantity(
  source: Source,
  scan: Scan,
  index: number,
  { token, from }: { token: FigureToken; from: number },
): Mention | null {
  const { text } = source;
  const amount = readAmount(source, scan, index, token);
  if (!amount) return null;
  const { start, end, value } = amount;
  const found =
    readRangeMention(source, scan, amount, from) ??
    readMoney(source, amount, from) ??
    readPercent(source, amount) ??
    readDuration(source, scan, amount);
  if (found || isWordAt(text, end)) return found;
  return { type: "number", start, end, normalized: value, confidence: value === null ? 0.6 : 0.8 };
}
