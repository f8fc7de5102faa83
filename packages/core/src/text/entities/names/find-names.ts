import type { Token } from "../../english/tokenize.ts";
import { round } from "../../round.ts";
import type { Span } from "../../span.ts";
import { loadTagger, longestSentence, type Tagger } from "./tagger.ts";
import { isBegin, type NameType, nameTypes, outside, typeOf } from "./tags.ts";

/** A place in the text where somebody or something is named. */
export interface NameMention extends Span {
  type: NameType;
  /** From 0 to 1: how probable it is that exactly these words are a name of exactly this type. */
  confidence: number;
}

/** What has no capital is a name in chats, but mostly not one. */
const leastWithoutCapital = 0.6;

/** The tokens of each sentence; a longer one, such as a list without punctuation, in pieces. */
function* piecesOf(tokens: readonly Token[], sentences: readonly Span[]): Generator<Token[]> {
  let next = 0;
  let piece: Token[] = [];
  for (const token of tokens) {
    let isNew = piece.length === longestSentence;
    while (next < sentences.length && token.start >= (sentences[next]?.end ?? Infinity)) {
      next += 1;
      isNew = true;
    }
    if (isNew && piece.length > 0) {
      yield piece;
      piece = [];
    }
    piece.push(token);
  }
  if (piece.length > 0) yield piece;
}

/** The names that a tagger finds. */
export function findNamesWith(
  tagger: Tagger,
  tokens: readonly Token[],
  sentences: readonly Span[],
): NameMention[] {
  return [...piecesOf(tokens, sentences)].flatMap((piece) => mentionsOf(piece, tagger));
}

function mentionsOf(tokens: readonly Token[], tagger: Tagger): NameMention[] {
  const tagged = tagger.tag(tokens);
  if (!tagged) return [];
  const { tags, confidence } = tagged;
  const mentions: NameMention[] = [];
  for (let first = 0; first < tokens.length; first++) {
    const begin = tags[first] ?? outside;
    if (!isBegin(begin)) continue;
    let last = first;
    while (last + 1 < tokens.length && (tags[last + 1] ?? outside) === begin + 1) last++;
    const [head, tail] = [tokens[first], tokens[last]];
    const type = nameTypes[typeOf(begin)];
    const probability = confidence(first, last);
    const isSure =
      probability >= leastWithoutCapital ||
      tokens.slice(first, last + 1).some(({ text }) => text !== text.toLowerCase());
    if (head && tail && type && isSure)
      mentions.push({ type, start: head.start, end: tail.end, confidence: round(probability) });
    first = last;
  }
  return mentions;
}

/**
 * The names of persons, organizations, places and other things (works, events, nationalities, products) in an English
 * text, in its order and without overlap.
 *
 * @param tokens What `tokenize` makes of the text.
 * @param sentences Its sentences, in order.
 * @example
 * ```ts
 * await findNames(reading.tokens(), reading.segmented().sentences);
 * // [{ type: "person", start: 0, end: 12, confidence: 0.98 }]
 * ```
 */
export async function findNames(
  tokens: readonly Token[],
  sentences: readonly Span[],
): Promise<NameMention[]> {
  return findNamesWith(await loadTagger(), tokens, sentences);
}
