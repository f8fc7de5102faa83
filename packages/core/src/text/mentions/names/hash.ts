import { hashRange, spread } from "../../segment/hash.ts";

/** Returns the hash of a range of a string. */
export function hashText(text: string, start?: number, end?: number): number {
  return spread(hashRange(text, start, end));
}

/** Combines two hashes. Their order matters. */
export function combine(first: number, second: number): number {
  return spread(Math.imul(first, 0x9e3779b1) ^ second);
}
