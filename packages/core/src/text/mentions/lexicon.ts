import {
  codesInLowerCase,
  type Currency,
  currencyAbbreviations,
  currencyCodes,
  currencyWords,
} from "./currencies.ts";

/** A factor after a number: a power of ten or a dozen. */
export interface Scale {
  power: number;
  factor: number;
  /**
   * `word`: after a space, also after a number in words. `glued`: directly after digits. `money`: `glued`, in money
   * only.
   */
  use: "word" | "glued" | "money";
}

/** A unit of time. */
export interface TimeUnit {
  /** The ISO 8601 designator. A `T` precedes those of a time of day. */
  designator: "S" | "TM" | "H" | "D" | "W" | "M" | "Y";
  /** The factor, times ten to the `power`: a decade is ten years. */
  factor: number;
  power: number;
  /** The rank by size. The units of a duration descend, as in "2 hours 30 minutes". */
  rank: number;
  /** `word`: after any number. `glued`: a letter directly after digits. `inner`: `glued`, and next to another unit. */
  use: "word" | "glued" | "inner";
}

/** The meanings of a word in a date, a time, an amount or a number. A word can have several. */
export interface Lexeme {
  cardinal?: number;
  ordinal?: number;
  scale?: Scale;
  ordinalScale?: number;
  unit?: TimeUnit;
  month?: { number: number; use: "full" | "ambiguous" | "short" };
  weekday?: "full" | "short";
  /** A day relative to today. */
  day?: true;
  /** `today`: the word itself implies the day, as "tonight" does. */
  partOfDay?: "any" | "today";
  /** An interval of the calendar that "next" or "last" makes a date. */
  period?: true;
  season?: true;
  holiday?: true;
  quarter?: true;
  clock?: string;
  currency?: { is: Currency; where: "code" | "capitals" | "before" | "after" };
  percent?: true;
}

const entries = new Map<string, Lexeme>();

function add(words: string, meaning: (word: string, index: number) => Lexeme): void {
  for (const [index, word] of words.split(" ").entries())
    entries.set(word, { ...entries.get(word), ...meaning(word, index) });
}

const tens = "twenty thirty forty fifty sixty seventy eighty ninety";

add(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  (_, index) => ({ cardinal: index }),
);
add(tens, (_, index) => ({ cardinal: 20 + 10 * index }));
add(
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth",
  (_, index) => ({ ordinal: index + 1 }),
);
add(tens.replaceAll("y", "ieth"), (_, index) => ({ ordinal: 20 + 10 * index }));
add("hundredth", () => ({ ordinalScale: 2 }));
add("thousandth", () => ({ ordinalScale: 3 }));
add("millionth", () => ({ ordinalScale: 6 }));
add("billionth", () => ({ ordinalScale: 9 }));

for (const [words, power] of [
  ["hundred", 2],
  ["thousand", 3],
  ["lakh lakhs", 5],
  ["million", 6],
  ["crore crores", 7],
  ["billion", 9],
  ["trillion", 12],
] as const)
  add(words, () => ({ scale: { power, factor: 1, use: "word" } }));
add("dozen", () => ({ scale: { power: 0, factor: 12, use: "word" } }));
add("k", () => ({ scale: { power: 3, factor: 1, use: "glued" } }));
add("mn mln mio", () => ({ scale: { power: 6, factor: 1, use: "glued" } }));
add("bn", () => ({ scale: { power: 9, factor: 1, use: "glued" } }));
add("tn trn", () => ({ scale: { power: 12, factor: 1, use: "glued" } }));
add("mm", () => ({ scale: { power: 6, factor: 1, use: "money" } }));
add("b", () => ({ scale: { power: 9, factor: 1, use: "money" } }));
add("t", () => ({ scale: { power: 12, factor: 1, use: "money" } }));

const timeUnits: readonly [words: string, unit: Omit<TimeUnit, "rank">][] = [
  ["ms millisecond milliseconds", { designator: "S", factor: 1, power: -3, use: "word" }],
  ["second seconds sec secs", { designator: "S", factor: 1, power: 0, use: "word" }],
  ["s", { designator: "S", factor: 1, power: 0, use: "glued" }],
  ["minute minutes min mins", { designator: "TM", factor: 1, power: 0, use: "word" }],
  ["m", { designator: "TM", factor: 1, power: 0, use: "inner" }],
  ["hour hours hr hrs", { designator: "H", factor: 1, power: 0, use: "word" }],
  ["h", { designator: "H", factor: 1, power: 0, use: "glued" }],
  ["day days", { designator: "D", factor: 1, power: 0, use: "word" }],
  ["d", { designator: "D", factor: 1, power: 0, use: "inner" }],
  ["week weeks wk wks", { designator: "W", factor: 1, power: 0, use: "word" }],
  ["fortnight fortnights", { designator: "D", factor: 14, power: 0, use: "word" }],
  ["month months mo mos", { designator: "M", factor: 1, power: 0, use: "word" }],
  ["year years yr yrs", { designator: "Y", factor: 1, power: 0, use: "word" }],
  ["decade decades", { designator: "Y", factor: 1, power: 1, use: "word" }],
  ["century centuries", { designator: "Y", factor: 1, power: 2, use: "word" }],
];
for (const [rank, [words, unit]] of timeUnits.entries()) add(words, () => ({ unit: { ...unit, rank } }));
// "m" means minutes in "1h 30m", and millions in "$5m".
add("m", () => ({ scale: { power: 6, factor: 1, use: "money" } }));

add(
  "january february march april may june july august september october november december",
  (word, index) => ({
    month: { number: index + 1, use: word === "may" || word === "march" ? "ambiguous" : "full" },
  }),
);
add("jan feb mar apr may jun jul aug sep oct nov dec", (word, index) =>
  word === "may" ? {} : { month: { number: index + 1, use: "short" } },
);
add("sept", () => ({ month: { number: 9, use: "short" } }));
add("monday tuesday wednesday thursday friday saturday sunday", () => ({ weekday: "full" }));
add("mondays tuesdays wednesdays thursdays fridays saturdays sundays", () => ({ weekday: "full" }));
add("mon tue tues wed thu thur thurs fri sat sun", () => ({ weekday: "short" }));
add("today tomorrow yesterday", () => ({ day: true }));
add("morning afternoon evening night", () => ({ partOfDay: "any" }));
add("tonight", () => ({ partOfDay: "today" }));
add("week weekend month quarter year decade century semester", () => ({ period: true }));
add("spring summer autumn winter", () => ({ period: true, season: true }));
add("christmas easter thanksgiving halloween hanukkah ramadan diwali", () => ({ holiday: true }));
add("q", () => ({ quarter: true }));
add("noon midday", () => ({ clock: "12:00" }));
add("midnight", () => ({ clock: "00:00" }));
add("percent pct percentage", () => ({ percent: true }));

for (const [word, is] of currencyWords) add(word, () => ({ currency: { is, where: "after" } }));
for (const [word, is] of currencyAbbreviations) add(word, () => ({ currency: { is, where: "before" } }));
for (const [word, is] of currencyCodes)
  add(word, () => ({ currency: { is, where: codesInLowerCase.has(word) ? "code" : "capitals" } }));

/** The meanings of words by their lower-case form. */
export const lexicon: ReadonlyMap<string, Lexeme> = entries;

const letters = 26;
const maxWordLength = Math.max(...Array.from(entries.keys(), (word) => word.length));
/** The first two letters and the length of each word. They rule out most words of a text before a string is made. */
const openings = new Uint8Array(letters * letters * (maxWordLength + 1));

/** Returns the index of an opening. For a word of one letter, both letters are that letter. */
function openingHash(first: number, second: number, length: number): number {
  return (((first & 0x1f) - 1) * letters + (second & 0x1f) - 1) * (maxWordLength + 1) + length;
}

for (const word of entries.keys())
  openings[openingHash(word.charCodeAt(0), word.charCodeAt(Math.min(1, word.length - 1)), word.length)] = 1;

/** Returns whether the lexicon may contain the word from `start` to `end`, which consists of A–Z and a–z. */
export function mayHave(text: string, start: number, end: number): boolean {
  const length = end - start;
  if (length > maxWordLength) return false;
  const second = length === 1 ? start : start + 1;
  return openings[openingHash(text.charCodeAt(start), text.charCodeAt(second), length)] === 1;
}
