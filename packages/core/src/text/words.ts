import { characterClass, classOf } from "./character-class.ts";
import { cutIndex } from "./pieces.ts";
import type { Span } from "./span.ts";

const { letter, digit, joiner, unspaced } = characterClass;

/** A word of more code units is cut. Also what Intl.Segmenter gets at once: on Node 20 it is superlinear. */
const longestWord = 1024;

/** A letter to the rules, but a line to be filled in is no word. */
const underscore = 0x5f;

/** What joins two letters (MidLetter, MidNumLet), or two digits (MidNum, MidNumLet), to one word in UAX #29. */
const betweenLetters = new Set("'’.·");
const betweenDigits = new Set("'’.,;٫٬");

/** Where the word that begins at `start` ends. */
function spacedWordEnd(text: string, start: number): number {
  let before: number = letter;
  let index = start;
  while (index < text.length && index - start < longestWord) {
    const code = text.codePointAt(index) ?? 0;
    const is = classOf(code);
    if (is === letter || is === digit) before = is;
    else if (is !== joiner) {
      const joining = before === letter ? betweenLetters : betweenDigits;
      if (!joining.has(text.charAt(index)) || classOf(text.codePointAt(index + 1) ?? 0) !== before) break;
    }
    index += code > 0xffff ? 2 : 1;
  }
  return index;
}

/** Where a run of letters without blanks between words ends. */
function unspacedEnd(text: string, start: number): number {
  let index = start;
  // A longer run is cut: to look at its rest anew for every piece would take the square of its length.
  while (index < text.length && index - start <= longestWord) {
    const code = text.codePointAt(index) ?? 0;
    const is = classOf(code);
    if (is !== unspaced && is !== joiner) break;
    index += code > 0xffff ? 2 : 1;
  }
  return index;
}

/**
 * The words of a text in order: by the rules of Unicode UAX #29, and in scripts without blanks between words by the
 * runtime's dictionary (`Intl.Segmenter`). Time is linear in the length of any text.
 */
export function findWords(text: string, locale: string): Span[] {
  const words: Span[] = [];
  let segmenter: Intl.Segmenter | undefined;
  for (let index = 0; index < text.length;) {
    const code = text.codePointAt(index) ?? 0;
    const is = classOf(code);
    const start = index;
    if (is === letter || is === digit) {
      index = spacedWordEnd(text, start);
      if (code !== underscore || !/^_+$/.test(text.slice(start, index))) words.push({ start, end: index });
    } else if (is === unspaced) {
      segmenter ??= new Intl.Segmenter(locale, { granularity: "word" });
      index = cutIndex(text, start, longestWord, unspacedEnd(text, start));
      for (const { index: offset, segment, isWordLike } of segmenter.segment(text.slice(start, index)))
        if (isWordLike) words.push({ start: start + offset, end: start + offset + segment.length });
    } else index += code > 0xffff ? 2 : 1;
  }
  return words;
}
