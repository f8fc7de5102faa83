import { nextTurn, systemClock } from "@tools-api/core/internal/time";
import type { Clock } from "@tools-api/core";
import type { DocumentStore, StoredDocument } from "@tools-api/core/storage";
import {
  checkPageLimit,
  conditionHolds,
  type EncodedOperation,
  encodeOperations,
} from "../lib/document-operations.ts";
import { everyNth } from "../lib/expiry.ts";
import { connect } from "./connection.ts";
import { command, row, rows, type SqliteDatabase } from "./internal/database.ts";

/** The options of a store on SQLite. */
export interface SqliteStoreOptions {
  /** A connection for this store only. The caller closes it after the store. */
  database: SqliteDatabase;
  /** Decides what has expired and which data may be removed. Default: the host's. */
  clock?: Clock;
}

interface DocumentRow {
  key: string;
  value: string;
  version: number;
}

const maxCodePoint = 0x10ffff;

/**
 * Returns the first key after all keys with the prefix, or `null` if there is none. Keys are compared by their UTF-8
 * bytes.
 */
function endOfPrefix(prefix: string): string | null {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === maxCodePoint) continue;
    const next = last === 0xd7ff ? 0xe000 : last + 1; // keys have no surrogates
    return String.fromCodePoint(...points, next);
  }
  return null;
}

const present = "(expires_at IS NULL OR expires_at > :now)";

function prepare(database: SqliteDatabase) {
  return {
    find: row<DocumentRow>(
      database,
      `SELECT key, value, version FROM documents WHERE key = :key AND ${present}`,
    ),
    list: rows<DocumentRow>(
      database,
      `SELECT key, value, version FROM documents
       WHERE key >= max(:prefix, :after) AND key <> :after AND key < ifnull(:end, x'') AND ${present}
       ORDER BY key LIMIT :limit -- a blob is above all text`,
    ),
    nextVersion: row<{ version: number }>(
      database,
      "UPDATE commit_sequence SET version = version + 1 RETURNING version",
    ),
    put: command(
      database,
      `INSERT INTO documents (key, value, version, expires_at) VALUES (:key, :text, :version, :expiresAt)
       ON CONFLICT DO UPDATE SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at`,
    ),
    remove: command(database, "DELETE FROM documents WHERE key = :key"),
    raiseFence: command(
      database,
      "UPDATE usage_fences SET revision = :version WHERE id = :key AND revision < :version",
    ),
    sweep: command(
      database,
      `DELETE FROM documents WHERE key IN
       (SELECT key FROM documents WHERE expires_at <= :now ORDER BY expires_at LIMIT 256)`,
    ),
  };
}

function stored({ key, value, version }: DocumentRow): StoredDocument {
  return { key, value: JSON.parse(value), version };
}

/**
 * Creates a document store in a SQLite file, which any number of processes on one host can share. Every commit is on
 * the disk (`synchronous = FULL`) before it is answered. It raises the fences of usage in the same file.
 *
 * @throws ToolsError `invalid_parameter` for a connection that another store uses and, from `commit` and `list`, on
 *   malformed keys, values or limits; `storage_unavailable` from every method if the lock is not free within 5 s, the
 *   disk fails, or a newer, incompatible release has written the file.
 *
 * @example
 * ```ts
 * import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
 *
 * const database = await openSqlite(":memory:");
 * const documents = sqliteDocuments({ database });
 * await documents.commit([{ key: "notes/1", value: { text: "Hello" }, ifAbsent: true }]);
 * console.log((await documents.get("notes/1"))?.value); // { text: "Hello" }
 * ```
 */
export function sqliteDocuments({ database, clock = systemClock }: SqliteStoreOptions): DocumentStore {
  const connection = connect({ database, synchronous: "FULL", prepare });
  const sweepIsDue = everyNth(64);

  return {
    capabilities: { exactAcross: "host", durable: true },

    get: (key) =>
      connection.read(({ find }) => {
        const found = find({ key, now: clock.now() });
        return found ? stored(found) : null;
      }),

    async list(prefix, { after = "", limit }) {
      checkPageLimit(limit);
      const found = await connection.read(({ list }) =>
        list({ prefix, after, end: endOfPrefix(prefix), now: clock.now(), limit }).map(stored),
      );
      // SQLite responds without a turn of the event loop, so a caller that reads page after page would block it.
      await nextTurn();
      return found;
    },

    async commit(operations) {
      const encoded = encodeOperations(operations);
      return connection.write((statements) => {
        const now = clock.now();
        const meets = (operation: EncodedOperation) =>
          conditionHolds(operation, statements.find({ key: operation.key, now })?.version);
        const conflict = encoded.find((operation) => !meets(operation));
        if (conflict) return { committed: false, conflict: conflict.key };

        const version = statements.nextVersion()?.version;
        if (version === undefined) throw new Error("commit_sequence: expected a row, found none");
        for (const { key, text, expiresAt, fence } of encoded) {
          if (text === null) statements.remove({ key });
          else statements.put({ key, text, version, expiresAt });
          if (fence) statements.raiseFence({ key, version });
        }
        if (sweepIsDue()) statements.sweep({ now });
        return { committed: true, version };
      });
    },

    ping: () => connection.ping(),
    close: () => connection.close(),
  };
}
