import { createHash } from "node:crypto";

/** A thing that the stores keep under one name. */
export interface Item<Value> {
  /** Lower-case letters, digits, `-`, and `:` between segments: what every driver keeps as it is. */
  name: string;
  decode(json: unknown): Value;
  encode(value: Value): unknown;
}

/** An item whose value is JSON as it stands. */
export function plainItem<Value>(name: string): Item<Value> {
  // Only `encode` writes this item, and its text carries a checksum.
  return { name, decode: (json) => json as Value, encode: (value) => value };
}

/** A part of an item's name that stands for a string of any length and any characters. */
export function nameOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 40);
}
