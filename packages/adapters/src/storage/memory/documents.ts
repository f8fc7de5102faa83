import { type Clock, systemClock } from "@tools-api/core";
import { byCodePoints, type DocumentStore, type StoredDocument } from "@tools-api/core/storage";
import { nextTurn } from "@tools-api/core/internal/time";
import { checkPageLimit, conditionHolds, encodeOperations } from "../lib/document-operations.ts";
import { sortedKeys } from "./internal/sorted-keys.ts";
import { sweeper } from "./internal/sweep.ts";

interface Entry {
  text: string;
  version: number;
  expiresAt: number | null;
}

/**
 * Creates a document store in the memory of this process, for tests and for programs without persistent data. Values
 * are stored as JSON text, so the caller and the store cannot change each other's objects.
 *
 * @param options.clock Decides what has expired. Default: the host's.
 * @throws ToolsError `invalid_parameter` from `commit` and `list` on malformed keys, values or limits.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 *
 * const documents = memoryDocuments();
 * await documents.commit([{ key: "notes/1", value: { text: "Hello" }, ifAbsent: true }]);
 * console.log(await documents.get("notes/1"));
 * ```
 */
export function memoryDocuments({ clock = systemClock }: { clock?: Clock } = {}): DocumentStore {
  const entries = new Map<string, Entry>();
  const keys = sortedKeys();
  let version = 0;
  const isOver = ({ expiresAt }: Entry) => expiresAt !== null && expiresAt <= clock.now();
  const remove = (key: string) => {
    entries.delete(key);
    keys.remove(key);
  };
  const sweep = sweeper(entries, isOver, remove);

  const find = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    return entry && !isOver(entry) ? entry : undefined;
  };
  const stored = (key: string, entry: Entry): StoredDocument => ({
    key,
    value: JSON.parse(entry.text),
    version: entry.version,
  });

  return {
    capabilities: { exactAcross: "process", durable: false },

    async get(key) {
      const entry = find(key);
      return entry ? stored(key, entry) : null;
    },

    async list(prefix, { after = "", limit }) {
      checkPageLimit(limit);
      const found: StoredDocument[] = [];
      for (const key of keys.from(byCodePoints(after, prefix) > 0 ? after : prefix)) {
        if (!key.startsWith(prefix) || found.length === limit) break;
        const entry = find(key);
        if (entry && key !== after) found.push(stored(key, entry));
      }
      // Like an engine in another process, this lets other work run when a caller reads page after page.
      await nextTurn();
      return found;
    },

    async commit(operations) {
      const encoded = encodeOperations(operations);
      const conflict = encoded.find((operation) => !conditionHolds(operation, find(operation.key)?.version));
      if (conflict) return { committed: false, conflict: conflict.key };
      version++;
      for (const { key, text, expiresAt } of encoded) {
        if (text === null) remove(key);
        else {
          entries.set(key, { text, version, expiresAt });
          keys.add(key);
        }
      }
      sweep(2 * encoded.length);
      return { committed: true, version };
    },

    async ping() {},
    async close() {},
  };
}
