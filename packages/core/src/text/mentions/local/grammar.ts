import { monthNames } from "./months.ts";
import { type Vocabulary, vocabularies } from "./vocabulary.ts";

/** The regular expressions of a language. Those with the flag `y` match at the end of a figure. */
export interface Grammar {
  /** A date with the name of its month. Groups: day, month, year. */
  date: RegExp;
  monthNumber: (name: string) => number;
  /** A scale. The group is its word. */
  scale: RegExp;
  scalePower: (word: string) => number;
  currency: RegExp;
  currencyCode: (word: string) => string | null;
  percent: RegExp;
  unit: RegExp;
  designator: (word: string) => string;
  yearCues: ReadonlySet<string>;
}

const none: Vocabulary = {
  months: [],
  units: { TS: "", TM: "", TH: "", D: "", W: "", M: "", Y: "" },
  scales: {},
  percent: "",
  currencies: {},
  joint: "",
  yearCues: "",
};

const codes = "EUR USD GBP CHF JPY CNY BRL PLN CZK HUF SEK NOK DKK TRY RUB UAH INR CAD AUD MXN".split(" ");
const signs = new Map(
  Object.entries({ "€": "EUR", "£": "GBP", $: "USD", "¥": "JPY", "₽": "RUB", "₺": "TRY" }),
);
const space = "[ \\u00a0\\u202f]";
const noLetter = "(?![\\p{L}\\p{N}_])";

/** Returns a function from a word to the key of the alternatives that contain it. */
function keyFinder(table: Readonly<Record<string, string>>): (word: string) => string | null {
  const rows = Object.entries(table)
    .filter(([, words]) => words !== "")
    .map(([key, words]) => [key, new RegExp(`^(?:${words})$`, "iu")] as const);
  return (word) => rows.find(([, pattern]) => pattern.test(word))?.[0] ?? null;
}

/** Returns the alternatives, the longest first. Without words, returns a pattern that never matches. */
function alternatives(words: readonly string[]): string {
  const given = words.flatMap((entry) => entry.split("|")).filter((word) => word !== "");
  return given.length === 0 ? "(?!)" : given.toSorted((a, b) => b.length - a.length).join("|");
}

function createGrammar(words: Vocabulary): Grammar {
  const joint = words.joint === "" ? "" : `(?:${words.joint})?`;
  const monthTable = Object.fromEntries(words.months.map((names, index) => [String(index + 1), names]));
  const findMonth = keyFinder(monthTable);
  const findScale = keyFinder(Object.fromEntries(Object.entries(words.scales)));
  const findCurrency = keyFinder(words.currencies);
  const findUnit = keyFinder(words.units);
  return {
    date: new RegExp(
      `(?<![\\p{L}\\p{N}_])(?:(\\d{1,2})(?:\\.|er|º|°)?${space}?${joint})?(${alternatives(words.months)})(?![\\p{L}\\p{N}_])\\.?(?:,?${space}${joint}(\\d{4})(?![\\p{L}\\p{N}_]))?`,
      "giu",
    ),
    monthNumber: (name) => Number(findMonth(name) ?? 0),
    scale: new RegExp(`${space}?(${alternatives(Object.values(words.scales))})${noLetter}`, "iuy"),
    scalePower: (word) => Number(findScale(word) ?? 0),
    currency: new RegExp(
      `${space}?${joint}(${alternatives([...Object.values(words.currencies), ...codes, ...Array.from(signs.keys(), (sign) => (sign === "$" ? "\\$" : sign))])})${noLetter}`,
      "iuy",
    ),
    currencyCode: (word) => signs.get(word) ?? codes.find((code) => code === word) ?? findCurrency(word),
    percent: new RegExp(`${space}?(?:[%％٪]|(?:${alternatives([words.percent])})${noLetter})`, "iuy"),
    unit: new RegExp(`${space}?-?(${alternatives(Object.values(words.units))})${noLetter}`, "iuy"),
    designator: (word) => findUnit(word) ?? "",
    yearCues: new Set(words.yearCues.split(" ")),
  };
}

const grammars = new Map<string, Grammar>();

/** The codes of languages whose months have the names of another: Norwegian. */
const sharedMonths: Readonly<Record<string, string>> = { no: "nb", nn: "nb" };

/** Returns the vocabulary of a language. Most languages have the names of the months only, some have figures only. */
function findVocabulary(language: string): Vocabulary | undefined {
  const key = sharedMonths[language] ?? language;
  const months = Object.hasOwn(monthNames, key) ? monthNames[key]?.split(" ") : undefined;
  return vocabularies.get(language) ?? (months && { ...none, months });
}

/** Returns the grammar of a language. */
export function findGrammar(language: string): Grammar {
  const vocabulary = findVocabulary(language);
  const key = vocabulary ? language : "";
  const known = grammars.get(key);
  if (known) return known;
  const grammar = createGrammar(vocabulary ?? none);
  grammars.set(key, grammar);
  return grammar;
}
