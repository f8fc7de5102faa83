/** What a name can be the name of. */
export const nameTypes = ["person", "organization", "location", "misc"] as const;

/** One of {@link nameTypes}. */
export type NameType = (typeof nameTypes)[number];

/** A token is outside of names, begins one, or goes on with one, of a type each (Ramshaw, Marcus 1995: IOB2). */
export const tagCount = 1 + 2 * nameTypes.length;

/** The tag of a token that is in no name. */
export const outside = 0;

/** The tag of a name's first token. */
export function beginTag(type: number): number {
  return 1 + 2 * type;
}

/** The tag of its further tokens. */
export function insideTag(type: number): number {
  return 2 + 2 * type;
}

/** The number of a tag's type; −1 outside. */
export function typeOf(tag: number): number {
  return tag === outside ? -1 : (tag - 1) >> 1;
}

/** Whether a name begins with the tag. */
export function isBegin(tag: number): boolean {
  return tag % 2 === 1;
}

/** The first of the tags that may stand before a tag; they are consecutive. */
export function firstBefore(tag: number): number {
  return tag === outside || isBegin(tag) ? 0 : tag - 1;
}

/** The last of them. */
export function lastBefore(tag: number): number {
  return tag === outside || isBegin(tag) ? tagCount - 1 : tag;
}

/** Whether a tag may follow another, or begin a sentence: a name goes on only where one of its type stands before. */
export function mayFollow(before: number, tag: number): boolean {
  return tag === outside || isBegin(tag) || typeOf(before) === typeOf(tag);
}
