import { createHash } from "node:crypto";
import type { Row } from "../lib/usage-rows.ts";

/** The prefix of all items in a storage. */
export const root = "tools-api";

/**
 * Returns the name of the item with a row: lower-case letters, digits, `-`, and `:` between segments, which every
 * driver preserves. An id can have any length and characters, so its digest is used, with a folder for drivers of files.
 */
export function itemName(key: string): string {
  const [table = "", part = "", ...id] = key.split("/");
  if (id.length === 0) return key;
  const digest = createHash("sha256").update(id.join("/")).digest("hex").slice(0, 40);
  return [table, digest.slice(0, 2), digest.slice(2), part].filter(Boolean).join(":");
}

/** A document with its value as JSON text. */
export type DocumentRow = [key: string, text: string, version: number, expiresAt: number | null];

/** The pages of documents, sorted by key. A page has the keys from `first` until before that of the next page. */
export interface PageIndex {
  pages: readonly { first: string; number: number }[];
  /** The number of the next new page. No number is used twice. */
  next: number;
}

export const pingRow: Row<boolean> = { key: "ping", absent: false };
export const versionRow: Row<number> = { key: "documents:version", absent: 0 };
export const indexRow: Row<PageIndex> = {
  key: "documents:index",
  absent: { pages: [{ first: "", number: 0 }], next: 1 },
};

/** Returns the row with a page of documents, sorted by key. */
export function pageRow(number: number): Row<readonly DocumentRow[]> {
  return { key: `documents:${number}`, absent: [] };
}
