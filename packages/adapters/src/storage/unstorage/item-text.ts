import { createHash } from "node:crypto";
import { ToolsError } from "@tools-api/core";

/** The text under a key of a driver. */
export interface ItemText {
  /** The term of its writer. See `createItemStore`. */
  term: number;
  json: string;
}

// unstorage parses texts that look like JSON, and removes some keys from them. It returns a text with this prefix
// unchanged.
const signature = "tools-api/1";

function checksumOf(key: string, { term, json }: ItemText): string {
  return createHash("sha256").update(`${key}\n${term}\n${json}`).digest("hex").slice(0, 16);
}

/** Encodes an item with a checksum, which detects a half-written text and a text under another key. */
export function encodeText(key: string, item: ItemText): string {
  return `${signature} ${checksumOf(key, item)} ${item.term} ${item.json}`;
}

/**
 * Decodes the text of {@link encodeText}. Returns `undefined` if there is none, and `damaged` if it is incomplete.
 *
 * @throws ToolsError `storage_unavailable` if it is not a text: the driver for files returns its error as the value.
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
