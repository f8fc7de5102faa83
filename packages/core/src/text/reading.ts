import { type Token, tokenize } from "./english/tokenize.ts";
import { findPatterns, type PatternMatch } from "./patterns/index.ts";
import { segment, type SegmentedText } from "./segmentation.ts";
import { loadStopwords } from "./stopwords.ts";

/** A text and what several analyses need to know of it, each found out once and only when asked for. */
export interface Reading {
  readonly text: string;
  /** The language in which the analyses run. */
  readonly language: string;
  segmented: () => SegmentedText;
  patterns: () => PatternMatch[];
  /** The words and signs as English has them; addresses and handles are one each. */
  tokens: () => Token[];
  stopwords: () => Promise<ReadonlySet<string>>;
}

function once<Value>(compute: () => Value): () => Value {
  let result: { value: Value } | undefined;
  return () => (result ??= { value: compute() }).value;
}

/** A reading of a text in a language; nothing is computed yet. */
export function createReading(text: string, language: string): Reading {
  const segmented = once(() => segment(text, language));
  const patterns = once(() => findPatterns(text));
  return {
    text,
    language,
    segmented,
    patterns,
    tokens: once(() => tokenize(text, patterns())),
    stopwords: once(async () => (await loadStopwords())(language)),
  };
}
