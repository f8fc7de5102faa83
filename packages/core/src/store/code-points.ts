const firstSurrogate = 0xd800;
const afterSurrogates = 0xe000;

/**
 * Compares strings by code points, which is the order of their UTF-8 bytes and of every store.
 *
 * @returns A negative number if `a` comes first, a positive one if `b` does, 0 if they are equal.
 *
 * @example
 * ```ts
 * import { byCodePoints } from "@tools-api/core/storage";
 *
 * console.log(["b", "é", "a"].toSorted(byCodePoints)); // [ "a", "b", "é" ]
 * ```
 */
export function byCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left === right) continue;
    // In UTF-16, surrogates encode the highest code points but sort below U+E000.
    if (left >= firstSurrogate && right >= firstSurrogate)
      return Number(left < afterSurrogates) - Number(right < afterSurrogates) || left - right;
    return left - right;
  }
  return a.length - b.length;
}
