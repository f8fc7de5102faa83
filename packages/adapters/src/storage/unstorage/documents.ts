import { byCodePoints, type CommitResult, type DocumentStore } from "@tools-api/core/storage";
import {
  checkPageLimit,
  conditionHolds,
  type EncodedOperation,
  encodeOperations,
} from "../lib/document-operations.ts";
import { raiseFence } from "../lib/usage-on-rows.ts";
import type { Rows } from "../lib/usage-rows.ts";
import { connect, type UnstorageStoreOptions } from "./connection.ts";
import { type DocumentRow, indexRow, type PageIndex, pageRow, versionRow } from "./schema.ts";

// In characters. A commit writes whole pages.
const pageSize = 16_000;

/** Returns the position of the page that contains a key. The first page begins at the empty key. */
function pageAt({ pages }: PageIndex, key: string): number {
  return pages.findLastIndex(({ first }) => byCodePoints(first, key) <= 0);
}

/** Halves rows until each part fits a page. A larger document has its own page. */
function split(rows: readonly DocumentRow[]): (readonly DocumentRow[])[] {
  const size = rows.reduce((sum, [key, text]) => sum + key.length + text.length + 40, 0);
  if (size <= pageSize || rows.length < 2) return [rows];
  const middle = rows.length >> 1;
  return [...split(rows.slice(0, middle)), ...split(rows.slice(middle))];
}

function readPage(rows: Rows, { pages }: PageIndex, position: number): readonly DocumentRow[] {
  return rows.get(pageRow(pages[position]?.number ?? 0));
}

/** Commits operations. Documents that are not present leave their page when it is written. */
function commit(
  rows: Rows,
  operations: readonly EncodedOperation[],
  isPresent: (row: DocumentRow) => boolean,
): CommitResult {
  const index = rows.get(indexRow);
  const version = rows.get(versionRow) + 1;
  const loaded = new Map<number, Map<string, DocumentRow>>();
  function loadPage(position: number): Map<string, DocumentRow> {
    const present = () => readPage(rows, index, position).filter(isPresent);
    const page = loaded.get(position) ?? new Map(present().map((row) => [row[0], row]));
    loaded.set(position, page);
    return page;
  }

  const places = operations.map((operation) => {
    const page = loadPage(pageAt(index, operation.key));
    return { operation, page, found: page.get(operation.key) };
  });
  const conflict = places.find(({ operation, found }) => !conditionHolds(operation, found?.[2]));
  if (conflict) return { committed: false, conflict: conflict.operation.key };

  for (const { page, operation } of places) {
    const { key, text, expiresAt, fence } = operation;
    if (text === null) page.delete(key);
    else page.set(key, [key, text, version, expiresAt]);
    if (fence) raiseFence(rows, key, version, { onlyKnown: true });
  }
  // Every 16th commit sweeps another page.
  if (version % 16 === 0) loadPage((version / 16) % index.pages.length);

  let { next } = index;
  const pages = index.pages.flatMap((page, position) => {
    const left = loaded.get(position);
    if (!left) return [page];
    const sorted = [...left.values()].toSorted(([a], [b]) => byCodePoints(a, b));
    const parts = sorted.length > 0 || position === 0 ? split(sorted) : [];
    if (parts.length === 0) rows.put(pageRow(page.number), undefined);
    return parts.map((part, place) => {
      const entry = place === 0 ? page : { first: part[0]?.[0] ?? "", number: next++ };
      rows.put(pageRow(entry.number), part);
      return entry;
    });
  });
  if (next > index.next || pages.length < index.pages.length) rows.put(indexRow, { pages, next });
  rows.put(versionRow, version);
  return { committed: true, version };
}

/**
 * Creates a document store on any unstorage driver, for one process at a time. A commit is as durable as the driver's
 * writes. If the process is killed during a commit, the next start completes the commit or discards it as a whole. A
 * commit raises the fences of usage in the same storage.
 *
 * @throws ToolsError `invalid_parameter` for a `leaseMs` that is too short and, from `commit` and `list`, on malformed
 *   keys, values or limits; `storage_unavailable` from every method if another process has the storage, or the driver
 *   fails or does not respond within 5 s. The first call also waits until the lease of a killed process expires.
 *
 * @example
 * ```ts
 * import { unstorageDocuments } from "@tools-api/adapters/storage/unstorage";
 * import { createStorage } from "unstorage";
 *
 * const documents = unstorageDocuments({ storage: createStorage() });
 * await documents.commit([{ key: "notes/1", value: { text: "Hello" }, ifAbsent: true }]);
 * console.log((await documents.get("notes/1"))?.value); // { text: "Hello" }
 * await documents.close();
 * ```
 */
export function unstorageDocuments(options: UnstorageStoreOptions): DocumentStore {
  const { capabilities, clock, run, ping, close } = connect(options);

  const isPresent = ([, , , expiresAt]: DocumentRow) => expiresAt === null || expiresAt > clock.now();
  const decode = ([key, text, version]: DocumentRow) => ({ key, value: JSON.parse(text), version });

  return {
    capabilities,

    async get(key) {
      const found = await run((rows) => {
        const index = rows.get(indexRow);
        return readPage(rows, index, pageAt(index, key)).find((row) => row[0] === key);
      });
      return found && isPresent(found) ? decode(found) : null;
    },

    async list(prefix, { after = "", limit }) {
      checkPageLimit(limit);
      const found = await run((rows) => {
        const index = rows.get(indexRow);
        const start = pageAt(index, byCodePoints(prefix, after) > 0 ? prefix : after);
        const found: DocumentRow[] = [];
        for (const [place, { first }] of index.pages.slice(start).entries()) {
          if (place > 0 && !first.startsWith(prefix)) break;
          const page = readPage(rows, index, start + place);
          // After the first page, only one that was not read is empty. This task runs again when it is.
          if (start + place > 0 && page.length === 0) break;
          for (const row of page) {
            if (!row[0].startsWith(prefix) || byCodePoints(row[0], after) <= 0 || !isPresent(row)) continue;
            if (found.push(row) === limit) return found;
          }
        }
        return found;
      });
      return found.map(decode);
    },

    async commit(operations) {
      const encoded = encodeOperations(operations);
      return run((rows) => commit(rows, encoded, isPresent));
    },

    ping,
    close,
  };
}
