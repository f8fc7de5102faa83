import { hashRange, spread } from "../segment/hash.ts";
import { devanagari } from "./scripts.ts";

/**
 * The bits of a key. With this many, an unknown feature collides with the key of a known one only once in 150 times.
 */
export const keyBits = 25;

/** Receives the key of a feature of a word, a number of `keyBits` bits. */
export type TakeKey = (key: number) => void;

/** The maximum number of bytes of a word from which n-grams are taken. */
const maxBytes = 70;
const bytes = new Uint8Array(maxBytes + 4);

function mix(key: number): number {
  return spread(key) >>> (32 - keyBits);
}

function writeBytes(word: string): number {
  let length = 0;
  for (let index = 0; index < word.length && length < maxBytes; index++) {
    const unit = word.charCodeAt(index);
    if (unit < 0x80) bytes[length++] = unit;
    else if (unit < 0x800) {
      bytes[length++] = 0xc0 | (unit >> 6);
      bytes[length++] = 0x80 | (unit & 0x3f);
    } else {
      bytes[length++] = 0xe0 | (unit >> 12);
      bytes[length++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[length++] = 0x80 | (unit & 0x3f);
    }
  }
  return Math.min(length, maxBytes);
}

/**
 * Returns the key of one to four bytes in big-endian order. `kind` is 1 at a word's beginning, 2 at its end, 3 at both
 * and otherwise 0.
 */
export function byteNgramKey(packed: number, length: number, kind: number): number {
  return mix(packed ^ Math.imul(kind + 4 * length, 0x9e3779b1));
}

function keyOfBytes(start: number, length: number, kind: number): number {
  let packed = 0;
  for (let index = start; index < start + length; index++) packed = (packed << 8) | (bytes[index] ?? 0);
  return byteNgramKey(packed, length, kind);
}

/** Returns the key of a whole word, which is separate from the keys of n-grams. */
export function wordKey(word: string): number {
  return mix(hashRange(word) ^ 0x5bd1e995);
}

/** Takes n-grams of four UTF-8 bytes in steps of three, and the last four bytes. eld has counts of exactly these. */
function takeByteNgrams(word: string, take: TakeKey): void {
  const length = writeBytes(word);
  let start = 0;
  for (; start + 4 < length; start += 3) take(keyOfBytes(start, 4, start === 0 ? 1 : 0));
  const kind = (start === 0 ? 1 : 0) + 2;
  // A word of up to four bytes is one n-gram. A longer word ends with its last four bytes.
  if (length <= 4) take(keyOfBytes(0, length, kind));
  else take(keyOfBytes(length - 4, 4, kind));
}

/** Takes n-grams of three letters. The edges of the word count as letters. */
function takeLetterNgrams(word: string, take: TakeKey): void {
  for (let index = -1; index + 2 <= word.length; index++) {
    const first = index < 0 ? 0 : word.charCodeAt(index) & 0x7f;
    const second = word.charCodeAt(index + 1) & 0x7f;
    const third = index + 2 < word.length ? word.charCodeAt(index + 2) & 0x7f : 0;
    take(mix(((first << 14) | (second << 7) | third) ^ 0x7f4a7c15));
  }
}

/** Passes the keys of a word's n-grams to `take`. The word must be in lower case. */
export function takeNgrams(word: string, script: number, take: TakeKey): void {
  if (script === devanagari) takeLetterNgrams(word, take);
  else takeByteNgrams(word, take);
}
