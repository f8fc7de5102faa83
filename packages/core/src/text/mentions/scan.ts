import type { Span } from "../span.ts";
import { type Currency, currencySigns, dollarPrefixes, yenPrefixes } from "./currencies.ts";
import { beginsEmoji, emojiEnd } from "./emoji.ts";
import { isDigitCode, isLatinLetter } from "../patterns/characters.ts";
import { isWordAt } from "./letters.ts";
import { type Lexeme, lexicon, mayHave } from "./lexicon.ts";

/** A word of the lexicon. */
export interface WordToken extends Span {
  kind: "word";
  word: string;
  is: Lexeme;
}

/** Digits with single signs between them, such as `1,200.50`, `2020-05-05` or `17:00`. */
export interface FigureToken extends Span {
  kind: "figure";
  groups: readonly string[];
  /** The signs between the groups, one unit each. */
  separators: string;
  /** The connection to a letter directly before (`A4`: `letter`), or before a sign (`COVID-19`: `hyphen`). */
  attached: "free" | "letter" | "hyphen" | "sign";
}

/** A currency sign, including the letters of its country before it. */
interface CurrencyToken extends Span {
  kind: "currency";
  currency: Currency;
}

/** An emoji. It needs no further reading. */
interface EmojiToken extends Span {
  kind: "emoji";
}

/** A range of the text at which a date, a time, an amount or a number can begin or continue. */
export type ScanToken = WordToken | FigureToken | CurrencyToken | EmojiToken;

/** A text with its digits in ASCII, and its tokens. */
export interface Scan {
  readonly text: string;
  readonly tokens: readonly ScanToken[];
}

const variationSelector = 0xfe0f;
/** Maximum groups of a figure. Longer figures are serial numbers or an attack, and no reader accepts them. */
const maxGroups = 8;
const groupSigns = "-.,:/ ";
const apostrophes = "'’";
const attachingSigns = "-./_\\+%'’";

/** Returns whether exactly three digits begin at the index, as after the apostrophe of the Swiss "1'250". */
function isThreeDigits(text: string, index: number): boolean {
  for (let at = index; at < index + 3; at++) if (!isDigitCode(text.charCodeAt(at))) return false;
  return !isWordAt(text, index + 3);
}

/** Returns whether a mark of the writing direction is at the index, as before the signs of an Arabic date. */
function isDirectionMark(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x200e || code === 0x200f;
}

function findAttachment(text: string, start: number): FigureToken["attached"] {
  if (isWordAt(text, start - 1)) return "letter";
  const before = text.charAt(start - 1);
  if (before === "" || !attachingSigns.includes(before) || !isWordAt(text, start - 2)) return "free";
  return before === "-" ? "hyphen" : "sign";
}

/**
 * Returns whether the sign at the index separates groups of a figure. A space does only if it is not ASCII in `source`.
 */
function isGroupSign(text: string, source: string, index: number): boolean {
  const sign = text.charAt(index);
  if (apostrophes.includes(sign)) return sign !== "" && isThreeDigits(text, index + 1);
  if (!groupSigns.includes(sign) || !isDigitCode(text.charCodeAt(index + 1))) return false;
  return sign !== " " || source.charAt(index) !== " ";
}

function readFigure(text: string, source: string, start: number): FigureToken {
  const groups: string[] = [];
  let separators = "";
  let end = start;
  for (;;) {
    const from = end;
    while (isDigitCode(text.charCodeAt(end))) end++;
    if (groups.length <= maxGroups) groups.push(text.slice(from, end));
    const sign = isDirectionMark(text, end) ? end + 1 : end;
    if (!isGroupSign(text, source, sign)) break;
    if (groups.length <= maxGroups)
      separators += apostrophes.includes(text.charAt(sign)) ? "'" : text.charAt(sign);
    end = sign + 1;
  }
  return { kind: "figure", start, end, groups, separators, attached: findAttachment(text, start) };
}

/** The fractions that are one character. */
const vulgarFractions: ReadonlyMap<string, readonly [over: string, under: string]> = new Map(
  "½1/2 ⅓1/3 ⅔2/3 ¼1/4 ¾3/4 ⅕1/5 ⅖2/5 ⅗3/5 ⅘4/5 ⅙1/6 ⅚5/6 ⅛1/8 ⅜3/8 ⅝5/8 ⅞7/8"
    .split(" ")
    .map((row) => [row.charAt(0), [row.charAt(1), row.charAt(3)]]),
);

function readVulgarFraction(text: string, start: number): FigureToken | null {
  const groups = vulgarFractions.get(text.charAt(start));
  return groups
    ? {
        kind: "figure",
        start,
        end: start + 1,
        groups,
        separators: "/",
        attached: findAttachment(text, start),
      }
    : null;
}

function readWord(text: string, start: number, end: number): WordToken | null {
  if (!mayHave(text, start, end)) return null;
  const word = text.slice(start, end).toLowerCase();
  const is = lexicon.get(word);
  if (!is) return null;
  const isPart = (index: number) => isWordAt(text, index) && !isDigitCode(text.charCodeAt(index));
  return isPart(start - 1) || isPart(end) ? null : { kind: "word", start, end, word, is };
}

function readSign(text: string, index: number): CurrencyToken | null {
  const currency = currencySigns.get(text.charAt(index));
  if (!currency) return null;
  let start = index;
  if (currency.code === "USD" || currency.code === "JPY")
    while (index - start < 4 && isLatinLetter(text.charCodeAt(start - 1))) start--;
  const prefixes = currency.code === "USD" ? dollarPrefixes : yenPrefixes;
  const prefix = prefixes.get(text.slice(start, index));
  return prefix && !isWordAt(text, start - 1)
    ? { kind: "currency", start, end: index + 1, currency: prefix }
    : { kind: "currency", start: index, end: index + 1, currency };
}

function readEmoji(text: string, start: number): EmojiToken | null {
  const code = text.charCodeAt(start);
  const end = code <= 0x7f || beginsEmoji(code) ? emojiEnd(text, start) : start;
  return end > start ? { kind: "emoji", start, end } : null;
}

/**
 * Reads the tokens of the text in one pass. Skips the ranges in `taken`, which must be sorted and free of overlaps: the
 * digits of a URL are not a number.
 *
 * @param text The text with the digits of every script in ASCII, unit for unit.
 * @param source The original text.
 */
export function scanText(text: string, source: string, taken: readonly Span[]): Scan {
  const tokens: ScanToken[] = [];
  let next = 0;
  for (let at = 0; at < text.length;) {
    for (let span = taken[next]; span && span.start <= at; span = taken[++next]) at = Math.max(at, span.end);
    const code = text.charCodeAt(at);
    const start = at++;
    if (isLatinLetter(code)) {
      while (isLatinLetter(text.charCodeAt(at))) at++;
      const token = readWord(text, start, at);
      if (token) tokens.push(token);
    } else if (isDigitCode(code) && text.charCodeAt(at) !== variationSelector) {
      const token = readFigure(text, source, start);
      at = token.end;
      if (token.groups.length <= maxGroups) tokens.push(token);
    } else if (code > 0x7f || code === 0x24 || text.charCodeAt(at) === variationSelector) {
      const token = readVulgarFraction(text, start) ?? readSign(text, start) ?? readEmoji(source, start);
      if (!token) continue;
      tokens.push(token);
      at = token.end;
    }
  }
  return { text, tokens };
}

/** Text between two tokens that belong together, and its canonical form. */
const joints: ReadonlyMap<string, "" | " " | "-" | "," | "."> = new Map([
  ["", ""],
  [" ", " "],
  ["  ", " "],
  ["\n", " "],
  ["\r\n", " "],
  ["\t", " "],
  ["-", "-"],
  [" - ", "-"],
  [",", ","],
  [", ", ","],
  [",\n", ","],
  [",\r\n", ","],
  [".", "."],
  [". ", "."],
]);

/** Returns the canonical form of the text between two tokens, or `null` if it is more than blanks and one sign. */
export function readJoint(text: string, end: number, start: number): "" | " " | "-" | "," | "." | null {
  return start - end > 3 ? null : (joints.get(text.slice(end, start)) ?? null);
}
