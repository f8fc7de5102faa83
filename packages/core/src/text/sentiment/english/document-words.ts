import type { Document } from "../../document.ts";
import type { Token } from "../../segment/tokenize.ts";
import type { Span } from "../../span.ts";
import type { FoundConstruction } from "../constructions.ts";
import { findNonProse, isFalseEmoticon } from "../prose.ts";
import { findRatings } from "../ratings.ts";
import type { WordedText } from "./evidence.ts";
import type { SentimentModel } from "./model.ts";
import { replaceNames } from "./name-words.ts";
import type { Word } from "./words.ts";

/** The weight of a full rating. */
const ratingWeight = 4;

/** Returns whether a token is the "no." of "Invoice no. 7", which does not negate. */
function isNumberSign(tokens: readonly Token[], index: number): boolean {
  const { text = "" } = tokens[index] ?? {};
  return text.length === 3 && tokens[index + 1]?.kind === "number" && text.toLowerCase() === "no.";
}

/**
 * Returns the words of a document. Names are all alike, and a sign takes the place of each word of a salutation, a
 * closing or code, of an emoticon that is none, and of "no." before a figure.
 *
 * @param ranges The word ranges of the sentences.
 */
export function readDocumentWords(
  document: Document,
  { readWord, name, omittedWord }: SentimentModel,
  ranges: readonly Span[],
): Word[] {
  const { text } = document;
  const tokens = document.tokens();
  const words = tokens.map(({ type }) => readWord(type));
  for (const range of ranges) replaceNames(words, tokens, range, name);
  const omitted = findNonProse(document);
  let next = 0;
  for (const [index, token] of tokens.entries()) {
    while ((omitted[next]?.end ?? Infinity) <= token.start) next += 1;
    const isOmitted = (omitted[next]?.start ?? Infinity) <= token.start;
    const isFalse = token.kind === "emoticon" ? isFalseEmoticon(text, token) : isNumberSign(tokens, index);
    if (isOmitted || isFalse) words[index] = omittedWord;
  }
  return words;
}

/** Returns the ratings of a sentence as constructions of its words. */
export function readRatings(
  { text, tokens, words }: WordedText,
  sentence: Span,
  range: Span,
  { omittedWord }: SentimentModel,
): FoundConstruction[] {
  return findRatings(text.slice(sentence.start, sentence.end)).flatMap((rating) => {
    const start = sentence.start + rating.start;
    const end = sentence.start + rating.end;
    let first = range.start;
    while (first < range.end && (tokens[first]?.end ?? Infinity) <= start) first += 1;
    let last = first;
    while (last + 1 < range.end && (tokens[last + 1]?.start ?? Infinity) < end) last += 1;
    if (first >= range.end || words[first] === omittedWord) return [];
    return [{ first, last, weight: ratingWeight * rating.polarity, isNegated: false }];
  });
}
