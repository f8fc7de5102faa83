import { postgresDocuments, postgresUsage } from "@tools-api/adapters/storage/postgres";
import { Pool } from "pg";
import { startPostgres } from "../../../servers/postgres.ts";
import type { Engine } from "../engine.ts";

/** A PostgreSQL server of its own, as durable as it is by default. */
export async function startPostgresEngine(): Promise<Engine> {
  const server = await startPostgres();
  const url = await server.newLocation();
  return {
    environment: { DATABASE_URL: url },
    async open({ clock } = {}) {
      const pool = new Pool({ connectionString: url });
      const options = { pool, ...(clock && { clock }) };
      const [documents, usage] = [postgresDocuments(options), postgresUsage(options)];
      return {
        documents,
        usage,
        async close() {
          await Promise.all([documents.close(), usage.close()]);
          await pool.end();
        },
      };
    },
    async crash() {
      await server.kill();
      await server.start();
    },
    stop: () => server.remove(),
  };
}
