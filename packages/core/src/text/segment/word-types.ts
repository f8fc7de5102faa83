import { hashRange } from "./hash.ts";
import type { PatternType } from "../patterns/index.ts";

/** The kinds of addresses and handles that are one token. */
export const atomTypes = ["url", "email", "mention", "hashtag"] as const satisfies readonly PatternType[];

/** The kind of a token. An address or a handle is one token. */
export type TokenKind = "word" | "number" | "sign" | "emoji" | "emoticon" | (typeof atomTypes)[number];

/**
 * A distinct word; the tokens of texts are its occurrences (type and token in linguistics). It caches the results of
 * the analyses, so each word is looked up once for all of them.
 */
export interface WordType {
  readonly text: string;
  readonly kind: TokenKind;
  /** Results by fact number. Only {@link wordFact} reads and writes them. */
  readonly facts: unknown[];
}

/** Maximum length of a cached word. Longer words seldom occur again. */
const maxRememberedLength = 32;

/**
 * The size of the word cache. A cached word holds about 1.5 kB of facts once every analysis has read it. The cache is
 * set-associative by hash, like that of a CPU. Memory stays bounded, and words crafted to share a hash evict only each
 * other.
 */
const setCount = 8_192;
const setSize = 8;
const hashes = new Int32Array(setCount * setSize);
const remembered: (WordType | undefined)[] = Array.from({ length: setCount * setSize });

/** One empty slot per fact, copied into each new word. */
const noFacts: unknown[] = [];

function createType(text: string, kind: TokenKind): WordType {
  return { text, kind, facts: noFacts.slice() };
}

/** Copies a word. A slice can keep the whole text in memory for as long as the word is cached. */
function detached(word: string): string {
  return ` ${word}`.slice(1);
}

/** Returns the hash of a range of the text, with the low bits mixed. */
function hashAt(text: string, start: number, end: number): number {
  const hash = hashRange(text, start, end);
  // 0 marks a free slot.
  return hash ^ (hash >>> 15) || 1;
}

function standsAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let index = 0; index < word.length; index++)
    if (word.charCodeAt(index) !== text.charCodeAt(start + index)) return false;
  return true;
}

/** Returns the type of the word at a range of the text. It is the same object as long as the word is cached. */
export function typeAt(text: string, start: number, end: number, kind: TokenKind): WordType {
  if (end - start > maxRememberedLength) return createType(text.slice(start, end), kind);
  const hash = hashAt(text, start, end);
  const first = (hash & (setCount - 1)) * setSize;
  const last = first + setSize - 1;
  let slot = first;
  for (; ; slot++) {
    const found = hashes[slot];
    if (found === hash) {
      const known = remembered[slot];
      if (known?.kind === kind && standsAt(known.text, text, start, end)) {
        // A known word moves away from the last slot, which the next new word overwrites if none is free.
        if (slot > first) exchange(slot, slot - 1);
        return known;
      }
    }
    if (found === 0 || slot === last) break;
  }
  const type = createType(detached(text.slice(start, end)), kind);
  hashes[slot] = hash;
  remembered[slot] = type;
  return type;
}

function exchange(one: number, other: number): void {
  const [hash = 0, type] = [hashes[one], remembered[one]];
  hashes[one] = hashes[other] ?? 0;
  remembered[one] = remembered[other];
  hashes[other] = hash;
  remembered[other] = type;
}

/** Returns the type of a word that is a whole string. */
export function wordType(word: string, kind: TokenKind): WordType {
  return typeAt(word, 0, word.length, kind);
}

/**
 * Returns a function that computes a fact about a word once, for as long as the word is cached. The value must not be
 * changed and is never `undefined`. Call it once per model, not once per text: each call reserves a slot in every word.
 *
 * @example
 * ```ts
 * const readLength = wordFact(({ text }) => text.length);
 * console.log(readLength(wordType("word", "word"))); // 4
 * ```
 */
export function wordFact<Value extends object | string | number>(
  compute: (type: WordType) => Value,
): (type: WordType) => Value {
  const fact = noFacts.push(undefined) - 1;
  return (type) => {
    const { facts } = type;
    // Only the last line below writes this slot.
    const known = facts[fact] as Value | undefined;
    if (known !== undefined) return known;
    // The word can be older than the model.
    while (facts.length <= fact) facts.push(undefined);
    return (facts[fact] = compute(type));
  };
}
