import { abbreviations as abbreviationSets } from "./abbreviations.ts";
import { trimmed } from "./lines.ts";
import { cutIndex, isSpace } from "./pieces.ts";
import type { Span } from "./span.ts";

/** The maximum length of a sentence in code units. Longer sentences are cut. */
const maxSentenceLength = 4096;

/** A line shorter than this is a heading or a list item. A longer line may be wrapped at a fixed width. */
const wrappedLineLength = 40;

/** The number of code units before a period that decide whether it ends a sentence. */
const maxEndingLength = 16;

/** Marks that end a sentence. Marks of scripts without spaces end one regardless of the text after them. */
const terminator = /[.!?…‥‽؟۔।॥።]+|[。！？．｡]+/g;
const unspacedTerminator = /[。！？．｡]/;
const closers = new Set("\"'”’»›)]}」』）］】〉》");
const continuations = new Set(",;:-–—");
const lowerCase = /^\p{Ll}/u;
const upperCase = /^[\p{Lu}\p{Lt}]/u;
/** "1. First", "b) Second": a list marker does not end a sentence. */
const marker = /^\(?(?:\d{1,3}|[A-Za-z])$/;

interface Ending {
  /** The index after the mark and the quotes and brackets that follow it. */
  end: number;
  /** The mark itself, without quotes and brackets. */
  mark: string;
  isClosing: boolean;
}

function endingAt(text: string, match: RegExpExecArray, limit: number): Ending {
  const mark = match[0];
  const markEnd = match.index + mark.length;
  let end = markEnd;
  while (end < limit && closers.has(text.charAt(end))) end += 1;
  return { end, mark, isClosing: end > markEnd };
}

function lastWord(text: string, start: number, end: number): string {
  return /[\p{L}.]{1,12}$/u.exec(text.slice(Math.max(start, end - maxEndingLength), end))?.[0] ?? "";
}

/** Returns the index after the white space at `from`, or after `maxEndingLength` characters if there is more. */
function nextStart(text: string, from: number, limit: number): number {
  let index = from;
  while (index < limit && index - from < maxEndingLength && isSpace(text, index)) index += 1;
  return index;
}

/** Returns the index of the first character at or after `from` that is not white space. */
function skipSpace(text: string, from: number, limit: number): number {
  let index = from;
  while (index < limit && isSpace(text, index)) index += 1;
  return index;
}

/** A sentence whose end is not known yet. */
interface OpenSentence {
  start: number;
  /** The first character that is not white space. `start` can be before it, see {@link nextStart}. */
  content: number;
  /** The end of the line, which is the last possible end. */
  limit: number;
}

/** Returns whether the sentence ends with the mark at `position` (Unicode UAX #29, SB6 to SB11). */
function endsSentence(
  text: string,
  { start, content, limit }: OpenSentence,
  position: number,
  { end, mark, isClosing }: Ending,
  abbreviations: ReadonlySet<string>,
): boolean {
  if (end >= limit || unspacedTerminator.test(mark)) return true;
  const isFirm = /[!?‽؟]/.test(mark);
  const next = nextStart(text, end, limit);
  const following = text.slice(next, next + 2);
  // Without a space after it the mark is inside a word, an address or a number, except "!" or "?" before a capital.
  if (next === end) return isFirm && upperCase.test(following);
  if (continuations.has(text.charAt(next))) return false;
  const isLower = lowerCase.test(following);
  // “Go!” and left.
  if (isFirm) return !(isClosing && isLower);
  if (mark !== ".") return !isLower;
  const word = lastWord(text, start, position);
  // "J. Smith" continues the sentence; "as tall as I." ends it.
  if (abbreviations.has(word.toLowerCase()) || (/^\p{Lu}$/u.test(word) && word !== "I")) return false;
  if (marker.test(text.slice(content, Math.min(position, content + maxEndingLength)))) return false;
  // An author who starts one sentence in lower case, as in a chat, starts the next in lower case too.
  return !isLower || (word.length > 1 && !word.includes(".") && lowerCase.test(text.slice(start, start + 2)));
}

/**
 * Returns the range of indices of the tokens or words in each sentence. A token belongs to the sentence in which it
 * begins.
 */
export function sentenceRanges(tokens: readonly Span[], sentences: readonly Span[]): Span[] {
  let index = 0;
  return sentences.map(({ end }) => {
    const start = index;
    while ((tokens[index]?.start ?? Infinity) < end) index += 1;
    return { start, end: index };
  });
}

/** Returns the lines with wrapped lines joined: a lower-case line after a long line continues it. */
function joinWrapped(text: string, lines: readonly Span[]): Span[] {
  const joined: Span[] = [];
  let isOpen = false;
  for (const { start, end } of lines) {
    const last = joined.at(-1);
    if (last && isOpen && lowerCase.test(text.slice(start, start + 2))) last.end = end;
    else joined.push({ start, end });
    isOpen = end - start >= wrappedLineLength;
  }
  return joined;
}

/**
 * Returns the sentences of a text in order, without the white space at their edges. The time is linear in the length of
 * the text.
 */
export function findSentences(text: string, lines: readonly Span[], locale: string): Span[] {
  const abbreviations = abbreviationSets(locale).leading;
  const sentences: Span[] = [];
  const add = (start: number, end: number) => {
    for (let from = start; from < end;) {
      const to = cutIndex(text, from, maxSentenceLength, end);
      const span = trimmed(text, from, to);
      if (span.start < span.end) sentences.push(span);
      from = to;
    }
  };
  // One search covers the whole text: a search per line would find the same mark of a distant line repeatedly.
  terminator.lastIndex = 0;
  let match = terminator.exec(text);
  for (const { start: lineStart, end: limit } of joinWrapped(text, lines)) {
    const first = skipSpace(text, lineStart, limit);
    let sentence: OpenSentence = { start: first, content: first, limit };
    for (; match && match.index < limit; match = terminator.exec(text)) {
      const ending = endingAt(text, match, limit);
      if (!endsSentence(text, sentence, match.index, ending, abbreviations)) continue;
      add(sentence.start, ending.end);
      const start = nextStart(text, ending.end, limit);
      sentence = { start, content: skipSpace(text, start, limit), limit };
    }
    if (sentence.start < limit) add(sentence.start, limit);
  }
  return sentences;
}
