import { Socket } from "node:net";
import { postgresArchive, postgresDocuments, postgresUsage } from "@tools-api/adapters/storage/postgres";
import { Pool } from "pg";
import type { StoreConnection } from "./connection.ts";

// Calls share transactions, so a few connections are enough. PostgreSQL accepts 100 by default.
const connections = 10;

/** Opens both stores in a PostgreSQL database, with one pool. */
export async function connectPostgres(url: string): Promise<StoreConnection> {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString: url,
    fallback_application_name: "tools-api",
    max: connections,
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
    allowExitOnIdle: true,
    stream() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      return socket;
    },
  });
  // The next caller gets the error and another connection.
  pool.on("error", () => {});
  return {
    documents: async () => postgresDocuments({ pool }),
    usage: async (quarterDays) => postgresUsage({ pool, quarterDays }),
    archive: async (options) => postgresArchive({ ...options, pool }),
    async close() {
      // An engine that hangs never answers the closing message.
      const hung = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, 1_000);
      await pool.end().finally(() => clearTimeout(hung));
    },
  };
}
