import type { Span } from "../../span.ts";

/** The types of names. */
export const nameTypes = ["person", "organization", "location", "misc"] as const;

/** One of {@link nameTypes}. */
export type NameType = (typeof nameTypes)[number];

/** A range of the text that is a name. */
export interface NameMention extends Span {
  type: NameType;
  /** From 0 to 1: the probability that exactly these words are a name of exactly this type. */
  confidence: number;
}

/** The number of tags. A token is outside of names, or it begins or continues a name (Ramshaw, Marcus 1995: IOB2). */
export const tagCount = 1 + 2 * nameTypes.length;

/** The tag of a token outside of names. */
export const outside = 0;

/** Returns the tag of the first token of a name. */
export function beginTag(type: number): number {
  return 1 + 2 * type;
}

/** Returns the tag of the other tokens of a name. */
export function insideTag(type: number): number {
  return 2 + 2 * type;
}

/** Returns the index of a tag's type, or −1 for outside. */
export function typeIndex(tag: number): number {
  return tag === outside ? -1 : (tag - 1) >> 1;
}

/** Returns whether a name begins with the tag. */
export function isBegin(tag: number): boolean {
  return tag % 2 === 1;
}

/** Returns the first of the tags that can precede a tag. They are consecutive. */
export function firstBefore(tag: number): number {
  return tag === outside || isBegin(tag) ? 0 : tag - 1;
}

/** Returns the last of the tags that can precede a tag. */
export function lastBefore(tag: number): number {
  return tag === outside || isBegin(tag) ? tagCount - 1 : tag;
}

/**
 * Returns whether a tag can follow another. A name can continue only after a tag of its type. The tag before a sentence
 * is outside.
 */
export function mayFollow(before: number, tag: number): boolean {
  return tag === outside || isBegin(tag) || typeIndex(before) === typeIndex(tag);
}
