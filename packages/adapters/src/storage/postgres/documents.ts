import { type Clock, systemClock } from "@tools-api/core";
import type { DocumentStore, StoredDocument } from "@tools-api/core/storage";
import type { Pool } from "pg";
import { checkPageLimit, encodeOperations } from "../lib/document-operations.ts";
import { connect } from "./connection.ts";
import { sweepAfter } from "../lib/expiry.ts";

/** The options of a store on PostgreSQL. */
export interface PostgresStoreOptions {
  /**
   * Connections to the database, which the caller closes after the stores. Tables are in the first schema of its
   * `search_path`. Several stores can share a pool. If the pool has no `connectionTimeoutMillis`, the store sets it.
   */
  pool: Pool;
  /** Decides what has expired and which data may be removed. Default: the host's. */
  clock?: Clock;
}

interface DocumentRow {
  key: string;
  value: string;
  /** The driver returns a bigint as text. */
  version: string;
}

const present = "(expires_at IS NULL OR expires_at > $1)";

function stored({ key, value, version }: DocumentRow): StoredDocument {
  return { key, value: JSON.parse(value), version: Number(version) };
}

/** Returns a LIKE pattern for all keys that start with the prefix. */
function startingWith(prefix: string): string {
  return `${prefix.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/**
 * Creates a document store in PostgreSQL, which any number of servers can share. Every commit is one statement. Its
 * durability depends on the database's `synchronous_commit`. It raises the fences of usage in the same database.
 *
 * @throws ToolsError `invalid_parameter` from `commit` and `list` on malformed keys, values or limits;
 *   `storage_unavailable` from every method if PostgreSQL does not respond within 5 s, refuses, or has a schema that
 *   this release does not support.
 *
 * @example
 * ```ts
 * import { postgresDocuments } from "@tools-api/adapters/storage/postgres";
 * import { Pool } from "pg";
 *
 * const pool = new Pool({ connectionString: "postgres://localhost/tools" });
 * const documents = postgresDocuments({ pool });
 * await documents.commit([{ key: "notes/1", value: { text: "Hello" }, ifAbsent: true }]);
 * console.log((await documents.get("notes/1"))?.value); // { text: "Hello" }
 * await documents.close();
 * await pool.end();
 * ```
 */
export function postgresDocuments({ pool, clock = systemClock }: PostgresStoreOptions): DocumentStore {
  const connection = connect(pool);
  const written = sweepAfter((portion) =>
    connection.chore("SELECT documents_sweep_v1($1, $2)", [clock.now(), portion]),
  );

  return {
    capabilities: { exactAcross: "everywhere", durable: true },

    async get(key) {
      const [found] = await connection.query<DocumentRow>(
        `SELECT key, value, version FROM documents WHERE ${present} AND key = $2`,
        [clock.now(), key],
      );
      return found ? stored(found) : null;
    },

    async list(prefix, { after = "", limit }) {
      checkPageLimit(limit);
      const found = await connection.query<DocumentRow>(
        `SELECT key, value, version FROM documents
         WHERE ${present} AND key LIKE $2 AND key > $3 ORDER BY key LIMIT $4`,
        [clock.now(), startingWith(prefix), after, limit],
      );
      return found.map(stored);
    },

    async commit(operations) {
      const encoded = encodeOperations(operations);
      const [result] = await connection.query<{ committed: string | null; conflict: string }>(
        "SELECT committed, conflict FROM documents_commit_v1($1, $2, $3, $4, $5, $6, $7)",
        [
          clock.now(),
          encoded.map(({ key }) => key),
          encoded.map(({ text }) => text),
          encoded.map(({ ifVersion }) => ifVersion),
          encoded.map(({ ifAbsent }) => ifAbsent),
          encoded.map(({ expiresAt }) => expiresAt),
          encoded.flatMap(({ fence, key }) => (fence ? [key] : [])),
        ],
      );
      if (!result) throw new Error("documents_commit_v1: expected a row, received none");
      if (result.committed === null) return { committed: false, conflict: result.conflict };
      written(encoded.length);
      return { committed: true, version: Number(result.committed) };
    },

    ping: () => connection.ping(),
    close: () => connection.close(),
  };
}
