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

/**
 * Words that are remembered, with some 1.5 kB of facts each where every analysis has met them. They stand in sets by their
 * hash, as in the cache of a processor: memory stays bounded, and words made to share a hash forget but one another.
 */
const setCount = 8_192;
const setSize = 8;
const hashes = new Int32Array(setCount * setSize);
const remembered: (WordType | undefined)[] = Array.from({ length: setCount * setSize });

/** A place for each fact. */
const noFacts: unknown[] = [];

function createType(text: string, kind: TokenKind): WordType {
  return { text, kind, facts: noFacts.slice() };
}

/** A word by itself: a slice of a text may keep all of the text in memory for as long as it is remembered. */
function detached(word: string): string {
  return ` ${word}`.slice(1);
}

/** FNV-1a, whose low bits are spread. */
function hashAt(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  // 0 stands for a place that is free.
  return hash ^ (hash >>> 15) || 1;
}

function standsAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let index = 0; index < word.length; index++)
    if (word.charCodeAt(index) !== text.charCodeAt(start + index)) return false;
  return true;
}

/** The type of the word of a kind from `start` to `end`: the same object each time for as long as it is remembered. */
export function typeAt(text: string, start: number, end: number, kind: TokenKind): WordType {
  if (end - start > longestRemembered) return createType(text.slice(start, end), kind);
  const hash = hashAt(text, start, end);
  const first = (hash & (setCount - 1)) * setSize;
  const last = first + setSize - 1;
  let place = first;
  for (; ; place++) {
    const found = hashes[place];
    if (found === hash) {
      const known = remembered[place];
      if (known?.kind === kind && standsAt(known.text, text, start, end)) {
        // Whoever is met moves away from the last place, which the next new word takes where none is free.
        if (place > first) exchange(place, place - 1);
        return known;
      }
    }
    if (found === 0 || place === last) break;
  }
  const type = createType(detached(text.slice(start, end)), kind);
  hashes[place] = hash;
  remembered[place] = type;
  return type;
}

function exchange(one: number, other: number): void {
  const [hash = 0, type] = [hashes[one], remembered[one]];
  hashes[one] = hashes[other] ?? 0;
  remembered[one] = remembered[other];
  hashes[other] = hash;
  remembered[other] = type;
}

/** The type of a word of a kind that is the whole of a string. */
export function typeOf(word: string, kind: TokenKind): WordType {
  return typeAt(word, 0, word.length, kind);
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
export function factOf<Value extends object | string | number>(
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
