import { describeValue, invalidParameters } from "../schemas/validate.ts";
import type { DocumentStore, StoredDocument } from "../storage.ts";

/** The oldest first, or the newest. */
export const listOrders = ["asc", "desc"] as const;

/** Which part of a list is wanted. */
export interface NumberedPage {
  /** The id of the last item of the page before: its number in eight digits. */
  after?: string | undefined;
  limit: number;
  /** Default: `asc`. */
  order?: (typeof listOrders)[number] | undefined;
}

/** Documents of an account under one prefix, numbered from 1 without a gap. */
export interface NumberedDocuments {
  prefix: string;
  keyOf(number: number): string;
  /** How many there are. */
  count(): Promise<number>;
}

function numberIn(id: string): number {
  if (/^\d{8}$/.test(id)) return Number(id);
  throw invalidParameters([
    { name: "after", detail: `expected an id of this list, eight digits, received ${describeValue(id)}` },
  ]);
}

/**
 * A page of numbered documents. Stores list upwards alone: a page of the newest begins as many numbers lower as it has
 * items, which is exact since no number is missing.
 *
 * @throws ToolsError `invalid_parameter` where `after` is no number and the newest come first.
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
