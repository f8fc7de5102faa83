import type { Span } from "../span.ts";

const space = /\s/;

/** Returns whether the code unit at the index is white space. */
export function isSpace(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  // A regular expression takes several times as long.
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return space.test(text.charAt(index));
}

const extendsPrevious = /[\p{M}\p{Emoji_Modifier}]|[\u200c-\u200d]|[\uff9e-\uff9f]/u;
/** The number of code units before the limit in which a cut without white space looks for a grapheme boundary. */
const maxClusterLength = 32;

function isSafeCut(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  const splitsPair = code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
  return (
    !splitsPair &&
    before !== 0x200d &&
    !extendsPrevious.test(String.fromCodePoint(text.codePointAt(index) ?? 0))
  );
}

/**
 * Returns the best index in `(start, start + size]` to cut `text` at. That is `end` if it is in range, otherwise the
 * index after the last white space of the second half, otherwise a boundary between two characters. It is never inside
 * a surrogate pair.
 */
export function cutIndex(text: string, start: number, size: number, end: number = text.length): number {
  const limit = start + size;
  if (limit >= end) return end;
  for (let index = limit; index > start + size / 2; index--) if (isSpace(text, index - 1)) return index;
  for (let index = limit; index > limit - maxClusterLength; index--) if (isSafeCut(text, index)) return index;
  // A longer cluster is an attack on code that reads whole clusters, so cut it. Two code units always contain a
  // boundary.
  const before = text.charCodeAt(limit - 1);
  return before >= 0xd800 && before <= 0xdbff ? limit - 1 : limit;
}

/** A sign that no mark joins: after it, a mark is a character of its own. */
const control = /[\p{Cc}\u2028\u2029]/u;

/**
 * Returns the index, or, inside a character with marks, the index after it. "e" with a combining accent and a digit with
 * the sign of a keycap are one character.
 */
export function clusterEnd(text: string, index: number): number {
  // Most characters are below the first mark.
  if (index === 0 || index >= text.length || text.charCodeAt(index) < 0x300) return index;
  let end = index;
  while (end < text.length && end - index < maxClusterLength) {
    const character = String.fromCodePoint(text.codePointAt(end) ?? 0);
    if (!extendsPrevious.test(character)) break;
    end += character.length;
  }
  return end > index && control.test(text.charAt(index - 1)) ? index : end;
}

/** Returns the spans with each edge inside a character moved to its end, without those that are empty then. */
export function wholeClusters<Item extends Span>(text: string, spans: readonly Item[]): Item[] {
  return spans.flatMap((span) => {
    const start = clusterEnd(text, span.start);
    const end = clusterEnd(text, span.end);
    if (start === span.start && end === span.end) return span;
    return start < end ? { ...span, start, end } : [];
  });
}
