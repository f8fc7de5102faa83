import { abbreviations } from "./abbreviations.ts";
import { type CharacterClass, characterClass, classifyCodePoint } from "./character-class.ts";
import type { PatternMatch } from "../patterns/index.ts";
import { maxMeasureLength, measures } from "./measures.ts";
import { clusterEnd, cutIndex } from "./cut-index.ts";
import type { Span } from "../span.ts";
import { atomTypes, typeAt, type TokenKind, type WordType } from "./word-types.ts";

/**
 * A word or sign, as every analysis counts them. `text` is `slice(start, end)` of the analyzed text.
 *
 * `ScanToken` in `mentions/scan.ts` is an element of a number or a date, and `Term` in `sentiment/lexicon/terms.ts` is an
 * entry of a lexicon: both can be smaller or larger than a token.
 */
export interface Token extends Span {
  text: string;
  kind: TokenKind;
  type: WordType;
  /** Whether it is the second half of a contraction: the `n't` of `don't`. */
  isClitic: boolean;
}

/** A word as readers count words: a contraction is one word, and so is an address. */
export type Word = Pick<Token, "start" | "end" | "type">;

/** Longer words are cut, so no later step has to handle a word of a million letters. */
const maxTokenLength = 128;

/** The maximum input of one `Intl.Segmenter` call, whose time is superlinear on Node 20. */
const maxUnspacedLength = 1024;

/** The longest abbreviation is "approx". */
const maxAbbreviationLength = 6;

const emoticon = /(?:[:;=]['’]?[-o^]?[)(\][DPpOo3/\\|*]|<\/?3|\^_?\^|>:[)(]|[)(][-]?[:;=])(?![\p{L}\p{N}])/uy;
const emoticonStarts = new Set(":;=<>^()");

const { sign, space, letter, digit, unspaced, pictograph, joiner } = characterClass;

/** UAX #29 treats the underscore as a letter, but a line to fill in is not a word. */
const underscore = 0x5f;
const period = 0x2e;

function isApostrophe(unit: number): boolean {
  return unit === 0x27 || unit === 0x2019;
}

function isHyphen(unit: number): boolean {
  return unit === 0x2d || unit === 0x2010 || unit === 0x2011;
}

/**
 * Returns whether the sign between two characters joins them to one word: O'Neill, well-known, 3.14, 1,200, 10:30,
 * AT&T, U.S.
 */
function joins(unit: string, before: CharacterClass, next: number, isAcronym: boolean): boolean {
  const after = classifyCodePoint(next);
  const isNumeric = before === digit && after === digit;
  if (unit === "'" || unit === "’") return after === letter || isNumeric;
  if (unit === "," || unit === ":" || unit === "٫" || unit === "٬") return isNumeric;
  if (unit === "&") return before === letter && next >= 0x41 && next <= 0x5a;
  if (unit === "·") return before === letter && after === letter;
  // "amazon.com" is one word, but "the end.Then" is two.
  if (unit === ".") return isNumeric || (after === letter && (isAcronym || (next >= 0x61 && next <= 0x7a)));
  return false;
}

/**
 * Returns whether a hyphen joins the text before it to the next character: well-known, COVID-19. A compound that counts
 * (9am-5pm, 5-year-old) and a year (mid-1990s) are not joined, because a number in them is an entity.
 */
function isJoiningHyphen(before: string, next: number, isCounted: boolean): boolean {
  const after = classifyCodePoint(next);
  return !isCounted && (after === letter || (after === digit && before !== before.toLowerCase()));
}

const shortCapitals = /^\.[A-Z]{2,3}(?![\p{L}\p{N}])/u;

/** Returns whether a period joins two short names in capitals: ASP.NET. */
function joinsCapitals(text: string, start: number, index: number): boolean {
  return /^[A-Z]{2,3}$/.test(text.slice(start, index)) && shortCapitals.test(text.slice(index, index + 5));
}

const slashed = /^[A-Z]\/[A-Z](?![\p{L}\p{N}/])/u;

/** Returns whether a slash joins two capitals: the "A/S" of a Danish company, "A/B". */
function isSlashed(text: string, start: number): boolean {
  return text.charAt(start - 1) !== "/" && slashed.test(text.slice(start, start + 4));
}

/**
 * Returns the end of the word that begins at `start`, without the period after it.
 *
 * @param isCounted Whether the word is a number or follows one after a hyphen.
 */
function wordEnd(text: string, start: number, limit: number, isCounted: boolean): number {
  let before: CharacterClass = letter;
  let sincePeriod = 0;
  let isAcronym = true;
  let index = start;
  while (index < limit && index - start < maxTokenLength) {
    const code = text.codePointAt(index) ?? 0;
    const is = classifyCodePoint(code);
    if (is === letter || is === digit || (is === joiner && index > start)) {
      if (is !== joiner) before = is;
      sincePeriod += 1;
      if (sincePeriod > 1) isAcronym = false;
      index += code > 0xffff ? 2 : 1;
      continue;
    }
    if (is !== sign || index + 1 >= limit || index === start) break;
    const unit = text.charAt(index);
    const following = text.codePointAt(index + 1) ?? 0;
    const isJoined = isHyphen(code)
      ? isJoiningHyphen(text.slice(start, index), following, isCounted)
      : joins(unit, before, following, isAcronym) ||
        (code === period && index - start <= 3 && joinsCapitals(text, start, index)) ||
        (unit === "/" && index - start === 1 && isSlashed(text, start));
    if (!isJoined) break;
    if (code === period) sincePeriod = 0;
    else isAcronym = false;
    index += 1;
  }
  return index;
}

/**
 * Returns the end of the signs that belong to the name before them: C++, C#. The name before `#` is a single capital,
 * because `#` also begins hashtags.
 */
function nameSignsEnd(text: string, start: number, end: number, limit: number): number {
  const hasPluses = text.startsWith("++", end) && end + 2 <= limit && text.charAt(end + 2) !== "+";
  if (hasPluses) return end + 2;
  const isCapital = end - start === 1 && isLatinCapital(text.charCodeAt(start));
  const isSharp = isCapital && end < limit && text.charAt(end) === "#";
  const after = isSharp ? classifyCodePoint(text.codePointAt(end + 1) ?? 0) : letter;
  return after === letter || after === digit ? end : end + 1;
}

/** Returns whether a period begins a name in capitals, as in ".NET", and not a sentence without a space before it. */
function beginsName(text: string, index: number): boolean {
  const before = index === 0 ? space : classifyCodePoint(text.charCodeAt(index - 1));
  return (
    (before === space || text.charAt(index - 1) === "(") &&
    isLatinCapital(text.charCodeAt(index + 1)) &&
    isLatinCapital(text.charCodeAt(index + 2))
  );
}

function isLatinCapital(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a;
}

/** Single letters and digits with periods between them: "U.S". */
const acronym = /^[^.](?:\.[^.])+$/u;

/** Returns whether the period after a word is part of it. */
function keepsPeriod(word: string, known: ReadonlySet<string>): boolean {
  const isInitial = word.length === 1 && word !== "I" && word >= "A" && word <= "Z";
  return (
    isInitial ||
    (word.includes(".") && acronym.test(word)) ||
    (word.length <= maxAbbreviationLength && known.has(word.toLowerCase()))
  );
}

const clitics = new Set(["s", "re", "ve", "ll", "d", "m"]);

/**
 * Returns the index that splits a contraction, as in the Penn Treebank: do|n't, she|'s, can|not. Returns `end` for
 * other words.
 */
function cliticStart(text: string, start: number, end: number): number {
  if (end - start === 6 && text.slice(start, end).toLowerCase() === "cannot") return start + 3;
  for (let index = end - 2; index > start && index >= end - 3; index--) {
    if (!isApostrophe(text.charCodeAt(index))) continue;
    const tail = text.slice(index + 1, end).toLowerCase();
    if (clitics.has(tail)) return index;
    const isNot = tail === "t" && index - 1 > start && /^[nN]$/.test(text.charAt(index - 1));
    return isNot ? index - 1 : end;
  }
  return end;
}

/** Returns the indices that split a word from its clitics, in order, with its end: I|'d|'ve. */
function cliticBounds(text: string, start: number, end: number): number[] {
  const bounds = [end];
  for (let next = end; ;) {
    const split = cliticStart(text, start, next);
    if (split === next) return bounds;
    bounds.unshift(split);
    next = split;
  }
}

/** Returns the index that splits a measure from its number: 5|kg. Returns `end` for other words. */
function measureStart(text: string, start: number, end: number): number {
  let index = end;
  while (
    index > start &&
    end - index <= maxMeasureLength &&
    classifyCodePoint(text.charCodeAt(index - 1)) === letter
  )
    index -= 1;
  return measures.has(text.slice(index, end)) ? index : end;
}

/** Returns the end of a run of letters of a script without spaces between words. */
function unspacedEnd(text: string, start: number, limit: number): number {
  let index = start;
  // A longer run is cut: scanning the rest of the run for each segment would take quadratic time.
  while (index < limit && index - start <= maxUnspacedLength) {
    const code = text.codePointAt(index) ?? 0;
    const is = classifyCodePoint(code);
    if (is !== unspaced && is !== joiner) break;
    index += code > 0xffff ? 2 : 1;
  }
  return cutIndex(text, start, maxUnspacedLength, index);
}

/** Returns the end of a pictograph and everything joined to it: a family, a flag, a skin tone. */
function emojiEnd(text: string, start: number, limit: number): number {
  let index = start;
  let isJoined = true;
  let indicators = 0;
  while (index < limit && index - start < maxTokenLength) {
    const code = text.codePointAt(index) ?? 0;
    const is = classifyCodePoint(code);
    const isIndicator = code >= 0x1f1e6 && code <= 0x1f1ff;
    if (is === joiner) isJoined = code === 0x200d;
    else if (is === pictograph && (isJoined || (isIndicator && indicators === 1))) isJoined = false;
    else break;
    if (isIndicator) indicators += 1;
    index += code > 0xffff ? 2 : 1;
  }
  return index;
}

function emoticonEnd(text: string, start: number): number {
  emoticon.lastIndex = start;
  return emoticon.test(text) ? emoticon.lastIndex : start;
}

/** Returns the end of a run of one sign, such as "..." or "!!!". */
function signEnd(text: string, start: number, limit: number): number {
  const code = text.codePointAt(start) ?? 0;
  if (code > 0xffff) return start + 2;
  const last = Math.min(limit, start + maxTokenLength);
  let end = start + 1;
  // By code points: the first half of a pair is not the same sign as a lone surrogate before it.
  while (end < last && text.codePointAt(end) === code) end += 1;
  return end;
}

/** Receives the span of a token. */
type AddToken = (start: number, end: number, kind: TokenKind, isClitic: boolean) => void;

/** Finds the tokens of {@link tokenize}, and passes each to `add`. */
function scanTokens(
  text: string,
  language: string,
  matches: readonly PatternMatch[],
  addToken: AddToken,
): void {
  const add = (from: number, to: number, kind: TokenKind, isClitic = false) => {
    const start = clusterEnd(text, from);
    const end = clusterEnd(text, to);
    if (end > start) addToken(start, end, kind, isClitic);
  };
  const atoms = matches.flatMap(({ type, start, end }) => {
    const kind = atomTypes.find((atom) => atom === type);
    return kind ? [{ kind, start, end }] : [];
  });
  const known = abbreviations(language);
  let segmenter: Intl.Segmenter | undefined;
  let next = 0;
  /** The end of a number with the hyphen and the word after it, as far as they are read. */
  let countedEnd = -1;
  for (let index = 0; index < text.length;) {
    // Matches do not overlap. If a bug made them overlap, this keeps the loop from moving back and running forever.
    while ((atoms[next]?.start ?? Infinity) < index) next += 1;
    const atom = atoms[next];
    if (atom?.start === index) {
      add(index, atom.end, atom.kind);
      index = atom.end;
      next += 1;
      continue;
    }
    const limit = atom?.start ?? text.length;
    const code = text.codePointAt(index) ?? 0;
    const is = classifyCodePoint(code);
    let end = index + (code > 0xffff ? 2 : 1);
    if (is === letter || is === digit) {
      const isCounted = is === digit || index === countedEnd;
      end = wordEnd(text, index, limit, isCounted);
      if (end < limit && text.charCodeAt(end) === period && keepsPeriod(text.slice(index, end), known))
        end += 1;
      if (isCounted) countedEnd = end;
      const measure = is === digit ? measureStart(text, index, end) : end;
      if (measure < end) {
        add(index, measure, "number");
        index = measure;
      }
      if (is === letter) end = nameSignsEnd(text, index, end, limit);
      const bounds = language === "en" ? cliticBounds(text, index, end) : [end];
      const isLine = code === underscore && /^_+$/.test(text.slice(index, end));
      add(index, bounds[0] ?? end, is === digit && measure === end ? "number" : isLine ? "sign" : "word");
      for (const [half, bound] of bounds.entries()) add(bound, bounds[half + 1] ?? bound, "word", true);
    } else if (is === unspaced) {
      segmenter ??= new Intl.Segmenter(language, { granularity: "word" });
      end = unspacedEnd(text, index, limit);
      for (const { index: offset, segment, isWordLike } of segmenter.segment(text.slice(index, end)))
        add(index + offset, index + offset + segment.length, isWordLike ? "word" : "sign");
    } else if (is === pictograph) {
      end = emojiEnd(text, index, limit);
      add(index, end, "emoji");
    } else if (code === period && beginsName(text, index)) {
      end = wordEnd(text, index + 1, limit, false);
      add(index, end, "word");
    } else if (is !== space) {
      const smile = emoticonStarts.has(text.charAt(index)) ? emoticonEnd(text, index) : index;
      const isSmile = smile > index && smile <= limit;
      end = isSmile ? smile : signEnd(text, index, limit);
      add(index, end, isSmile ? "emoticon" : "sign");
      if (index === countedEnd && isHyphen(code)) countedEnd = end;
    }
    index = end;
  }
}

/**
 * Returns the words and signs of a text, in order: everything except white space. All analyses share them.
 *
 * Abbreviations keep their period, hyphenated words stay whole, and a slash is a token. English contractions are split.
 * An emoji or emoticon is one token. In scripts without spaces between words, the runtime's dictionary
 * (`Intl.Segmenter`) finds the words. The time is linear in the length of any text.
 *
 * @param matches The patterns that `findPatterns` found in the text. Each address, handle and hashtag becomes one
 * token.
 */
export function tokenize(text: string, language: string, matches: readonly PatternMatch[]): Token[] {
  const tokens: Token[] = [];
  scanTokens(text, language, matches, (start, end, kind, isClitic) => {
    const type = typeAt(text, start, end, kind);
    tokens.push({ text: type.text, start, end, kind, type, isClitic });
  });
  return tokens;
}

function isWord(kind: TokenKind): boolean {
  return kind !== "sign" && kind !== "emoji" && kind !== "emoticon";
}

/** Returns the words among the tokens of a text, with the two halves of a contraction as one. */
export function findWords(text: string, tokens: readonly Token[]): Word[] {
  const words: Word[] = [];
  for (const token of tokens) {
    const { kind, isClitic, end } = token;
    if (!isWord(kind)) continue;
    const whole = isClitic ? words.pop() : undefined;
    words.push(whole ? { start: whole.start, end, type: typeAt(text, whole.start, end, "word") } : token);
  }
  return words;
}

/** Returns the number of {@link findWords} of a text, without its tokens: looking up their types takes longer. */
export function countWords(text: string, language: string, matches: readonly PatternMatch[]): number {
  let count = 0;
  scanTokens(text, language, matches, (_start, _end, kind, isClitic) => {
    if (isWord(kind) && !isClitic) count += 1;
  });
  return count;
}
