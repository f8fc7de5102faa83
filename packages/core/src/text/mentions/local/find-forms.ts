import { mergeSpans } from "../../patterns/match.ts";
import type { Mention } from "../mention.ts";
import type { FigureToken, Scan } from "../scan.ts";
import { readQuantity } from "./amounts.ts";
import { readCuedYear, readFigureDate, readNamedYear } from "./figure-dates.ts";
import { findLanguageWords } from "./language-words.ts";
import { ideographicDates, namedDates, withWeekdays } from "./named-dates.ts";
import type { Source } from "./source.ts";
import { ideographicTimes, readTime } from "./times.ts";

/** Returns the mention that a figure begins, or `null` if the figure is an identifier. */
function readFigure(
  source: Source,
  scan: Scan,
  index: number,
  { token, from }: { token: FigureToken; from: number },
): Mention | null {
  if (token.attached === "letter") return readQuantityOnly(source, scan, index, { token, from });
  if (token.attached === "sign") return null;
  const date = readFigureDate(source, token) ?? readTime(source, token) ?? readNamedYear(source, token);
  if (date) return date;
  const quantity = readQuantity(source, scan, index, { token, from });
  return quantity && quantity.type !== "number" ? quantity : (readCuedYear(source, token) ?? quantity);
}

/** Returns the amount of money after letters that are its currency, or `null`: "USD1,000", "Rs500". */
function readQuantityOnly(...given: Parameters<typeof readQuantity>): Mention | null {
  const found = readQuantity(...given);
  return found?.type === "money" && found.start < given[3].token.start ? found : null;
}

/**
 * Finds dates, times, durations, amounts, percentages, numbers and emoji in a text of any language except English. The
 * words of 71 languages are known, figures and signs in every language. The cost is linear in the length of the text.
 */
export function findLocalForms(scan: Scan, language: string): Mention[] {
  const source: Source = { text: scan.text, language, words: findLanguageWords(language) };
  const ideographic = mergeSpans(ideographicDates(source), ideographicTimes(source));
  const named = mergeSpans(ideographic, namedDates(source));
  const figures: Mention[] = [];
  let end = 0;
  let next = 0;
  for (const [index, token] of scan.tokens.entries()) {
    if (token.start < end) continue;
    while ((named[next]?.end ?? Infinity) <= token.start) next++;
    // The figures of a named date are read.
    if ((named[next]?.start ?? Infinity) <= token.start) continue;
    const mention: Mention | null =
      token.kind === "figure"
        ? readFigure(source, scan, index, { token, from: end })
        : token.kind === "emoji"
          ? { type: "emoji", start: token.start, end: token.end, normalized: null, confidence: 1 }
          : null;
    if (!mention || mention.start < end) continue;
    figures.push(mention);
    ({ end } = mention);
  }
  const dates = mergeSpans(named, figures);
  const isDate = ({ type }: Mention) => type === "date";
  const withDays = withWeekdays(source, dates.filter(isDate));
  return mergeSpans(
    withDays,
    dates.filter((mention) => !isDate(mention)),
  );
}
