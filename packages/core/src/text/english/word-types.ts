import type { TokenKind } from "./tokenize.ts";

/**
 * A word as such, of which the tokens of texts are occurrences (the type and the token of linguistics). What the analyses
 * find out about it stays with it, so that a word is looked up once for all of them.
 */
export interface WordType {
  readonly text: string;
  readonly kind: TokenKind;
  /** By the number of the fact; {@link factOf} alone reads and writes them. */
  readonly facts: unknown[];
}

/** A longer word seldom comes again. */
const longestRemembered = 32;

/** Words that are remembered, with some 1.5 kB of facts each where every analysis has met them; and numbers, signs and the like. */
const rememberedWords = 64_000;
const rememberedOthers = 4_000;

/** A place for each fact. */
const noFacts: unknown[] = [];

function createType(text: string, kind: TokenKind): WordType {
  return { text, kind, facts: noFacts.slice() };
}

/** A word by itself: a slice of a text may keep all of the text in memory for as long as it is remembered. */
function detached(word: string): string {
  return ` ${word}`.slice(1);
}

/** Remembers types of one kind, from `limit / 2` to `limit` of them, so that memory stays bounded whatever the texts hold. */
function rememberTypes(kind: TokenKind, limit: number): (text: string) => WordType {
  // Two generations: words that were met since the last change of generation outlive the next.
  let young = new Map<string, WordType>();
  let old = new Map<string, WordType>();
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    if (text.length > longestRemembered) return createType(text, kind);
    const type = old.get(text) ?? createType(detached(text), kind);
    if (young.size >= limit / 2) {
      old = young;
      young = new Map();
    }
    young.set(type.text, type);
    return type;
  };
}

const wordOf = rememberTypes("word", rememberedWords);
const others = new Map<TokenKind, (text: string) => WordType>();

/** The type of a word of a kind: the same object each time for as long as it is remembered. */
export function typeOf(text: string, kind: TokenKind): WordType {
  if (kind === "word") return wordOf(text);
  let typeOfKind = others.get(kind);
  if (!typeOfKind) others.set(kind, (typeOfKind = rememberTypes(kind, rememberedOthers)));
  return typeOfKind(text);
}

/**
 * A function of a word that is computed once for as long as the word is remembered; what it returns must not be changed,
 * and is never `undefined`. To be called once for a model, not for a text: each one takes a place in every word.
 *
 * @example
 * ```ts
 * const lengthOf = factOf(({ text }) => text.length);
 * console.log(lengthOf(typeOf("word", "word"))); // 4
 * ```
 */
export function factOf<Value extends object | string>(
  compute: (type: WordType) => Value,
): (type: WordType) => Value {
  const fact = noFacts.push(undefined) - 1;
  return (type) => {
    const { facts } = type;
    // Written below alone.
    const known = facts[fact] as Value | undefined;
    if (known !== undefined) return known;
    // The word may be older than the model.
    while (facts.length <= fact) facts.push(undefined);
    return (facts[fact] = compute(type));
  };
}
