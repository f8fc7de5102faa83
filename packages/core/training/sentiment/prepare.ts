import { createReading } from "../../src/text/reading.ts";
import type { Lexicon } from "../../src/text/sentiment/english/lexicon.ts";
import { contextFlags, flagCount } from "../../src/text/sentiment/english/context-flags.ts";
import { createContexts, findOpinions } from "../../src/text/sentiment/english/opinions.ts";
import { summarizeOpinions } from "../../src/text/sentiment/english/summary-features.ts";
import type { Word } from "../../src/text/sentiment/english/words.ts";
import type { Token } from "../../src/text/english/tokenize.ts";
import { sentenceBounds } from "../../src/text/sentiment/english/sentence-bounds.ts";

/** A text in the form that the model reads. */
export interface PreparedText {
  words: Word[];
  negated: Uint8Array;
  /** The start and end index of each sentence, in pairs. */
  bounds: Int32Array;
  flags: Float32Array;
  features: Float32Array;
}

/** The maximum number of words. Longer texts are cut, because the model judges no longer passages. */
const maxTokens = 100;

/** Returns the text in the form that the model reads. */
export function prepareText(text: string, readWord: (token: Token) => Word, lexicon: Lexicon): PreparedText {
  const reading = createReading(text, "en");
  const tokens = reading.tokens().slice(0, maxTokens);
  const words = tokens.map(readWord);
  const bounds = sentenceBounds(tokens, reading.segmented().sentences);
  const contexts = createContexts(words.length);
  const opinions = [];
  for (let index = 0; index < bounds.length; index += 2)
    opinions.push(...findOpinions(words, bounds[index] ?? 0, bounds[index + 1] ?? 0, lexicon, contexts));
  const flags = new Float32Array(words.length * flagCount);
  for (let index = 0; index < words.length; index++)
    contextFlags(words, contexts, index, flags, index * flagCount);
  return {
    words,
    negated: contexts.negated,
    bounds,
    flags,
    features: summarizeOpinions(words, 0, words.length, opinions),
  };
}
