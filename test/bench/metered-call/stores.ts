import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresDocuments } from "@tools-api/adapters/storage/postgres";
import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import type { DocumentStore } from "@tools-api/core/storage";
import { Pool } from "pg";
import { startPostgres } from "../../engines/postgres.ts";
import { startRedis } from "../../engines/redis.ts";

/** A store with accounts, for one server. */
export interface Store {
  /** Connects the server. */
  environment: Record<string, string>;
  /** One of each account. */
  keys: readonly string[];
  /** The first process of the store, if it has its own. */
  pid?: number;
  remove(): Promise<void>;
}

/** The number of accounts of each system. */
export const accountCount = 64;

async function createKeys(documents: DocumentStore): Promise<string[]> {
  const at = Date.now();
  const keys: string[] = [];
  for (let index = 0; index < accountCount; index++) {
    const { id } = await createAccount(documents, { email: `user${index}@example.com`, name: "Ada" }, { at });
    keys.push((await createApiKey(documents, id, {}, { at })).secret);
  }
  return keys;
}

/** Creates a SQLite file. */
export async function sqliteStore(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), "profile-call-sqlite-"));
  const path = join(folder, "tools-api.db");
  const database = await openSqlite(path);
  const documents = sqliteDocuments({ database });
  const keys = await createKeys(documents);
  await documents.close();
  database.close();
  return {
    environment: { DATABASE_URL: `sqlite:${path}` },
    keys,
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

/** Starts PostgreSQL with its default durability. */
export async function postgresStore(): Promise<Store> {
  const server = await startPostgres();
  const url = await server.newLocation();
  const pool = new Pool({ connectionString: url });
  const documents = postgresDocuments({ pool });
  const keys = await createKeys(documents);
  await documents.close();
  await pool.end();
  return { environment: { DATABASE_URL: url }, keys, pid: server.pid(), remove: () => server.remove() };
}

/** Starts Redis that writes each change to disk before it answers, for usage. Accounts and keys are in SQLite. */
export async function redisStore(): Promise<Store> {
  const [{ environment, keys, remove }, server] = await Promise.all([sqliteStore(), startRedis()]);
  return {
    environment: { ...environment, USAGE_URL: `redis://127.0.0.1:${server.port}` },
    keys,
    pid: server.pid(),
    remove: async () => void (await Promise.all([remove(), server.remove()])),
  };
}
