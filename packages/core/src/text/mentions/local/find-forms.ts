import { isMonthDay, isoDate, isoMonth, isoTime, isYear } from "../calendar.ts";
import { scaleDecimal, withMinorUnits } from "../decimal.ts";
import { isBlankAt, isWordAt } from "../letters.ts";
import type { Mention } from "../mention.ts";
import { mergeSpans } from "../../patterns/match.ts";
import type { Span } from "../../span.ts";
import type { FigureToken, Scan } from "../scan.ts";
import { type Grammar, findGrammar } from "./grammar.ts";
import { readLocalDecimal } from "./numbers.ts";
import { pointLanguages } from "./vocabulary.ts";

/** A text in a language other than English, as the readers need it. */
interface Source {
  text: string;
  language: string;
  grammar: Grammar;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Returns dates with the name of their month: "5. Mai 1843", "5 de mayo de 1843", "mai 2020". */
function namedDates({ text, grammar }: Source): Mention[] {
  const mentions: Mention[] = [];
  for (const match of text.matchAll(grammar.date)) {
    const [all, day, name = "", year] = match;
    if (day === undefined && year === undefined) continue;
    const month = grammar.monthNumber(name);
    if (day !== undefined && !isMonthDay(month, Number(day))) continue;
    const normalized =
      year === undefined
        ? null
        : day === undefined
          ? isoMonth(Number(year), month)
          : isoDate(Number(year), month, Number(day));
    // Without a year, a period after the month may end the sentence.
    const end = match.index + all.length - (year === undefined && all.endsWith(".") ? 1 : 0);
    mentions.push({ type: "date", start: match.index, end, normalized, confidence: 0.95 });
  }
  return mentions;
}

/** East Asian dates: "2026年3月5日", "2026년 3월 5일". */
const ideographicDate = /(\d{4}) ?[年년] ?(\d{1,2}) ?[月월](?: ?(\d{1,2}) ?[日일])?/g;

function ideographicDates({ text }: Source): Mention[] {
  return Array.from(text.matchAll(ideographicDate)).flatMap((match): Mention[] => {
    const [all, year, month, day] = match;
    const normalized =
      day === undefined
        ? isMonthDay(Number(month), 1)
          ? isoMonth(Number(year), Number(month))
          : null
        : isoDate(Number(year), Number(month), Number(day));
    if (normalized === null) return [];
    return [
      { type: "date", start: match.index, end: match.index + all.length, normalized, confidence: 0.97 },
    ];
  });
}

/** Returns a date in figures, with the day before the month: "05.03.2026", "5/3/2026", "2026-03-05". */
function numericDate({ text }: Source, { start, end, groups, separators }: FigureToken): Mention | null {
  if (separators !== ".." && separators !== "//" && separators !== "--") return null;
  if (isWordAt(text, end)) return null;
  const [a = "", b = "", c = ""] = groups;
  const [x, y, z] = [Number(a), Number(b), Number(c)];
  const found = { type: "date", start, end } as const;
  if (a.length === 4 && isYear(x)) {
    const normalized = isoDate(x, y, z);
    return normalized === null ? null : { ...found, normalized, confidence: 0.97 };
  }
  if (a.length > 2 || b.length > 2 || !(isMonthDay(y, x) || isMonthDay(x, y))) return null;
  if (c.length === 4 && isYear(z)) {
    const normalized = isMonthDay(y, x) ? isoDate(z, y, x) : isoDate(z, x, y);
    return normalized === null ? null : { ...found, normalized, confidence: 0.95 };
  }
  // Two digits do not determine the century.
  return c.length === 2 && b.length === 2 ? { ...found, normalized: null, confidence: 0.75 } : null;
}

const clockWord: Readonly<Record<string, RegExp>> = {
  de: /[ \u00a0]?uhr(?![\p{L}])/iuy,
  nl: /[ \u00a0]uur(?![\p{L}])/iuy,
};
const hourLetter = /[ \u00a0]?h[ \u00a0]?(\d{2})(?![\p{L}\p{N}])/iuy;
const hourLanguages = new Set(["fr", "pt", "es", "it"]);

/** Returns a time: "17:30", "17.30 Uhr", "14h30". */
function time({ text, language }: Source, { start, end, groups, separators }: FigureToken): Mention | null {
  const [hour = "", minute = "00", second] = groups;
  if (hour.length > 2 || minute.length !== 2) return null;
  const found = { type: "time", start } as const;
  const isClock = separators === ":" || separators === "::";
  const word = clockWord[language];
  const suffix =
    word && (isClock || separators === "" || separators === ".") ? matchAt(word, text, end) : null;
  // "8 uur" is more often a duration in Dutch.
  const isNamed = suffix !== null && (language === "de" || separators !== "");
  if (isClock || isNamed) {
    const normalized = isoTime(Number(hour), Number(minute), second ?? null);
    const stop = end + (isNamed ? suffix[0].length : 0);
    return normalized === null || isWordAt(text, stop)
      ? null
      : { ...found, end: stop, normalized, confidence: 0.92 };
  }
  const split = separators === "" && hourLanguages.has(language) ? matchAt(hourLetter, text, end) : null;
  const normalized = split && isoTime(Number(hour), Number(split[1]), null);
  return split && normalized ? { ...found, end: end + split[0].length, normalized, confidence: 0.95 } : null;
}

interface Amount extends Span {
  value: string | null;
}

/** Returns a number with its sign and scale: "-1.200,50", "3,5 Millionen". */
function amount(source: Source, token: FigureToken): Amount | null {
  const { text, grammar, language } = source;
  const decimalSign = pointLanguages.has(language) ? "." : ",";
  const value = readLocalDecimal(token, decimalSign);
  if (value === null) {
    const [from = "", to = ""] = token.groups;
    const isRange = token.separators === "-" && Number(from) < Number(to) && to.length <= 4;
    return isRange ? { start: token.start, end: token.end, value: null } : null;
  }
  const isNegative =
    "-−".includes(text.charAt(token.start - 1) || " ") &&
    (token.start < 2 || isBlankAt(text, token.start - 2));
  const scale = matchAt(grammar.scale, text, token.end);
  const scaled = scale ? scaleDecimal(value, grammar.scalePower(scale[1] ?? "")) : value;
  return {
    start: isNegative ? token.start - 1 : token.start,
    end: token.end + (scale?.[0].length ?? 0),
    value: scaled === null ? null : `${isNegative ? "-" : ""}${scaled}`,
  };
}

function inMoney(code: string | null, value: string | null): string | null {
  return code === null || value === null ? null : `${code} ${withMinorUnits(value, code === "JPY" ? 0 : 2)}`;
}

function bareYear({ text, grammar }: Source, { start, groups, separators }: FigureToken): boolean {
  const [digits = ""] = groups;
  if (separators !== "" || digits.length !== 4 || !isYear(Number(digits))) return false;
  const cue = /([\p{L}]{1,12}) $/u.exec(text.slice(Math.max(0, start - 13), start))?.[1];
  return cue !== undefined && grammar.yearCues.has(cue.toLowerCase());
}

/** Languages that do not separate thousands by spaces. */
const unspacedThousands = new Set(["de", "it", "nl"]);

/** Returns the figure with the groups of three digits that follow it after spaces: "1 500 000". */
function withSpacedGroups(
  { text, language }: Source,
  scan: Scan,
  index: number,
  first: FigureToken,
): FigureToken {
  if (
    unspacedThousands.has(language) ||
    first.separators !== "" ||
    !/^[1-9]\d{0,2}$/.test(first.groups[0] ?? "")
  )
    return first;
  let figure = first;
  for (let next = index + 1; next < index + 5; next++) {
    const group = scan.tokens[next];
    if (group?.kind !== "figure" || group.start !== figure.end + 1 || text.charAt(figure.end) !== " ") break;
    if (group.groups[0]?.length !== 3 || (group.separators !== "" && group.separators !== ",")) break;
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

/** Returns the mention that a figure begins, or `null` if the figure is an identifier. */
function readFigure(source: Source, scan: Scan, index: number, token: FigureToken): Mention | null {
  const { text, grammar } = source;
  if (token.attached === "letter" || token.attached === "sign") return null;
  const dated = numericDate(source, token) ?? time(source, token);
  if (dated) return dated;
  const number = amount(source, token);
  if (!number) return null;
  const { start, end, value } = number;
  const before = scan.tokens[index - 1];
  if (before?.kind === "currency" && /^[ \u00a0]?$/.test(text.slice(before.end, token.start)))
    return {
      type: "money",
      start: before.start,
      end,
      normalized: inMoney(before.currency.code, value),
      confidence: 0.97,
    };
  const currency = matchAt(grammar.currency, text, end);
  const code = currency && grammar.currencyCode(currency[1] ?? "");
  if (currency && code)
    return {
      type: "money",
      start,
      end: end + currency[0].length,
      normalized: inMoney(code, value),
      confidence: 0.95,
    };
  const percent = matchAt(grammar.percent, text, end);
  if (percent)
    return { type: "percent", start, end: end + percent[0].length, normalized: value, confidence: 0.97 };
  const unit = matchAt(grammar.unit, text, end);
  if (unit) {
    const designator = grammar.designator(unit[1] ?? "");
    const isTime = designator.startsWith("T");
    const normalized =
      value === null || value.startsWith("-")
        ? null
        : isTime
          ? `PT${value}${designator.slice(1)}`
          : `P${value}${designator}`;
    return { type: "duration", start, end: end + unit[0].length, normalized, confidence: 0.93 };
  }
  if (isWordAt(text, end)) return null;
  if (bareYear(source, token))
    return {
      type: "date",
      start: token.start,
      end: token.end,
      normalized: token.groups[0] ?? null,
      confidence: 0.85,
    };
  return { type: "number", start, end, normalized: value, confidence: value === null ? 0.6 : 0.8 };
}

/**
 * Finds dates, times, durations, amounts, percentages, numbers and emoji in a text of any language except English.
 * Words are known in German, French, Spanish, Italian, Portuguese and Dutch, figures and signs in every language. The
 * cost is linear in the length of the text.
 */
export function findLocalForms(scan: Scan, language: string): Mention[] {
  const source: Source = { text: scan.text, language, grammar: findGrammar(language) };
  const dates = mergeSpans(ideographicDates(source), namedDates(source));
  const figures: Mention[] = [];
  let end = 0;
  for (const [index, token] of scan.tokens.entries()) {
    if (token.start < end) continue;
    const mention: Mention | null =
      token.kind === "figure"
        ? readFigure(source, scan, index, withSpacedGroups(source, scan, index, token))
        : token.kind === "emoji"
          ? { type: "emoji", start: token.start, end: token.end, normalized: null, confidence: 1 }
          : null;
    if (!mention || mention.start < end) continue;
    figures.push(mention);
    ({ end } = mention);
  }
  return mergeSpans(dates, figures);
}
