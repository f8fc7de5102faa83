import type { Document } from "../document.ts";
import type { Part } from "../record.ts";

/** Counts the UTF-16 code units, words, sentences and paragraphs of a document. */
export function countStatistics({ text, wordCount, sentences, paragraphs }: Document): Part<"statistics"> {
  return {
    characters: text.length,
    words: wordCount(),
    sentences: sentences().length,
    paragraphs: paragraphs().length,
  };
}
