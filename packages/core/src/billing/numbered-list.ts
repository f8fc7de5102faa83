import type { DocumentStore, StoredDocument } from "../storage.ts";
import { describeValue, invalidParameters } from "../validate.ts";

/** The orders of a list: oldest first, or newest first. */
export const listOrders = ["asc", "desc"] as const;

/** A request for a page of a numbered list. */
export interface NumberedPage {
  /** The id of the last item of the previous page: its number in eight digits. */
  after?: string | undefined;
  limit: number;
  /** Default: `asc`. */
  order?: (typeof listOrders)[number] | undefined;
}

/** Documents of an account under one prefix, numbered from 1 without gaps. */
export interface NumberedDocuments {
  prefix: string;
  keyOf(number: number): string;
  /** Returns the number of documents. */
  count(): Promise<number>;
}

function numberIn(id: string): number {
  if (/^\d{8}$/.test(id)) return Number(id);
  throw invalidParameters([
    { name: "after", detail: `expected an id of this list, eight digits, received ${describeValue(id)}` },
  ]);
}

/**
 * Returns a page of numbered documents. Stores list in ascending order only. A descending page therefore starts `limit`
 * numbers lower, which is exact because no number is missing.
 *
 * @throws ToolsError `invalid_parameter` if `order` is `desc` and `after` is not an id.
 */
export async function listNumbered(
  documents: DocumentStore,
  { prefix, keyOf, count }: NumberedDocuments,
  { after, limit, order = "asc" }: NumberedPage,
): Promise<StoredDocument[]> {
  if (order === "asc")
    return documents.list(prefix, { limit, ...(after !== undefined && { after: prefix + after }) });
  const wanted = after === undefined ? Infinity : numberIn(after) - 1;
  const newest = Math.min(wanted, await count());
  const below = Math.max(0, newest - limit);
  if (newest <= below) return [];
  const found = await documents.list(prefix, { after: keyOf(below), limit: newest - below });
  return found.toReversed();
}
