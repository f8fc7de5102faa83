import { type Token, tokenize } from "./english/tokenize.ts";
import { typeAt, type WordType } from "./english/word-types.ts";
import type { Mention } from "./entities/mention.ts";
import { findMentions } from "./entities/mentions.ts";
import { findNames } from "./entities/names/find-names.ts";
import { findPatterns, type PatternMatch } from "./patterns/index.ts";
import { segment, type SegmentedText } from "./segmentation.ts";
import { loadStopwords } from "./stopwords.ts";

/**
 * A text with the data that several analyses share. Each function computes its result on the first call and caches it.
 */
export interface Reading {
  readonly text: string;
  /** The code of the language in which the analyses run. */
  readonly language: string;
  segmented: () => SegmentedText;
  /** The types of the segmented words. */
  wordTypes: () => readonly WordType[];
  patterns: () => PatternMatch[];
  /** The words and signs by the rules of English. An address or a handle is one token. */
  tokens: () => Token[];
  /** The mentions of an English text, both names and patterns, in order and without overlap. */
  mentions: () => Promise<readonly Mention[]>;
  stopwords: () => Promise<ReadonlySet<string>>;
}

function once<Value>(compute: () => Value): () => Value {
  let result: { value: Value } | undefined;
  return () => (result ??= { value: compute() }).value;
}

/** Returns the names of a text as mentions, which have a `normalized` field. */
async function readNames(tokens: readonly Token[], { sentences }: SegmentedText): Promise<Mention[]> {
  return (await findNames(tokens, sentences)).map(({ type, start, end, confidence }) => ({
    type,
    start,
    end,
    confidence,
    normalized: null,
  }));
}

/** Returns the types of the segmented words. Most words are also tokens, and their types are known. */
function typesOf(text: string, { words }: SegmentedText, tokens: readonly Token[]): WordType[] {
  let next = 0;
  return words.map(({ start, end }) => {
    while ((tokens[next]?.start ?? Infinity) < start) next += 1;
    const token = tokens[next];
    const isToken = token?.start === start && token.end === end && token.kind === "word";
    return isToken ? token.type : typeAt(text, start, end, "word");
  });
}

/** Creates a reading of a text in a language. Computes nothing until a function of the reading is called. */
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
    wordTypes: once(() => typesOf(text, segmented(), language === "en" ? tokens() : [])),
    mentions: once(async () => findMentions(text, patterns(), await readNames(tokens(), segmented()))),
    stopwords: once(async () => (await loadStopwords())(language)),
  };
}
