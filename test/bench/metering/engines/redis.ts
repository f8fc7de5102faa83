import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import { redisUsage } from "@tools-api/adapters/storage/redis";
import { Redis } from "ioredis";
import { startRedis } from "../../../engines/redis.ts";
import { startTcpProxy } from "../../../engines/tcp-proxy.ts";
import type { Engine } from "../engine.ts";
import { loseAnswers } from "./lost-answers.ts";

/**
 * Starts a Redis server that writes each change to disk before it answers, with accounts and keys in a SQLite
 * file.
 */
export async function startRedisEngine(): Promise<Engine> {
  const server = await startRedis();
  const proxy = await startTcpProxy(server.port);
  const folder = mkdtempSync(join(tmpdir(), "tools-api-redis-documents-"));
  const path = join(folder, "tools-api.db");
  return {
    environment: { DATABASE_URL: `sqlite:${path}`, USAGE_URL: `redis://127.0.0.1:${proxy.port}` },
    async open({ clock } = {}) {
      const options = clock && { clock };
      const database = await openSqlite(path);
      const documents = sqliteDocuments({ database, ...options });
      const client = new Redis({ host: server.host, port: server.port, enableAutoPipelining: true });
      const usage = redisUsage({ client, ...options });
      return {
        documents,
        usage,
        async close() {
          await Promise.all([documents.close(), usage.close()]);
          database.close();
          client.disconnect();
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
      rmSync(folder, { recursive: true });
    },
  };
}
