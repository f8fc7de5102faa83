import { join } from "node:path";
import { openSqlite } from "@tools-api/adapters/storage/sqlite";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canStartPostgres, startPostgres } from "../../engines/postgres.ts";
import { runCommand } from "../command.ts";
import { expectContractHeaders, getRequest } from "../contract.ts";
import { startServer, startServerHere, temporaryFolder } from "../server-process.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** A store that a server has created, and the changes of a newer release. */
interface MigratedStore {
  settings: { DATABASE_URL: string };
  /** Adds unknown structures, and declares the oldest compatible release. */
  migrate(whatThisReleaseCan: "go on" | "not go on"): Promise<void>;
  remove(): Promise<void>;
}

async function sqlite(): Promise<MigratedStore> {
  const path = join(folder.path, `${crypto.randomUUID()}.db`);
  return {
    settings: { DATABASE_URL: `sqlite:${path}` },
    async migrate(can) {
      const database = await openSqlite(path);
      // The pragma returns one row with this column.
      const row = database.prepare("PRAGMA user_version").get() as { user_version: number };
      const present = row.user_version;
      if (can === "go on") database.exec("ALTER TABLE usage_counters ADD COLUMN of_the_newer_release TEXT");
      database.exec(`UPDATE schema_compatibility SET oldest = ${can === "go on" ? present : present + 1}`);
      database.exec(`PRAGMA user_version = ${present + 1}`);
      database.close();
    },
    async remove() {},
  };
}

async function postgres(): Promise<MigratedStore> {
  const server = await startPostgres();
  const location = await server.newLocation();
  return {
    settings: { DATABASE_URL: location },
    async migrate(can) {
      const client = new Client(location);
      await client.connect();
      if (can === "go on")
        await client.query("ALTER TABLE usage_windows ADD COLUMN of_the_newer_release text");
      const more = can === "go on" ? 0 : 1;
      await client.query(
        `UPDATE storage_schema SET version = version + 1, oldest_compatible = version + ${more}`,
      );
      await client.end();
    },
    remove: server.remove,
  };
}

const engines: (readonly [string, () => Promise<MigratedStore>])[] = [
  ["SQLite", sqlite],
  ...(canStartPostgres() ? [["PostgreSQL", postgres] as const] : []),
];

describe.each(engines)("a store that a newer release has migrated: %s", (_, create) => {
  let store: MigratedStore;
  beforeAll(async () => {
    store = await create();
  });
  afterAll(async () => {
    await store.remove();
  });

  it("is used by a running server and a new one if the newer release only added to it", async () => {
    const running = await startServer(store.settings);
    const profile = (url: string) => fetch(`${url}/v1/user/profile`, getRequest(running.key));
    expect(expectContractHeaders(await profile(running.url)).remaining).toBe(999);
    await store.migrate("go on");
    expect(expectContractHeaders(await profile(running.url)).remaining).toBe(998);
    const started = await startServerHere(store.settings);
    expect(expectContractHeaders(await profile(started.url)).remaining).toBe(997);
    expect(expectContractHeaders(await profile(running.url)).remaining).toBe(996);
    expect(await runCommand(["accounts", "list"], store.settings)).toContain("owner@example.com");
    await Promise.all([running.stop(), started.stop()]);
  });

  it("is rejected with a message if the newer release is incompatible", async () => {
    await runCommand(["accounts", "list"], store.settings);
    await store.migrate("not go on");
    const message = /DATABASE_URL: .* schema version \d+, received version \d+/;
    await expect(startServerHere(store.settings)).rejects.toThrow(message);
    await expect(runCommand(["accounts", "list"], store.settings)).rejects.toThrow(message);
  });
});
