import type { WordRange } from "./words.ts";

/** Mixed into the hash of a negated word, so that it differs from the plain word. */
const negatedMark = 0x5bd1e995;
/** The hash of the position before the first word. */
const edge = 0x1b873593;

function mixed(first: number, second: number): number {
  const hash = Math.imul(first ^ (first >>> 15), 0x85ebca6b) ^ Math.imul(second, 0xc2b2ae35);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * Calls `visit` with the bucket of every word, every pair and every triple of a sentence.
 *
 * @param buckets A power of two.
 */
export function ngramHashes(
  { words, first, end }: WordRange,
  negated: Uint8Array,
  buckets: number,
  visit: (bucket: number) => void,
): void {
  const mask = buckets - 1;
  let before = edge;
  let twoBefore = 0;
  for (let index = first; index < end; index++) {
    const hash = words[index]?.hash ?? 0;
    const pair = mixed(before, hash);
    visit(mixed(hash, negated[index] ? negatedMark : 1) & mask);
    visit(pair & mask);
    if (index > first) visit(mixed(twoBefore, hash ^ 0x27d4eb2f) & mask);
    twoBefore = pair;
    before = hash;
  }
}
