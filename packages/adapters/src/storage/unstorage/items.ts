import { createHash } from "node:crypto";

/** A value that the stores keep under one name. */
export interface Item<Value> {
  /** Lower-case letters, digits, `-`, and `:` between segments: every driver preserves them. */
  name: string;
  decode(json: unknown): Value;
  encode(value: Value): unknown;
}

/** Creates an item whose value is plain JSON. */
export function plainItem<Value>(name: string): Item<Value> {
  // Only `encode` writes this item, and its text carries a checksum.
  return { name, decode: (json) => json as Value, encode: (value) => value };
}

/** Returns a segment of an item's name for a string of any length and characters. */
export function nameOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 40);
}
