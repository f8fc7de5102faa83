import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { postgresDocuments } from "@tools-api/adapters/storage/postgres";
import { redisUsage } from "@tools-api/adapters/storage/redis";
import { openSqlite } from "@tools-api/adapters/storage/sqlite";
import { Redis } from "ioredis";
import { Pool } from "pg";
import { startPostgres } from "../../engines/postgres.ts";
import { startRedis } from "../../engines/redis.ts";
import { mountSmallDisk } from "../../engines/small-disk.ts";
import { startTcpProxy } from "../../engines/tcp-proxy.ts";
import type { OpenStores } from "../metering/engine.ts";
import { loseAnswers } from "../metering/engines/lost-answers.ts";
import { openSqliteStores } from "../metering/engines/sqlite.ts";

/** A failure that the soak injects. It ends with its promise. */
export interface Fault {
  name: string;
  strike(): Promise<void>;
}

/** Stores, and the failures that they can have. */
export interface SoakStores {
  environment: Record<string, string>;
  faults: Fault[];
  /** Opens the stores directly, without the faults of connections. */
  open(): Promise<OpenStores>;
  remove(): Promise<void>;
}

const diskMegabytes = 400;

/** Returns some time for which a store does not respond. Calls wait for 5 s at most. */
const outageMs = () => 200 + Math.random() ** 2 * 8_000;

async function onSqlite(): Promise<SoakStores> {
  const disk = mountSmallDisk(diskMegabytes);
  const folder = disk?.path ?? (await mkdtemp(join(tmpdir(), "tools-api-soak-")));
  const path = join(folder, "tools-api.db");
  const lock: Fault = {
    name: "lock held",
    async strike() {
      const database = await openSqlite(path);
      try {
        database.exec("PRAGMA busy_timeout = 5000");
        database.exec("BEGIN IMMEDIATE");
        await sleep(outageMs());
        database.exec("ROLLBACK");
      } finally {
        database.close();
      }
    },
  };
  const fullDisk: Fault = {
    name: "disk full",
    async strike() {
      await disk?.fill();
      await sleep(outageMs());
      await disk?.free();
    },
  };
  return {
    environment: { DATABASE_URL: `sqlite:${path}` },
    faults: disk ? [lock, fullDisk] : [lock],
    open: () => openSqliteStores(path),
    async remove() {
      if (disk) disk.remove();
      else rmSync(folder, { recursive: true });
    },
  };
}

/** A process of a store. */
interface StoreProcess {
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  start(): Promise<void>;
}

function processFaults(name: string, server: StoreProcess): Fault[] {
  return [
    {
      name: `${name} frozen`,
      async strike() {
        server.freeze();
        await sleep(outageMs());
        server.thaw();
      },
    },
    {
      name: `${name} killed`,
      async strike() {
        await server.kill();
        await sleep(outageMs() / 4);
        await server.start();
      },
    },
  ];
}

async function onPostgresAndRedis(): Promise<SoakStores> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const [toPostgres, toRedis] = await Promise.all([startTcpProxy(postgres.port), startTcpProxy(redis.port)]);
  const location = await postgres.newLocation();
  const url = Object.assign(new URL(location), { port: String(toPostgres.port) });
  return {
    async open() {
      const pool = new Pool({ connectionString: location });
      const client = new Redis({ host: redis.host, port: redis.port });
      const [documents, usage] = [postgresDocuments({ pool }), redisUsage({ client })];
      return {
        documents,
        usage,
        async close() {
          await Promise.all([documents.close(), usage.close()]);
          await pool.end();
          client.disconnect();
        },
      };
    },
    environment: { DATABASE_URL: url.href, USAGE_URL: `redis://127.0.0.1:${toRedis.port}` },
    faults: [
      ...processFaults("PostgreSQL", postgres),
      ...processFaults("Redis", redis),
      { name: "answers of PostgreSQL lost", strike: () => loseAnswers(toPostgres) },
      { name: "answers of Redis lost", strike: () => loseAnswers(toRedis) },
    ],
    async remove() {
      await Promise.all([toPostgres.close(), toRedis.close()]);
      await Promise.all([postgres.remove(), redis.remove()]);
    },
  };
}

const starts = { sqlite: onSqlite, "postgres+redis": onPostgresAndRedis };

/** Starts empty stores. Throws if no stores have this name. */
export function startSoakStores(name: string): Promise<SoakStores> {
  if (name !== "sqlite" && name !== "postgres+redis")
    throw new Error(`expected ${Object.keys(starts).join(" or ")}, received ${name}`);
  return starts[name]();
}
