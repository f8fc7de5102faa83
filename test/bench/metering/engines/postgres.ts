import { postgresDocuments, postgresUsage } from "@tools-api/adapters/storage/postgres";
import { Pool } from "pg";
import { startPostgres } from "../../../engines/postgres.ts";
import { startTcpProxy } from "../../../engines/tcp-proxy.ts";
import type { Engine } from "../engine.ts";
import { loseAnswers } from "./lost-answers.ts";

/** Starts a PostgreSQL server with its default durability. */
export async function startPostgresEngine(): Promise<Engine> {
  const server = await startPostgres();
  const proxy = await startTcpProxy(server.port);
  const url = await server.newLocation();
  const throughProxy = Object.assign(new URL(url), { port: String(proxy.port) });
  return {
    environment: { DATABASE_URL: throughProxy.href },
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
    loseAnswers: () => loseAnswers(proxy),
    async stop() {
      await proxy.close();
      await server.remove();
    },
  };
}
