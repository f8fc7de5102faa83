import type { Token } from "../segment/tokenize.ts";
import { wordType } from "../segment/word-types.ts";
import type { Span } from "../span.ts";
import type { SyntaxModel } from "./model.ts";
import { isCyrillic, toCyrillic, toLatin } from "./serbian-script.ts";
import type { Lemmatizer } from "./lemmas.ts";
import { splitClitics } from "./split-clitics.ts";

/** The tokens of a text with their tags. Words that are written together with the next one are tokens of their own. */
export interface TaggedText {
  tokens: readonly Token[];
  /** The index in `posTags` of the tag of each token. */
  tags: Uint8Array;
  /** By how much the score of each tag exceeds that of a verb. */
  verbMargins: Int32Array;
  /** Whether a sentence begins with the token. */
  starts: readonly boolean[];
  lemmatize: Lemmatizer;
}

/** Languages that are also written in the Cyrillic letters of Serbian, while their models know the Latin ones. */
const twoScripts: ReadonlySet<string> = new Set(["sr", "bs"]);

/** Returns for each token whether a sentence begins with it. */
function sentenceStarts(tokens: readonly Token[], sentences: readonly Span[]): boolean[] {
  let next = 0;
  return tokens.map(({ start }) => {
    const begins = start >= (sentences[next]?.start ?? Infinity);
    while (start >= (sentences[next]?.start ?? Infinity)) next += 1;
    return begins;
  });
}

/** Tags the tokens of a text with the model of its language. */
export function tagText(
  model: SyntaxModel,
  language: string,
  tokens: readonly Token[],
  sentences: readonly Span[],
): TaggedText {
  const split = splitClitics(tokens, model);
  const starts = sentenceStarts(split, sentences);
  const verbMargins = new Int32Array(split.length);
  const isLatin = !twoScripts.has(language) || !split.some(({ text }) => isCyrillic(text));
  const read = isLatin ? split : split.map(({ text, kind }) => ({ type: wordType(toLatin(text), kind) }));
  const tags = model.tag(read, starts, verbMargins);
  const lemmatize: Lemmatizer = isLatin
    ? model.lemmatize
    : (word, tag) => (isCyrillic(word) ? toCyrillic : String)(model.lemmatize(toLatin(word), tag));
  return { tokens: split, tags, verbMargins, starts, lemmatize };
}
