import { findLines, findParagraphs } from "./lines.ts";
import { findSentences } from "./sentences.ts";
import type { Span } from "./span.ts";
import { findWords } from "./words.ts";

/** A text's parts, each kind in order and without overlap. White space at the edges belongs to none. */
export interface SegmentedText {
  sentences: Span[];
  words: Span[];
  paragraphs: Span[];
}

/**
 * Splits a text into sentences, words and paragraphs (blocks between blank lines) in time linear in its length. A
 * sentence of more than 4096 code units and a word of more than 1024 is cut.
 */
export function segment(text: string, locale: string): SegmentedText {
  const lines = findLines(text);
  return {
    sentences: findSentences(text, lines, locale),
    words: findWords(text, locale),
    paragraphs: findParagraphs(text, lines),
  };
}
