import { type Currency, currencyCodes, currencySigns, findCurrency } from "../currencies.ts";
import { cldrWords } from "./cldr-words.ts";
import { pointLanguages, sameLanguages, type Vocabulary, vocabularies } from "./vocabulary.ts";
import { WordTable } from "./word-table.ts";

/** A word that multiplies a number by a power of ten. */
export interface Magnitude {
  power: number;
  /** A few letters such as the M of "5 M€", which are a magnitude only in an amount of money. */
  isMoneyOnly: boolean;
}

type Designator = "TS" | "TM" | "TH" | "D" | "W" | "M" | "Y";

/** The words of dates, times and amounts of a language, as the readers look them up. */
export interface LanguageWords {
  decimalSign: "." | ",";
  /** Whether the currency precedes its amount in most texts. */
  hasCurrencyFirst: boolean;
  /** Whether the month precedes the day in figures. */
  hasMonthFirst: boolean;
  hasYearFirst: boolean;
  months: WordTable<{ month: number; isPersian: boolean }>;
  /** The names of the months as a pattern with the flag `g`, or `null` if the language has none. */
  monthPattern: RegExp | null;
  weekdayPattern: RegExp | null;
  /** The texts between the parts of a date with a month's name, by the first letters of the parts. */
  joints: ReadonlyMap<string, readonly string[]>;
  periods: WordTable<"am" | "pm">;
  magnitudes: WordTable<Magnitude>;
  currenciesAfter: WordTable<Currency>;
  currenciesBefore: WordTable<Currency>;
  units: WordTable<Designator>;
  percent: WordTable<true>;
  years: WordTable<true>;
  afterYear: WordTable<true>;
  clock: WordTable<true>;
  clockHints: WordTable<true>;
  clockFrom: WordTable<true>;
  clockPoint: WordTable<true>;
  hours: WordTable<true>;
  ranges: WordTable<true>;
  and: WordTable<true>;
  half: WordTable<true>;
  /** The words for half of a unit, and durations of several words. `null` if the language has none. */
  phrasePattern: RegExp | null;
  /** Durations by their words. */
  phrases: ReadonlyMap<string, string>;
  /** Words before a time with an "h" that is a duration: "pendant 2h45". */
  lasting: WordTable<true>;
}

type Row = readonly [word: string, key: string];

/** Returns the words of `key:word|word;key:word`, each with its key. */
function splitRows(field = ""): Row[] {
  return field.split(";").flatMap((row) => {
    const colon = row.indexOf(":");
    return row
      .slice(colon + 1)
      .split("|")
      .map((word): Row => [word, row.slice(0, Math.max(0, colon))])
      .filter(([word]) => word !== "");
  });
}

/** Returns the words of `word|word`, each with and without the period of its abbreviation. */
function plainTable(field = ""): WordTable<true> {
  return new WordTable(
    field
      .split("|")
      .filter((word) => word !== "")
      .map((word) => [word, true]),
  );
}

function readFields(row = ""): ReadonlyMap<string, string> {
  return new Map(
    row.split("\n").map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

const specialSigns = /[.*+?^${}()|[\]\\]/g;

/** Returns a pattern of the words, or `null` without words. No letter of a spaced script touches them. */
function wordPattern(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const source = longestFirst.map((word) => word.replace(specialSigns, String.raw`\$&`)).join("|");
  return new RegExp(`(?:${source})`, "giu");
}

const shortLatin = /^[A-Za-z]{1,2}$|^\p{L}\.?$/u;
const ideograph = /\p{sc=Han}|\p{sc=Hangul}/u;
const vowelEnd = /[aeiouyąęаеиоуыюяьй]$/u;

function magnitudeRows(rows: readonly Row[]): (readonly [string, Magnitude])[] {
  const thousand: Row[] = [
    ["k", "3"],
    ["m", "6"],
  ];
  return [...rows, ...thousand].map(([word, power]) => [
    word,
    { power: Number(power), isMoneyOnly: shortLatin.test(word) && !ideograph.test(word) },
  ]);
}

/** Returns the words, and without their last vowel the longer ones of a language with endings. */
function withStems(rows: readonly Row[], endings: ReadonlySet<string>): Row[] {
  const stems = rows.filter(([word]) => endings.size > 0 && word.length >= 5 && vowelEnd.test(word));
  return [...rows, ...stems.map(([word, key]): Row => [word.slice(0, -1), key])];
}

/** The currency of a word that several countries share: "ريال". */
const sharedCurrency: Currency = { code: null, places: 2, confidence: 0.9 };

function currencyRows(rows: readonly Row[]): (readonly [string, Currency])[] {
  return rows.flatMap(([word, code]) => {
    const currency = code === "?" ? sharedCurrency : findCurrency(code);
    return currency ? [[word, currency] as const] : [];
  });
}

const codeRows = Array.from(currencyCodes, ([code, is]) => [code, is] as const);
/** The units that are long enough to be no other word. Letters of other scripts than Latin are. */
const unitLetters = /^(?:h|år|an|év|ay|zi|.{3,}|.*[\u0250-\uffff].*)$/u;

function createWords(language: string): LanguageWords {
  const cldr = readFields(Object.hasOwn(cldrWords, language) ? cldrWords[language] : "");
  const own: Vocabulary = (Object.hasOwn(vocabularies, language) && vocabularies[language]) || {};
  const kin = readFields(own.like === undefined ? "" : cldrWords[own.like]);
  const field = (name: string) => [cldr.get(name), kin.get(name)].filter(Boolean).join(";");
  const endings = new Set((own.endings ?? "").split("|").filter((ending) => ending !== ""));
  const monthRows = (["months", "persian"] as const).flatMap((name) =>
    splitRows([name === "months" ? own.months : undefined, field(name)].filter(Boolean).join(";")).map(
      ([word, month]) => [word, { month: Number(month), isPersian: name === "persian" }] as const,
    ),
  );
  const signs = [...splitRows(own.currencies), ...splitRows(cldr.get("signs"))];
  const currencies = [
    ...currencyRows(signs),
    ...Array.from(currencySigns, ([sign, is]) => [sign, is] as const),
    ...codeRows,
  ];
  const names = withStems([...splitRows(own.currencies), ...splitRows(field("names"))], endings);
  const decimal = cldr.get("decimal") ?? (pointLanguages.has(language) ? "." : ",");
  const phrases = new Map(splitRows(own.durations));
  return {
    decimalSign: decimal === "," ? "," : ".",
    hasCurrencyFirst: cldr.get("place") !== "after",
    hasMonthFirst: cldr.get("order") === "mdy",
    hasYearFirst: cldr.get("order") === "ymd",
    months: new WordTable(monthRows),
    monthPattern: wordPattern(monthRows.map(([word]) => word)),
    weekdayPattern: wordPattern(
      [...splitRows(own.weekdays), ...splitRows(field("weekdays"))].map(([word]) => word),
    ),
    joints: new Map(
      (cldr.get("joints") ?? "")
        .split(";")
        .map((row) => [row.slice(0, row.indexOf(":")), row.slice(row.indexOf(":") + 1).split("|")]),
    ),
    periods: new WordTable(
      splitRows(cldr.get("periods")).map(([word, key]) => [word, key === "am" ? "am" : "pm"]),
    ),
    magnitudes: new WordTable(
      magnitudeRows(withStems([...splitRows(own.magnitudes), ...splitRows(field("magnitudes"))], endings)),
      endings,
    ),
    currenciesAfter: new WordTable([...currencies, ...currencyRows(names)], endings),
    currenciesBefore: new WordTable(currencies),
    units: new WordTable(
      [...splitRows(own.units), ...splitRows(field("units"))]
        .filter(([word]) => unitLetters.test(word))
        .map(([word, key]) => [word.replace(/^de /, ""), key as Designator]),
    ),
    percent: plainTable(own.percent),
    years: plainTable(own.years),
    afterYear: plainTable(own.afterYear),
    clock: plainTable(own.clock),
    clockHints: plainTable(own.clockHints),
    clockFrom: plainTable(own.clockFrom),
    clockPoint: plainTable(own.clockPoint),
    hours: plainTable(own.hours),
    ranges: plainTable(own.ranges),
    and: plainTable(own.and),
    half: plainTable(own.half),
    phrasePattern: wordPattern([...phrases.keys(), ...(own.half ?? "").split("|").filter(Boolean)]),
    phrases,
    lasting: plainTable(own.lasting),
  };
}

const known = new Map<string, LanguageWords>();

/** Returns the words of a language. They are read at its first text. An unknown language has codes and signs only. */
export function findLanguageWords(language: string): LanguageWords {
  const code = sameLanguages[language] ?? language;
  const isKnown =
    [cldrWords, vocabularies].some((table) => Object.hasOwn(table, code)) || pointLanguages.has(code);
  const key = isKnown ? code : "";
  const found = known.get(key);
  if (found) return found;
  const words = createWords(key);
  known.set(key, words);
  return words;
}
