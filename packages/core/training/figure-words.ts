// Writes the words of dates and amounts in each language: pnpm --filter @tools-api/training figure-words
import { writeFileSync } from "node:fs";
import { currencyCodes } from "../src/text/mentions/currencies.ts";

/** The languages that the readers know, with the region of their numbers and dates. English has its own readers. */
const locales =
  "af-ZA am-ET ar-EG az-AZ be-BY bg-BG bn-BD bs-BA ca-ES cs-CZ cy-GB da-DK de-DE el-GR es-ES et-EE eu-ES fa-IR fi-FI fil-PH fr-FR ga-IE gl-ES gu-IN he-IL hi-IN hr-HR hu-HU hy-AM id-ID is-IS it-IT ja-JP ka-GE kk-KZ km-KH kn-IN ko-KR lo-LA lt-LT lv-LV mk-MK ml-IN mn-MN mr-IN ms-MY my-MM nb-NO ne-NP nl-NL pa-IN pl-PL pt-BR ro-RO ru-RU si-LK sk-SK sl-SI sq-AL sr-RS sv-SE sw-TZ ta-IN te-IN th-TH tr-TR uk-UA ur-PK uz-UZ vi-VN zh-CN zu-ZA".split(
    " ",
  );

/** The currencies whose names are written. Codes and signs are known for all. */
const widespread =
  "USD EUR GBP JPY CHF CNY INR CAD AUD BRL CZK DKK HKD HUF ILS KRW MXN NOK PLN RON RUB SEK THB TRY UAH".split(
    " ",
  );

/** The currency of each region above that is not the euro. */
const regional: Readonly<Record<string, string>> = Object.fromEntries(
  "ZA=ZAR ET=ETB EG=EGP AZ=AZN BY=BYN BD=BDT BA=BAM CZ=CZK GB=GBP DK=DKK IR=IRR PH=PHP IN=INR IL=ILS HU=HUF AM=AMD ID=IDR IS=ISK JP=JPY GE=GEL KZ=KZT KH=KHR KR=KRW LA=LAK MK=MKD MN=MNT MY=MYR MM=MMK NO=NOK NP=NPR PL=PLN BR=BRL RO=RON RU=RUB LK=LKR AL=ALL RS=RSD SE=SEK TZ=TZS TH=THB TR=TRY UA=UAH PK=PKR UZ=UZS VN=VND CN=CNY"
    .split(" ")
    .map((row) => row.split("=")),
);

const codes = Array.from(currencyCodes.keys(), (code) => code.toUpperCase());
const counts = [1, 2, 3, 5, 11, 21, 100, 1.5, 1e6];

/** Returns the word as the readers meet it: no direction marks, plain spaces. */
function plain(word: string): string {
  return word
    .replace(/[\u061c\u200e\u200f]/g, "")
    .replace(/[\u00a0\u2009\u202f]/g, " ")
    .trim();
}

type Words = Map<string, Set<string>>;

function add(words: Words, key: string | number, word: string): void {
  const written = plain(word);
  if (written !== "") words.set(String(key), (words.get(String(key)) ?? new Set()).add(written));
}

/** Returns `key:word|word;key:word`. A word of two keys has no meaning and is left out. */
function row(words: Words): string {
  const keys = new Map<string, Set<string>>();
  for (const [key, list] of words)
    for (const word of list)
      keys.set(word.toLowerCase(), (keys.get(word.toLowerCase()) ?? new Set()).add(key));
  const isSingle = (word: string) => keys.get(word.toLowerCase())?.size === 1;
  return Array.from(words, ([key, list]) => [key, [...list].filter(isSingle)] as const)
    .filter(([, list]) => list.length > 0)
    .map(([key, list]) => `${key}:${list.join("|")}`)
    .join(";");
}

function part(parts: readonly { type: string; value: string }[], type: string): string {
  return parts.find((candidate) => candidate.type === type)?.value ?? "";
}

function day(month: number, date: number): Date {
  return new Date(Date.UTC(2026, month, date, 12));
}

const styles = ["long", "short"] as const;

/** Returns the number of a month that begins in the given Gregorian one, by the calendar of the locale. */
function monthNumber(locale: string, month: number): number {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    month: "numeric",
    numberingSystem: "latn",
  });
  return Number(part(format.formatToParts(day(month, 5)), "month").replace(/\D/g, "") || month + 1);
}

function monthNames(locale: string): string {
  const words: Words = new Map();
  for (let month = 0; month < 12; month++)
    for (const style of styles)
      for (const options of [{}, { day: "numeric" }, { year: "numeric", day: "numeric" }] as const) {
        const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: style, ...options });
        const name = part(format.formatToParts(day(month, 5)), "month").replace(/\.$/, "");
        if (/\p{L}/u.test(name)) add(words, monthNumber(locale, month), name);
      }
  return row(words);
}

function weekdayNames(locale: string): string {
  const words: Words = new Map();
  for (let date = 1; date <= 7; date++)
    for (const options of [{}, { dateStyle: "full" }] as const) {
      const format = new Intl.DateTimeFormat(locale, {
        timeZone: "UTC",
        ...("dateStyle" in options ? options : { weekday: "long" }),
      });
      add(words, date, part(format.formatToParts(day(1, date)), "weekday"));
    }
  return row(words);
}

/** Returns the words of hours before noon (`am`) and from noon on (`pm`), such as 上午, 下午 and 晚上. */
function dayPeriods(locale: string): string {
  const words: Words = new Map();
  for (let hour = 0; hour < 24; hour++)
    for (const dayPeriod of [undefined, ...styles]) {
      const format = new Intl.DateTimeFormat(locale, {
        timeZone: "UTC",
        hour: "numeric",
        hourCycle: "h12",
        ...(dayPeriod && { dayPeriod }),
      });
      const time = new Date(Date.UTC(2026, 2, 5, hour, 30));
      add(words, hour < 12 ? "am" : "pm", part(format.formatToParts(time), "dayPeriod"));
    }
  return row(words);
}

/** Returns the texts between the parts of the dates with a name of a month: the last letters tell which. */
function dateJoints(locale: string): string {
  const words = new Map<string, Set<string>>();
  for (const dateStyle of ["full", "long", "medium"] as const) {
    const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", dateStyle, calendar: "gregory" });
    const parts = format.formatToParts(day(2, 5)).filter(({ type }) => type !== "era");
    const letters: Readonly<Record<string, string>> = { day: "d", month: "m", year: "y" };
    for (const [index, { type, value }] of parts.entries()) {
      const [before, after] = [parts[index - 1], parts[index + 1]];
      const from = letters[before?.type ?? ""];
      const to = letters[after?.type ?? ""] ?? "";
      if (type !== "literal" || from === undefined || (to === "" && after !== undefined)) continue;
      const joint = value.replace(/[\u061c\u200e\u200f]/g, "").replace(/[\u00a0\u202f]/g, " ");
      if (joint.trim() !== "") words.set(from + to, (words.get(from + to) ?? new Set()).add(joint));
    }
  }
  return Array.from(words, ([key, list]) => `${key}:${[...list].join("|")}`).join(";");
}

function dateOrder(locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    calendar: "gregory",
    year: "numeric",
    month: "numeric",
    day: "numeric",
  });
  return format
    .formatToParts(day(2, 5))
    .filter(({ type }) => ["day", "month", "year"].includes(type))
    .map(({ type }) => type.charAt(0))
    .join("");
}

function magnitudes(locale: string): string {
  const words: Words = new Map();
  for (let exponent = 3; exponent <= 14; exponent++)
    for (const compactDisplay of styles)
      for (const count of [1, 2, 5, 2.5]) {
        const format = new Intl.NumberFormat(`${locale}-u-nu-latn`, {
          notation: "compact",
          compactDisplay,
          maximumFractionDigits: 3,
        });
        const parts = format.formatToParts(count * 10 ** exponent);
        const shown = parts
          .map(({ type, value }) =>
            type === "decimal" ? "." : type === "group" ? "" : /\d/.test(value) ? value : "",
          )
          .join("");
        const power = Math.log10((count * 10 ** exponent) / Number(shown));
        const word = plain(part(parts, "compact")).replace(/^de /, "");
        if (Number.isInteger(Math.round(power * 1e6) / 1e6) && power > 0) add(words, Math.round(power), word);
      }
  return row(words);
}

function currencyName(locale: string, currency: string, count: number): string {
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "name",
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  });
  return plain(part(format.formatToParts(count), "currency"))
    .replace(/^de /, "")
    .toLowerCase();
}

function displayName(locale: string, currency: string): string {
  return plain(new Intl.DisplayNames(locale, { type: "currency" }).of(currency) ?? "").toLowerCase();
}

/** Returns the words that a name shares with the names of other currencies: "kronor" of "svenska kronor". */
function bareNames(locale: string, currency: string, others: readonly string[], count: number): string[] {
  const split = (name: string) =>
    name.split(/[ -]/).filter((word) => /^\p{L}[\p{L}\p{M}’'.]{2,}$/u.test(word));
  const shared = others.map((other) => split(currencyName(locale, other, count)));
  const words = split(currencyName(locale, currency, count));
  return words.filter((word) => shared.some((list) => list.includes(word)));
}

function currencyNames(locale: string, own: string): string {
  const words: Words = new Map();
  for (const currency of new Set([own, ...widespread]))
    for (const name of [
      displayName(locale, currency),
      ...counts.map((count) => currencyName(locale, currency, count)),
    ])
      if (/^\p{L}(?:.*[\p{L}\p{M}.])?$/u.test(name) && name !== currency.toLowerCase())
        add(words, currency, name);
  const others = codes.filter((code) => code !== own);
  for (const count of counts) {
    if (own !== "USD") for (const word of bareNames(locale, own, others, count)) add(words, own, word);
    for (const word of bareNames(locale, "USD", ["CAD", "AUD"], count)) add(words, "USD", word);
  }
  return row(words);
}

function currencySigns(locale: string, own: string): string {
  const words: Words = new Map();
  const sign = (currency: string, currencyDisplay: "symbol" | "narrowSymbol") =>
    part(
      new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay }).formatToParts(1),
      "currency",
    );
  for (const code of codes) if (sign(code, "symbol") !== code) add(words, code, sign(code, "symbol"));
  const known = new Set([...words.values()].flatMap((list) => [...list]));
  const narrow = plain(sign(own, "narrowSymbol"));
  if (narrow !== own && !known.has(narrow)) add(words, own, narrow);
  return row(words);
}

/** Returns the units of time by the ISO 8601 designator. A `T` precedes those of a time of day. */
function timeUnits(locale: string): string {
  const words: Words = new Map();
  for (const [designator, unit] of Object.entries({
    TS: "second",
    TM: "minute",
    TH: "hour",
    D: "day",
    W: "week",
    M: "month",
    Y: "year",
  }))
    for (const unitDisplay of styles)
      for (const count of counts) {
        const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay });
        add(words, designator, part(format.formatToParts(count), "unit"));
      }
  return row(words);
}

function place(locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" });
  const types = format.formatToParts(1).map(({ type }) => type);
  return types.indexOf("currency") < types.indexOf("integer") ? "before" : "after";
}

function decimalSign(locale: string): string {
  const format = new Intl.NumberFormat(`${locale}-u-nu-latn`, { minimumFractionDigits: 1 });
  return part(format.formatToParts(1.5), "decimal");
}

const tables = locales.map((locale) => {
  const { language, region = "" } = new Intl.Locale(locale);
  const own = regional[region] ?? "EUR";
  const dates = locale === "th-TH" || locale === "fa-IR" ? `${locale}-u-ca-gregory` : locale;
  const fields = {
    months: monthNames(dates),
    persian: locale === "fa-IR" ? monthNames(locale) : "",
    weekdays: weekdayNames(dates),
    periods: dayPeriods(locale),
    joints: dateJoints(dates),
    order: dateOrder(dates),
    magnitudes: magnitudes(locale),
    names: currencyNames(locale, own),
    signs: currencySigns(locale, own),
    units: timeUnits(locale),
    own,
    place: place(locale),
    decimal: decimalSign(locale),
  };
  const rows = Object.entries(fields).filter(([, value]) => value !== "");
  return `  ${language}: \`${rows.map(([name, value]) => `${name}=${value}`).join("\n")}\`,`;
});

writeFileSync(
  new URL("../src/text/mentions/local/cldr-words.ts", import.meta.url),
  `// Written by training/figure-words.ts.

/**
 * The words of dates and amounts by language, from CLDR ${process.versions["cldr"]} (Unicode License v3). Each line is a field with its
 * words by key: months and weekdays (Sunday is 1) by number, magnitudes by power of ten, currencies by code.
 */
export const cldrWords: Readonly<Record<string, string>> = {
${tables.join("\n")}
};
`,
);
