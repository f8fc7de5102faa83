import { mergeSpans } from "../../patterns/match.ts";
import type { Mention } from "../mention.ts";
import type { FigureToken, Scan } from "../scan.ts";
import { readQuantity } from "./amounts.ts";
import { readCuedYear, readFigureDate, readNamedYear } from "./figure-dates.ts";
import { phraseDurations } from "./durations.ts";
import { findLanguageWords } from "./language-words.ts";
import { ideographicDates, namedDates, withWeekdays } from "./named-dates.ts";
import { type Source, wordBefore } from "./source.ts";
import { isSpelled, spelledFigures } from "./spelled-numbers.ts";
import { ideographicTimes, readTime } from "./times.ts";

/** Returns the mention that a figure begins, or `null` if the figure is an identifier. */
function readFigure(
  source: Source,
  scan: Scan,
  index: number,
  { token, from }: { token: FigureToken; from: number },
): Mention | null {
  if (isSpelled(source.text, token)) return readSpelled(source, scan, index, { token, from });
  if (token.attached === "letter") return readQuantityOnly(source, scan, index, { token, from });
  if (token.attached === "sign") return null;
  const date = readFigureDate(source, token) ?? readTime(source, token) ?? readNamedYear(source, token);
  if (date) return date;
  const quantity = readQuantity(source, scan, index, { token, from });
  return quantity && quantity.type !== "number" ? quantity : (readCuedYear(source, token) ?? quantity);
}

/** Texts spell a single unit of these currencies. The pound and the peso are also weights. */
const singleCurrencies = /^(?:EUR|USD) /;

/** Returns the amount, the percentage or the duration that a spelled number begins, or `null`: "anderthalb Stunden". */
function readSpelled(...given: Parameters<typeof readQuantity>): Mention | null {
  const [source, , , { token }] = given;
  const { text, words } = source;
  const found = readQuantity(...given);
  if (!found || found.type === "number") return null;
  const { type, normalized } = found;
  const isOne = token.groups.join(".") === "1";
  // "Ein Tag", "un jour" are any day, and "à une heure" is a time.
  if (type === "duration") {
    const cues = [words.clockHints, words.clock, words.clockPoint];
    const isClock = normalized?.endsWith("H") && cues.some((cue) => wordBefore(cue, text, token.start));
    return normalized === "P1D" || isClock ? null : found;
  }
  if (type !== "money" || normalized === null) return found;
  const isWeight = normalized.startsWith("GBP") || (isOne && !singleCurrencies.test(normalized));
  return isWeight ? null : found;
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
  const spelled = spelledFigures(source);
  const all: Scan = spelled.length === 0 ? scan : { ...scan, tokens: mergeSpans(spelled, scan.tokens) };
  const figures: Mention[] = [];
  let end = 0;
  let next = 0;
  for (const [index, token] of all.tokens.entries()) {
    if (token.start < end) continue;
    while ((named[next]?.end ?? Infinity) <= token.start) next++;
    // The figures of a named date are read.
    if ((named[next]?.start ?? Infinity) <= token.start) continue;
    const mention: Mention | null =
      token.kind === "figure"
        ? readFigure(source, all, index, { token, from: end })
        : token.kind === "emoji"
          ? { type: "emoji", start: token.start, end: token.end, normalized: null, confidence: 1 }
          : null;
    if (!mention || mention.start < end) continue;
    figures.push(mention);
    ({ end } = mention);
  }
  const dates = mergeSpans(mergeSpans(named, figures), phraseDurations(source));
  const isDate = ({ type }: Mention) => type === "date";
  const withDays = withWeekdays(source, dates.filter(isDate));
  return mergeSpans(
    withDays,
    dates.filter((mention) => !isDate(mention)),
  );
}
