import { createDocument } from "../../src/text/document.ts";
import type { Lexicon } from "../../src/text/sentiment/english/lexicon.ts";
import { contextFlags, flagCount } from "../../src/text/sentiment/english/inputs.ts";
import { createContexts, findOpinions } from "../../src/text/sentiment/english/opinions.ts";
import { summarizeOpinions } from "../../src/text/sentiment/english/summary-features.ts";
import type { Word } from "../../src/text/sentiment/english/words.ts";
import type { Token } from "../../src/text/segment/tokenize.ts";
import { sentenceRanges } from "../../src/text/segment/sentences.ts";

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
  const document = createDocument(text, "en");
  const tokens = document.tokens().slice(0, maxTokens);
  const words = tokens.map(readWord);
  const ranges = sentenceRanges(tokens, document.sentences());
  const contexts = createContexts(words.length);
  const opinions = [];
  for (const { start, end } of ranges)
    opinions.push(...findOpinions({ words, first: start, end }, lexicon, contexts));
  const flags = new Float32Array(words.length * flagCount);
  for (let index = 0; index < words.length; index++)
    contextFlags(words, contexts, index, flags.subarray(index * flagCount));
  return {
    words,
    negated: contexts.negated,
    bounds: Int32Array.from(ranges.flatMap(({ start, end }) => [start, end])),
    flags,
    features: summarizeOpinions({ words, first: 0, end: words.length }, opinions),
  };
}
