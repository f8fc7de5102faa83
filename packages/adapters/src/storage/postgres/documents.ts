import { type Clock, type DocumentStore, type StoredDocument, systemClock } from "@tools-api/core";
import type { Pool } from "pg";
import { checkPageLimit, encodeOperations } from "../document-operations.ts";
import { connect } from "./connection.ts";
import { sweepAfter } from "./sweeps.ts";

/** What a store on PostgreSQL is made from. */
export interface PostgresStoreOptions {
  /**
   * Connections to the database, which the caller closes after the stores. Tables stand in the first schema of
   * its `search_path`. Several stores may share a pool. One without `connectionTimeoutMillis` is given one.
   */
  pool: Pool;
  /** Decides what has expired and what may be forgotten. Default: the host's. */
  clock?: Clock;
}

interface DocumentRow {
  key: string;
  value: string;
  /** The driver gives a bigint as text. */
  version: string;
}

const present = "(expires_at IS NULL OR expires_at > $1)";

function stored({ key, value, version }: DocumentRow): StoredDocument {
  return { key, value: JSON.parse(value), version: Number(version) };
}

/** A pattern of LIKE for all that starts with the prefix. */
function startingWith(prefix: string): string {
  return `${prefix.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/**
 * Documents in PostgreSQL, which any number of servers may share. Every commit is one statement, durable as far
 * as the database's `synchronous_commit` says, and raises the fences of usage that is kept in the same database.
 *
 * @throws ToolsError `invalid_parameter` from `commit` and `list` on malformed keys, values or limits;
 *   `storage_unavailable` from every method when PostgreSQL has not answered within 5 s, refuses, or holds a
 *   schema that this release cannot work on.
 *
 * @example
 * ```ts
 * import { postgresDocuments } from "@tools-api/adapters/storage/postgres";
 * import { Pool } from "pg";
 *
 * const pool = new Pool({ connectionString: "postgres://localhost/tools" });
 * const documents = postgresDocuments({ pool });
 * await documents.commit([{ key: "notes/1", value: { text: "Hello" }, ifAbsent: true }]);
 * console.log(await documents.list("notes/", { limit: 10 }));
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
