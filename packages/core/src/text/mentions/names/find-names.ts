import type { Token } from "../../segment/tokenize.ts";
import { round } from "../../network/round.ts";
import type { Span } from "../../span.ts";
import { loadNameFacts } from "./name-facts.ts";
import { settlePersons } from "./settle-persons.ts";
import { settleForms } from "./settle-types.ts";
import { firstOfName, settleTypes } from "./settle-names.ts";
import { loadTagger, maxSentenceTokens, type Tagger } from "./tagger.ts";
import { insideTag, isBegin, type NameMention, nameTypes, outside, typeIndex } from "./tags.ts";

/** Minimum probability of a name without a capital. Chats contain such names, but most candidates are not names. */
const minLowerCaseProbability = 0.6;

/** Yields the tokens of each sentence. Splits a sentence that is too long for the tagger, such as an unpunctuated list. */
function* splitSentences(tokens: readonly Token[], sentences: readonly Span[]): Generator<Token[]> {
  let index = 0;
  let sentence: Token[] = [];
  for (const token of tokens) {
    let isComplete = sentence.length === maxSentenceTokens;
    while (token.start >= (sentences[index]?.end ?? Infinity)) {
      index += 1;
      isComplete = true;
    }
    if (isComplete && sentence.length > 0) {
      yield sentence;
      sentence = [];
    }
    sentence.push(token);
  }
  if (sentence.length > 0) yield sentence;
}

/** Returns the names that a tagger finds. */
export function findNamesWith(
  tagger: Tagger,
  tokens: readonly Token[],
  sentences: readonly Span[],
): NameMention[] {
  return [...splitSentences(tokens, sentences)].flatMap((sentence) => readMentions(sentence, tagger));
}

function readMentions(tokens: readonly Token[], tagger: Tagger): NameMention[] {
  const tagged = tagger.tag(tokens);
  if (!tagged) return [];
  const { tags, confidence } = tagged;
  const mentions: NameMention[] = [];
  for (let first = 0; first < tokens.length; first++) {
    const begin = tags[first] ?? outside;
    if (!isBegin(begin)) continue;
    const inside = insideTag(typeIndex(begin));
    let last = first;
    while (last + 1 < tokens.length && tags[last + 1] === inside) last++;
    const type = nameTypes[typeIndex(begin)];
    const [head, tail] = [tokens[type ? firstOfName(tokens, first, last, type) : first], tokens[last]];
    const probability = confidence(first, last);
    const hasCapital = tokens.slice(first, last + 1).some(({ text }) => text !== text.toLowerCase());
    if (head && tail && type && (hasCapital || probability >= minLowerCaseProbability))
      mentions.push({ type, start: head.start, end: tail.end, confidence: round(probability) });
    first = last;
  }
  return mentions;
}

/**
 * Finds the names of persons, organizations, places and other things in an English text. Other things are works,
 * events, nationalities and products. The names are in the order of the text and do not overlap.
 *
 * @param tokens The result of `tokenize` for the text.
 * @param sentences The sentences of the text, in order.
 * @param text The text. All mentions of one name in it have one type.
 * @example
 * ```ts
 * await findNames(document.tokens(), document.sentences(), document.text);
 * // [{ type: "person", start: 0, end: 12, confidence: 0.98 }]
 * ```
 */
export async function findNames(
  tokens: readonly Token[],
  sentences: readonly Span[],
  text: string,
): Promise<NameMention[]> {
  const [tagger, facts] = await Promise.all([loadTagger(), loadNameFacts()]);
  const source = { text, tokens, facts: ({ type }: Token) => facts(type) };
  const names = settleForms(source, findNamesWith(tagger, tokens, sentences));
  return settleTypes(text, settlePersons(source, names));
}
