import { abbreviationsOf } from "./abbreviations.ts";
import { cutIndex } from "./pieces.ts";
import type { Span } from "./span.ts";

/** A text's parts, each kind in order and without overlap. White space at the edges belongs to none. */
export interface SegmentedText {
  sentences: Span[];
  words: Span[];
  paragraphs: Span[];
}

// Intl.Segmenter on Node 20 is superlinear on one long string (192 kB: 11 s), so that a single request could
// stop a process. It gets pieces of these lengths; longer sentences and words are cut.
const sentenceWindow = 4096;
const wordWindow = 1024;

/** A line shorter than this is a heading or a list item rather than a line broken by its width. */
const wrappedLineLength = 40;

/** What decides whether a sentence has ended stands in this many code units before its end. */
const longestEnding = 16;

const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/g;

function trimmed(text: string, start: number, end: number): Span {
  const slice = text.slice(start, end);
  return { start: end - slice.trimStart().length, end: start + slice.trimEnd().length };
}

function findLines(text: string): Span[] {
  const lines: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(lineBreak)) {
    lines.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  lines.push({ start, end: text.length });
  return lines;
}

function findParagraphs(text: string, lines: Span[]): Span[] {
  const paragraphs: Span[] = [];
  let open: Span | null = null;
  for (const line of lines) {
    const content = trimmed(text, line.start, line.end);
    if (content.start >= content.end) open = null;
    else if (open) open.end = content.end;
    else {
      open = content;
      paragraphs.push(open);
    }
  }
  return paragraphs;
}

/** The text with blanks for the breaks of lines that were wrapped at a width, so that every index stays. */
function unwrap(text: string, lines: Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (
      !next ||
      line.end - line.start < wrappedLineLength ||
      !/^\p{Ll}/u.test(text.slice(next.start, next.start + 2))
    )
      continue;
    parts.push(text.slice(from, line.end), " ".repeat(next.start - line.end));
    from = next.start;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

function endsInAbbreviation(sentence: string, abbreviations: ReadonlySet<string>): boolean {
  if (!sentence.endsWith(".")) return false;
  const lastWord = /[\p{L}.]{1,12}$/u.exec(sentence)?.[0].slice(0, -1) ?? "";
  // "J. Smith" goes on; "as tall as I." does not.
  return abbreviations.has(lastWord.toLowerCase()) || (/^\p{Lu}$/u.test(lastWord) && lastWord !== "I");
}

/** A question or exclamation that is quoted within a sentence: “Go!” and left. */
function endsInQuotation(sentence: string, next: string): boolean {
  return /[!?…]["'”’»)\]]$/.test(sentence.slice(-2)) && /^\p{Ll}/u.test(next);
}

function findSentences(text: string, lines: Span[], locale: string): Span[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: "sentence" });
  const abbreviations = abbreviationsOf(locale);
  const source = unwrap(text, lines);
  const sentences: Span[] = [];
  const add = (start: number, end: number) => {
    const span = trimmed(text, start, end);
    if (span.start >= span.end) return;
    const last = sentences.at(-1);
    const before = last ? text.slice(Math.max(last.start, last.end - longestEnding), last.end) : "";
    const continues =
      last &&
      span.end - last.start <= sentenceWindow &&
      (endsInAbbreviation(before, abbreviations) ||
        endsInQuotation(before, text.slice(span.start, span.start + 2))) &&
      !/[\n\r]/.test(text.slice(last.end, span.start));
    if (continues) last.end = span.end;
    else sentences.push(span);
  };
  for (let from = 0; from < source.length;) {
    const to = cutIndex(source, from, sentenceWindow);
    let complete = from;
    // The last sentence of a window may go on behind it: the next window begins with it, unless it is all there is.
    // So two windows always advance by the length of one, and the cost stays linear.
    for (const { index, segment } of segmenter.segment(source.slice(from, to))) {
      const start = from + index;
      const end = start + segment.length;
      if (end === to && to < source.length && start > from) break;
      add(start, end);
      complete = end;
    }
    from = complete;
  }
  return sentences;
}

function findWords(text: string, locale: string): Span[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const words: Span[] = [];
  for (let from = 0; from < text.length;) {
    const to = cutIndex(text, from, wordWindow);
    for (const { index, segment, isWordLike } of segmenter.segment(text.slice(from, to)))
      if (isWordLike) words.push({ start: from + index, end: from + index + segment.length });
    from = to;
  }
  return words;
}

/**
 * Splits a text into sentences and words (Unicode UAX #29 by `Intl.Segmenter`, with abbreviations and wrapped
 * lines seen to) and paragraphs (blocks between blank lines), in time linear in its length. A sentence of more than
 * 4096 code units and a word of more than 1024 is cut.
 */
export function segment(text: string, locale: string): SegmentedText {
  const lines = findLines(text);
  return {
    sentences: findSentences(text, lines, locale),
    words: findWords(text, locale),
    paragraphs: findParagraphs(text, lines),
  };
}
