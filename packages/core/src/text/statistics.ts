import type { Span } from "./span.ts";

/** The sizes of a text. `characters` counts UTF-16 code units. */
export interface TextStatistics {
  characters: number;
  words: number;
  sentences: number;
  paragraphs: number;
}

/**
 * Counts the characters, words, sentences and paragraphs of a segmented text.
 *
 * @example
 * ```ts
 * countStatistics("Hello there.", { sentences: [{ start: 0, end: 12 }], words: [{ start: 0, end: 5 }, { start: 6, end: 11 }], paragraphs: [{ start: 0, end: 12 }] });
 * // { characters: 12, words: 2, sentences: 1, paragraphs: 1 }
 * ```
 */
export function countStatistics(
  text: string,
  segmented: { sentences: readonly Span[]; words: readonly Span[]; paragraphs: readonly Span[] },
): TextStatistics {
  return {
    characters: text.length,
    words: segmented.words.length,
    sentences: segmented.sentences.length,
    paragraphs: segmented.paragraphs.length,
  };
}
