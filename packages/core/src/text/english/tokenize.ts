import { type CharacterClass, characterClass, classOf } from "../character-class.ts";
import type { PatternMatch } from "../patterns/index.ts";
import type { Span } from "../span.ts";
import { atomTypes, type TokenKind } from "./token-kind.ts";
import { typeAt, type WordType } from "./word-types.ts";

/** A word or sign. `text` is `slice(start, end)` of the analyzed text. */
export interface Token extends Span {
  text: string;
  kind: TokenKind;
  type: WordType;
}

/** Longer words are cut, so no later step has to handle a word of a million letters. */
const longestToken = 128;

/** Abbreviations that keep their period, even at the end of a sentence. */
const abbreviations = new Set(
  (
    "mr mrs ms dr prof rev hon gen col capt lt sgt gov sen rep st mt ft jr sr inc corp co ltd bros no vs etc ave blvd rd " +
    "dept univ assn est jan feb mar apr jun jul aug sep sept oct nov dec ph.d"
  ).split(" "),
);

const emoticon = /(?:[:;=]['’]?[-o^]?[)(\][DPpOo3/\\|*]|<\/?3|\^_?\^|>:[)(]|[)(][-]?[:;=])(?![\p{L}\p{N}])/uy;
const emoticonStarts = new Set(":;=<>^()");

const { sign, space, letter, digit, unspaced, pictograph, joiner } = characterClass;

function isApostrophe(unit: string | undefined): boolean {
  return unit === "'" || unit === "’";
}

function isHyphen(unit: string | undefined): boolean {
  return unit === "-" || unit === "‐" || unit === "‑";
}

/**
 * Returns whether the sign between two characters joins them to one word: O'Neill, well-known, 3.14, 1,200, 10:30,
 * AT&T, U.S.
 */
function joins(unit: string, before: CharacterClass, next: number, isAcronym: boolean): boolean {
  const after = classOf(next);
  const isNumeric = before === digit && after === digit;
  if (isApostrophe(unit)) return after === letter;
  if (isHyphen(unit)) return after === letter || after === digit;
  if (unit === "," || unit === ":") return isNumeric;
  if (unit === "&") return before === letter && next >= 0x41 && next <= 0x5a;
  // "amazon.com" is one word, but "the end.Then" is two.
  if (unit === ".") return isNumeric || (after === letter && (isAcronym || (next >= 0x61 && next <= 0x7a)));
  return false;
}

/** Returns the end of the word that begins at `start`. The period of an abbreviation is part of the word. */
function wordEnd(text: string, start: number, limit: number): number {
  let before: CharacterClass = letter;
  let sincePeriod = 0;
  let isAcronym = true;
  let index = start;
  while (index < limit && index - start < longestToken) {
    const code = text.codePointAt(index) ?? 0;
    const is = classOf(code);
    if (is === letter || is === digit || (is === joiner && index > start)) {
      if (is !== joiner) before = is;
      sincePeriod += 1;
      if (sincePeriod > 1) isAcronym = false;
      index += code > 0xffff ? 2 : 1;
      continue;
    }
    if (is !== sign || index + 1 >= limit || index === start) break;
    const unit = text.charAt(index);
    if (!joins(unit, before, text.codePointAt(index + 1) ?? 0, isAcronym)) break;
    if (unit === ".") sincePeriod = 0;
    else isAcronym = false;
    index += 1;
  }
  if (text[index] !== "." || index >= limit) return index;
  const word = text.slice(start, index);
  const isInitial = word.length === 1 && word !== "I" && word >= "A" && word <= "Z";
  const hasPeriod =
    isInitial ||
    (isAcronym && word.includes(".")) ||
    (word.length <= 5 && abbreviations.has(word.toLowerCase()));
  return hasPeriod ? index + 1 : index;
}

const clitics = new Set(["s", "re", "ve", "ll", "d", "m"]);

/**
 * Returns the index that splits a contraction, as in the Penn Treebank: do|n't, she|'s. Returns `end` for other words.
 */
function cliticStart(text: string, start: number, end: number): number {
  for (let index = end - 2; index > start && index >= end - 3; index--) {
    if (!isApostrophe(text[index])) continue;
    const tail = text.slice(index + 1, end).toLowerCase();
    if (clitics.has(tail)) return index;
    const isNot = tail === "t" && index - 1 > start && /^[nN]$/.test(text.charAt(index - 1));
    return isNot ? index - 1 : end;
  }
  return end;
}

/** Returns the end of a pictograph and everything joined to it: a family, a flag, a skin tone. */
function emojiEnd(text: string, start: number, limit: number): number {
  let index = start;
  let isJoined = true;
  let indicators = 0;
  while (index < limit && index - start < longestToken) {
    const code = text.codePointAt(index) ?? 0;
    const is = classOf(code);
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
  if ((text.codePointAt(start) ?? 0) > 0xffff) return start + 2;
  const last = Math.min(limit, start + longestToken);
  let end = start + 1;
  while (end < last && text[end] === text[start]) end += 1;
  return end;
}

/**
 * Returns the words and signs of an English text, in order. Contractions are split, abbreviations keep their period,
 * hyphenated words stay whole, and a slash is a token. An emoji or emoticon is one token.
 *
 * @param matches The patterns that `findPatterns` found in the text. Each address, handle and hashtag becomes one
 * token.
 */
export function tokenize(text: string, matches: readonly PatternMatch[]): Token[] {
  const tokens: Token[] = [];
  const add = (start: number, end: number, kind: TokenKind) => {
    if (end <= start) return;
    const type = typeAt(text, start, end, kind);
    tokens.push({ text: type.text, start, end, kind, type });
  };
  const atoms = matches.flatMap(({ type, start, end }) => {
    const kind = atomTypes.find((atom) => atom === type);
    return kind ? [{ kind, start, end }] : [];
  });
  let next = 0;
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
    const is = classOf(code);
    let end = index + (code > 0xffff ? 2 : 1);
    if (is === letter || is === digit) {
      end = wordEnd(text, index, limit);
      const clitic = cliticStart(text, index, end);
      add(index, clitic, is === digit ? "number" : "word");
      add(clitic, end, "word");
    } else if (is === unspaced) add(index, end, "word");
    else if (is === pictograph) {
      end = emojiEnd(text, index, limit);
      add(index, end, "emoji");
    } else if (is !== space) {
      const smile = emoticonStarts.has(text.charAt(index)) ? emoticonEnd(text, index) : index;
      const isSmile = smile > index && smile <= limit;
      end = isSmile ? smile : signEnd(text, index, limit);
      add(index, end, isSmile ? "emoticon" : "sign");
    }
    index = end;
  }
  return tokens;
}
