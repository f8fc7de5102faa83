import { findLines, findParagraphs } from "./lines.ts";
import { findSentences } from "./sentences.ts";
import type { Span } from "./span.ts";
import { findWords } from "./words.ts";

/**
 * The sentences, words and paragraphs of a text, each kind in order and without overlap. None includes white space at
 * its edges.
 */
export interface SegmentedText {
  sentences: Span[];
  words: Span[];
  paragraphs: Span[];
}

/**
 * Splits a text into sentences, words and paragraphs (blocks between blank lines) in time linear in its length. A
 * sentence of more than 4,096 code units or a word of more than 1,024 is cut.
 */
export function segment(text: string, locale: string): SegmentedText {
  const lines = findLines(text);
  return {
    sentences: findSentences(text, lines, locale),
    words: findWords(text, locale),
    paragraphs: findParagraphs(text, lines),
  };
}
