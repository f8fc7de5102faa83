import { createHash } from "node:crypto";
import { ToolsError } from "@tools-api/core";

/** What stands under a key of a driver. */
export interface ItemText {
  /** The term of whoever wrote it; see `createItemStore`. */
  term: number;
  json: string;
}

// unstorage parses whatever looks like JSON, and drops keys from it: a text that begins so is given back as it is.
const signature = "tools-api/1";

function checksumOf(key: string, { term, json }: ItemText): string {
  return createHash("sha256").update(`${key}\n${term}\n${json}`).digest("hex").slice(0, 16);
}

/** A text by which a half-written one is known from a whole one, and one that stands under another key. */
export function encodeText(key: string, item: ItemText): string {
  return `${signature} ${checksumOf(key, item)} ${item.term} ${item.json}`;
}

/**
 * What {@link encodeText} was given, `undefined` for nothing, `damaged` for a text that is not whole.
 *
 * @throws ToolsError `storage_unavailable` for what is no text: the driver for files answers with the error that it met.
 */
export function decodeText(key: string, text: unknown): ItemText | "damaged" | undefined {
  if (text === null || text === undefined) return undefined;
  if (typeof text !== "string")
    throw new ToolsError(
      "storage_unavailable",
      `unstorage: expected a text under ${key}, received ${text instanceof Error ? text.message : typeof text}`,
      { cause: text, retryAfter: 1 },
    );
  const [, checksum, term, json] = /^tools-api\/1 ([0-9a-f]{16}) ([0-9]+) (.*)$/s.exec(text) ?? [];
  if (checksum === undefined || json === undefined) return "damaged";
  const item = { term: Number(term), json };
  return checksum === checksumOf(key, item) ? item : "damaged";
}
