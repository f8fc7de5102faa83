import { characterClass, classOf } from "./character-class.ts";
import { cutIndex } from "./pieces.ts";
import type { Span } from "./span.ts";

const { letter, digit, joiner, unspaced } = characterClass;

/**
 * The maximum length of a word in code units. Longer words are cut. It also bounds the input of one `Intl.Segmenter`
 * call, whose time is superlinear on Node 20.
 */
const longestWord = 1024;

/** UAX #29 treats the underscore as a letter, but a line to fill in is not a word. */
const underscore = 0x5f;

/** Marks that join two letters (MidLetter, MidNumLet) or two digits (MidNum, MidNumLet) into one word in UAX #29. */
const betweenLetters = new Set("'’.·");
const betweenDigits = new Set("'’.,;٫٬");

/** Returns the end of the word that begins at `start`. */
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

/** Returns the end of a run of letters of a script without spaces between words. */
function unspacedEnd(text: string, start: number): number {
  let index = start;
  // A longer run is cut: scanning the rest of the run for each segment would take quadratic time.
  while (index < text.length && index - start <= longestWord) {
    const code = text.codePointAt(index) ?? 0;
    const is = classOf(code);
    if (is !== unspaced && is !== joiner) break;
    index += code > 0xffff ? 2 : 1;
  }
  return index;
}

/**
 * Returns the words of a text in order: by the rules of Unicode UAX #29, and in scripts without spaces between words by
 * the runtime's dictionary (`Intl.Segmenter`). The time is linear in the length of any text.
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
