import { type Token, tokenize } from "./english/tokenize.ts";
import { findNames, type NameMention } from "./entities/names/find-names.ts";
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
  /** The names in an English text, in order; none in other languages. */
  names: () => Promise<NameMention[]>;
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
  const tokens = once(() => tokenize(text, patterns()));
  return {
    text,
    language,
    segmented,
    patterns,
    tokens,
    names: once(async () => (language === "en" ? findNames(tokens(), segmented().sentences) : [])),
    stopwords: once(async () => (await loadStopwords())(language)),
  };
}
