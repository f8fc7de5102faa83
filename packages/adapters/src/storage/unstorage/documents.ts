import { type Clock, systemClock } from "@tools-api/core";
import type { DocumentStore, StoredDocument } from "@tools-api/core/storage";
import type { Storage } from "unstorage";
import { byCodePoints } from "../lib/code-points.ts";
import {
  checkPageLimit,
  conditionHolds,
  type EncodedOperation,
  encodeOperations,
} from "../lib/document-operations.ts";
import { connect } from "./connection.ts";
import { type Document, documentPages } from "./document-pages.ts";
import { isDurable } from "./drivers.ts";
import { plainItem } from "./items.ts";
import type { Edit } from "./rounds.ts";
import { raiseFence } from "./usage-items.ts";

/** The options of a store on unstorage. */
export interface UnstorageStoreOptions {
  /** A storage with any driver that reads back its own writes. The caller disposes of it after the store. */
  storage: Storage;
  /** Decides what has expired and which data may be removed. Default: the host's. */
  clock?: Clock;
  /**
   * Whether the driver's writes survive the end of the process. Default: the known value for unstorage's own drivers,
   * and false for others.
   */
  durable?: boolean;
  /**
   * Milliseconds after which another process can take over the storage of a killed process, at least 1000. All
   * processes must use the same value. A twentieth of it must be enough for the driver to read and write an item.
   * Default: the value of another store on the storage, or 10,000.
   */
  leaseMs?: number;
}

const versionItem = plainItem<number>("documents:version");
// Number of commits between two sweeps of expired documents.
const sweepEvery = 16;

function stored({ key, text, version }: Document): StoredDocument {
  return { key, value: JSON.parse(text), version };
}

/**
 * Creates a document store on any unstorage driver, for one process at a time: a second process gets
 * `storage_unavailable` while the first is alive. The driver has written a commit before it is answered. A commit is
 * atomic even if the process is killed. It raises the fences of usage in the same storage.
 *
 * @throws ToolsError `invalid_parameter` for a `leaseMs` that is too short or differs from that of another store on the
 *   storage and, from `commit` and `list`, on malformed keys, values or limits; `storage_unavailable` from every method
 *   if another process has the storage, the driver fails, returns other data than it received or does not respond
 *   within 5 s, or a newer, incompatible release has written the storage.
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

  const isPresent = ({ expiresAt }: Document) => expiresAt === null || expiresAt > clock.now();

  function write(edit: Edit, operations: readonly EncodedOperation[], number: number) {
    const pages = documentPages(edit);
    const keys = operations.map(({ key }) => key);
    const found = new Map(
      pages
        .find(keys)
        .filter(isPresent)
        .map((document) => [document.key, document]),
    );
    const conflict = operations.find((operation) => {
      return !conditionHolds(operation, found.get(operation.key)?.version);
    });
    if (conflict) return { committed: false, conflict: conflict.key } as const;

    const version = (edit.get(versionItem) ?? 0) + 1;
    edit.put(versionItem, version);
    const puts = operations.flatMap(({ key, text, expiresAt }) =>
      text === null ? [] : [{ key, text, version, expiresAt }],
    );
    pages.replace(edit, keys, puts, isPresent);
    for (const { key, fence } of operations) if (fence) raiseFence(edit, key, version, { onlyKnown: true });
    if (number % sweepEvery === 0) documentPages(edit).sweep(edit, number / sweepEvery, isPresent);
    return { committed: true, version } as const;
  }

  return {
    capabilities: { exactAcross: "process", durable },

    get: (key) =>
      connection.read((view) => {
        const [found] = documentPages(view).find([key]).filter(isPresent);
        return found ? stored(found) : null;
      }),

    async list(prefix, { after = "", limit }) {
      checkPageLimit(limit);
      return connection.read((view) => {
        const found: StoredDocument[] = [];
        for (const document of documentPages(view).from(prefix, after)) {
          if (byCodePoints(document.key, after) <= 0 || !isPresent(document)) continue;
          found.push(stored(document));
          if (found.length === limit) break;
        }
        return found;
      });
    },

    async commit(operations) {
      const encoded = encodeOperations(operations);
      const number = ++commits;
      return connection.write((edit) => write(edit, encoded, number));
    },

    ping: () => connection.ping(),
    close: () => connection.close(),
  };
}
