import { createHash } from "node:crypto";

/** A thing that is kept under one key of an unstorage driver. */
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

// unstorage parses whatever looks like JSON, and drops keys from it: a text that begins so is given back as it is.
const signature = "tools-api/1";

function checksumOf(name: string, json: string): string {
  return createHash("sha256").update(`${name}\n${json}`).digest("hex").slice(0, 16);
}

/** The text of an item, by which a half-written one is known from a whole one. */
export function encodeText(name: string, json: unknown): string {
  const text = JSON.stringify(json);
  return `${signature} ${checksumOf(name, text)} ${text}`;
}

/** What {@link encodeText} was given; `undefined` for anything else than the whole text of this item. */
export function decodeText(name: string, text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  const [found, checksum = ""] = text.split(" ", 2);
  if (found !== signature) return undefined;
  const json = text.slice(`${signature} ${checksum} `.length);
  return checksum === checksumOf(name, json) ? JSON.parse(json) : undefined;
}
