import type { DocumentStore, StoredDocument } from "@tools-api/core/storage";
import { byCodePoints } from "../lib/code-points.ts";
import {
  checkPageLimit,
  conditionHolds,
  type EncodedOperation,
  encodeOperations,
} from "../lib/document-operations.ts";
import { connect, type Items, type UnstorageStoreOptions } from "./connection.ts";
import { type DocumentRow, fencesItem, indexItem, type PageIndex, pageItem, versionItem } from "./schema.ts";
import { raiseFence } from "./usage.ts";

// In characters. A commit writes whole pages.
const pageSize = 16_000;
// Number of commits between two sweeps of expired documents.
const sweepEvery = 16;

/** Returns the position of the page that contains a key. The first page begins at the empty key. */
function pageAt({ pages }: PageIndex, key: string): number {
  return pages.findLastIndex(({ first }) => byCodePoints(first, key) <= 0);
}

/** Splits rows that are too large for a page into pages of about half its size. A larger document has its own page. */
function split(rows: readonly DocumentRow[]): DocumentRow[][] {
  const sizes = rows.map(([key, text]) => key.length + text.length + 40);
  const maxSize = sizes.reduce((sum, size) => sum + size, 0) > pageSize ? pageSize / 2 : pageSize;
  const pages: DocumentRow[][] = [[]];
  let filled = 0;
  for (const [place, row] of rows.entries()) {
    filled += sizes[place] ?? 0;
    if (filled > maxSize && pages.at(-1)?.length) {
      pages.push([]);
      filled = sizes[place] ?? 0;
    }
    pages.at(-1)?.push(row);
  }
  return pages;
}

/**
 * Creates a document store on any unstorage driver, for one process at a time: a second process gets
 * `storage_unavailable` while the first is alive.
 *
 * The driver has written a commit before it is answered, so a commit is as durable as the driver's writes. If the
 * process is killed during a commit, the next start completes the commit or discards it as a whole. Two faults can
 * break this: a driver that applies a write after it reported its failure, and a process that was suspended during a
 * write and continues after another one has taken over. A commit raises the fences of usage in the same storage.
 *
 * @throws ToolsError `invalid_parameter` for a `leaseMs` that is too short and, from `commit` and `list`, on malformed
 *   keys, values or limits; `storage_unavailable` from every method if another process has the storage, the driver
 *   fails, returns other data than it received or does not respond within 5 s, or a newer, incompatible release has
 *   written the storage. The first call also waits until the lease of a killed process expires.
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
  let commits = 0;

  const isPresent = ([, , , expiresAt]: DocumentRow) => expiresAt === null || expiresAt > clock.now();
  const decode = ([key, text, version]: DocumentRow): StoredDocument => ({
    key,
    value: JSON.parse(text),
    version,
  });

  const readPage = async (items: Items, { pages }: PageIndex, position: number) =>
    (await items.get(pageItem(pages[position]?.number ?? 0))).filter(isPresent);

  async function commit(items: Items, operations: readonly EncodedOperation[]) {
    const index = await items.get(indexItem);
    const positions = new Set(operations.map(({ key }) => pageAt(index, key)));
    // Expired documents leave their page when it is written. A sweep visits one page after the other.
    if (++commits % sweepEvery === 0) positions.add((commits / sweepEvery) % index.pages.length);
    const known = new Map<number, Map<string, DocumentRow>>();
    for (const position of positions)
      known.set(position, new Map((await readPage(items, index, position)).map((row) => [row[0], row])));
    const version = (await items.get(versionItem)) + 1;
    const raised = operations.flatMap(({ key, fence }) => (fence ? [key] : []));
    for (const key of raised) await items.get(fencesItem(key));

    const rowsAround = (key: string) => known.get(pageAt(index, key));
    const conflict = operations.find(
      (operation) => !conditionHolds(operation, rowsAround(operation.key)?.get(operation.key)?.[2]),
    );
    if (conflict) return { committed: false, conflict: conflict.key } as const;

    for (const { key, text, expiresAt } of operations) {
      if (text === null) rowsAround(key)?.delete(key);
      else rowsAround(key)?.set(key, [key, text, version, expiresAt]);
    }
    let { next } = index;
    const pages = index.pages.flatMap((page, position) => {
      const rows = known.get(position);
      if (!rows) return [page];
      if (rows.size === 0 && position > 0) {
        items.put(pageItem(page.number), undefined);
        return [];
      }
      const parts = split([...rows.values()].toSorted(([a], [b]) => byCodePoints(a, b)));
      return parts.map((part, place) => {
        const entry = place === 0 ? page : { first: part[0]?.[0] ?? "", number: next++ };
        items.put(pageItem(entry.number), part);
        return entry;
      });
    });
    if (next > index.next || pages.length < index.pages.length) items.put(indexItem, { pages, next });
    items.put(versionItem, version);
    for (const key of raised) raiseFence(items, key, version, { onlyKnown: true });
    return { committed: true, version } as const;
  }

  return {
    capabilities,

    get: (key) =>
      run(async (items) => {
        const index = await items.get(indexItem);
        const found = (await readPage(items, index, pageAt(index, key))).find((row) => row[0] === key);
        return found ? decode(found) : null;
      }),

    async list(prefix, { after = "", limit }) {
      checkPageLimit(limit);
      return run(async (items) => {
        const index = await items.get(indexItem);
        const found: StoredDocument[] = [];
        const start = pageAt(index, byCodePoints(prefix, after) > 0 ? prefix : after);
        for (let position = start; position < index.pages.length; position++) {
          if (position > start && !index.pages[position]?.first.startsWith(prefix)) break;
          for (const row of await readPage(items, index, position)) {
            if (!row[0].startsWith(prefix) || byCodePoints(row[0], after) <= 0) continue;
            found.push(decode(row));
            if (found.length === limit) return found;
          }
        }
        return found;
      });
    },

    async commit(operations) {
      const encoded = encodeOperations(operations);
      return run((items) => commit(items, encoded));
    },

    ping,
    close,
  };
}
