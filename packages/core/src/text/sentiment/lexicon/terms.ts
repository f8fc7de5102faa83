import { isDigitCode, isLatinLetter } from "../../patterns/characters.ts";
import { clusterEnd } from "../../segment/cut-index.ts";
import type { Span } from "../../span.ts";
import { isFalseEmoticon } from "../prose.ts";
import type { Lexicon, WordSense } from "./lexicon.ts";
import { emojiWeight, emoticonAt } from "./symbols.ts";

/** A word, a symbol with a weight, or the end of a clause, which has neither `sense` nor `symbol`. */
export interface Term extends Span {
  sense?: WordSense;
  /** The weight of an emoji or emoticon. */
  symbol?: number;
}

/** A sentence as the lexicon reads it. */
export interface SentenceTerms {
  terms: Term[];
  exclamations: number;
  hasLowerCase: boolean;
}

/** Signs that end a clause. Apostrophe, hyphen and hash are not among them: a hashtag is a word. */
const clauseEnds = new Set(Array.from(",.;:!?()،؛؟", (sign) => sign.charCodeAt(0)));
/** The hyphen and the marks of Hebrew and Arabic that are no letters. */
const foreignSigns = new Set(Array.from("־׀׃،؛؟٪٫٬٭۔", (sign) => sign.charCodeAt(0)));

function isLetter(code: number): boolean {
  if (code < 0x80) return isLatinLetter(code);
  if (foreignSigns.has(code)) return false;
  return (code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7) || code === 0xaa || code === 0xba;
}

function isBlank(code: number): boolean {
  return code <= 32 || code === 0xa0 || (code >= 0x2000 && code <= 0x200b) || code === 0x3000;
}

function isLinkStart(text: string, index: number): boolean {
  const code = text.charCodeAt(index) | 32;
  return (code === 104 || code === 119) && /^(?:https?\b|www\.)/i.test(text.slice(index, index + 8));
}

/**
 * Returns the end of an emoji, after its variation selectors, skin tones, and joiners with the emoji that they join.
 */
function modifiersEnd(text: string, end: number, limit: number): number {
  for (let index = end; index < limit;) {
    const codePoint = text.codePointAt(index) ?? 0;
    const isExtension =
      codePoint === 0xfe0f || codePoint === 0x200d || (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff);
    if (!isExtension) return index;
    index += codePoint > 0xffff ? 2 : 1;
    if (codePoint === 0x200d && index < limit) index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
    end = index;
  }
  return end;
}

/** Returns the words, symbols and clause ends of a sentence in one pass. Handles and links are not words. */
export function readTerms(text: string, { start, end }: Span, lexicon: Lexicon): SentenceTerms {
  const sentence: SentenceTerms = {
    terms: [],
    exclamations: 0,
    hasLowerCase: false,
  };
  const { terms } = sentence;
  let index = start;
  const skipWhile = (test: (code: number) => boolean): void => {
    while (index < end && test(text.charCodeAt(index))) index++;
  };
  while (index < end) {
    const from = clusterEnd(text, index);
    index = Math.min(from, end);
    if (index === end) break;
    const code = text.charCodeAt(index);
    if (isBlank(code)) {
      index++;
      continue;
    }
    const emoticon = emoticonAt(text, index, end);
    if (emoticon) {
      index = clusterEnd(text, emoticon.end);
      if (!isFalseEmoticon(text, { start: from, end: index }))
        terms.push({ start: from, end: index, symbol: emoticon.weight });
    } else if (isLetter(code)) {
      if (isLinkStart(text, index)) {
        skipWhile((unit) => !isBlank(unit));
        continue;
      }
      skipWhile((unit) => isLetter(unit) || isDigitCode(unit));
      const word = text.slice(from, index);
      index = clusterEnd(text, index);
      sentence.hasLowerCase ||= word !== word.toUpperCase();
      terms.push({ start: from, end: index, sense: lexicon.findSense(word) });
    } else if (code === 64) {
      index++;
      skipWhile((unit) => isLetter(unit) || isDigitCode(unit) || unit === 95);
    } else if (code >= 0x2190) {
      const codePoint = text.codePointAt(index) ?? 0;
      index = clusterEnd(text, modifiersEnd(text, index + (codePoint > 0xffff ? 2 : 1), end));
      const weight = emojiWeight(codePoint);
      if (weight !== undefined) terms.push({ start: from, end: index, symbol: weight });
    } else {
      index++;
      if (code === 33 || code === 0xa1) sentence.exclamations++;
      if (clauseEnds.has(code)) terms.push({ start: from, end: index });
    }
  }
  return sentence;
}
