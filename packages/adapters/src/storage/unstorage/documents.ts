import { systemClock } from "@tools-api/core";
import type { DocumentStore, StoredDocument } from "@tools-api/core/storage";
import { byCodePoints } from "../lib/code-points.ts";
import {
  checkPageLimit,
  conditionHolds,
  type EncodedOperation,
  encodeOperations,
} from "../lib/document-operations.ts";
import { connect, isDurable, type Items, type UnstorageStoreOptions } from "./connection.ts";
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

/** Splits a page that is too large into pages of about half the maximum size. A larger document gets its own page. */
function split(rows: readonly DocumentRow[]): DocumentRow[][] {
  const sizes = rows.map(([key, text]) => key.length + text.length + 40);
  const maxSize = sizes.reduce((sum, size) => sum + size, 0) > pageSize ? pageSize / 2 : pageSize;
  const pages: DocumentRow[][] = [[]];
  let room = maxSize;
  for (const [place, row] of rows.entries()) {
    room -= sizes[place] ?? 0;
    if (room < 0 && pages.at(-1)?.length) {
      pages.push([]);
      room = maxSize - (sizes[place] ?? 0);
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
export function unstorageDocuments({
  storage,
  clock = systemClock,
  durable = isDurable(storage),
  leaseMs,
}: UnstorageStoreOptions): DocumentStore {
  const connection = connect(storage, leaseMs);
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
    const version = (await items.get(versionItem)) + 1;
    const positions = new Set(operations.map(({ key }) => pageAt(index, key)));
    // Expired documents leave their page when it is written. A sweep visits one page after the other.
    if (++commits % sweepEvery === 0) positions.add((commits / sweepEvery) % index.pages.length);
    const pages = new Map<number, DocumentRow[]>();
    for (const position of positions) pages.set(position, await readPage(items, index, position));
    const raised = operations.flatMap(({ key, fence }) => (fence ? [key] : []));
    for (const key of raised) await items.get(fencesItem(key));

    const known = new Map([...pages.values()].flat().map((row) => [row[0], row]));
    const conflict = operations.find(
      (operation) => !conditionHolds(operation, known.get(operation.key)?.[2]),
    );
    if (conflict) return { committed: false, conflict: conflict.key } as const;

    for (const { key, text, expiresAt } of operations) {
      if (text === null) known.delete(key);
      else known.set(key, [key, text, version, expiresAt]);
    }
    const rows = [...known.values()].toSorted(([a], [b]) => byCodePoints(a, b));
    let { next } = index;
    const entries = index.pages.flatMap((entry, position) => {
      if (!positions.has(position)) return [entry];
      const end = index.pages[position + 1]?.first;
      const own = rows.filter(
        ([key]) => byCodePoints(entry.first, key) <= 0 && (end === undefined || byCodePoints(key, end) < 0),
      );
      if (own.length === 0 && position > 0) {
        items.put(pageItem(entry.number), undefined);
        return [];
      }
      return split(own).map((part, place) => {
        const page = place === 0 ? entry : { first: part[0]?.[0] ?? "", number: next++ };
        items.put(pageItem(page.number), part);
        return page;
      });
    });
    if (
      entries.some((entry, position) => entry !== index.pages[position]) ||
      entries.length < index.pages.length
    )
      items.put(indexItem, { pages: entries, next });
    items.put(versionItem, version);
    for (const key of raised) raiseFence(items, key, version, { onlyKnown: true });
    return { committed: true, version } as const;
  }

  return {
    capabilities: { exactAcross: "process", durable },

    get: (key) =>
      connection.run(async (items) => {
        const index = await items.get(indexItem);
        const found = (await readPage(items, index, pageAt(index, key))).find((row) => row[0] === key);
        return found ? decode(found) : null;
      }),

    async list(prefix, { after = "", limit }) {
      checkPageLimit(limit);
      return connection.run(async (items) => {
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
      return connection.run((items) => commit(items, encoded));
    },

    ping: connection.ping,
    close: connection.close,
  };
}
