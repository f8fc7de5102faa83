import { stat } from "node:fs/promises";
import { join } from "node:path";
import {
  openSqlite,
  type SqliteDatabase,
  sqliteDocuments,
  sqliteUsage,
} from "@tools-api/adapters/storage/sqlite";
import { type DocumentStore, ToolsError } from "@tools-api/core";
import { test as base, expect } from "vitest";
import { newSqliteFile, type SqliteFile } from "./sqlite-file.ts";

const it = base.extend<{ file: SqliteFile }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads what a fixture needs from this pattern
  async file({}, use) {
    const file = await newSqliteFile();
    await use(file);
    await file.remove();
  },
});

function pragma(database: SqliteDatabase, name: string): unknown {
  // Every pragma here returns one row with a column of its name.
  return (database.prepare(`PRAGMA ${name}`).get() as Record<string, unknown>)[name];
}

function tablesOf(database: SqliteDatabase): unknown[] {
  const statement = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
  return statement.all().map((row) => (row as { name: string }).name); // the one column that is asked for
}

async function firstVersion(documents: DocumentStore): Promise<number> {
  const result = await documents.commit([{ key: "kept", value: "yes" }]);
  if (!result.committed) throw new Error("expected a commit");
  return result.version;
}

it("sets durability against power loss for documents, and against a process crash for usage", async ({
  file,
}) => {
  const [forDocuments, forUsage] = [await file.connection(), await file.connection()];
  await sqliteDocuments({ database: forDocuments }).ping();
  await sqliteUsage({ database: forUsage }).ping();
  expect([pragma(forDocuments, "journal_mode"), pragma(forUsage, "journal_mode")]).toEqual(["wal", "wal"]);
  const [normal, full] = [1, 2];
  expect(pragma(forDocuments, "synchronous")).toBe(full);
  expect(pragma(forUsage, "synchronous")).toBe(normal);
});

it("rejects a connection that another open store uses, because it would change its durability", async ({
  file,
}) => {
  const database = await file.connection();
  const documents = sqliteDocuments({ database });
  expect(() => sqliteUsage({ database })).toThrow(/^database: expected a connection of the store's own/);
  await documents.close();
  await sqliteUsage({ database }).ping();
});

it("upgrades an older file to the current schema and keeps its data", async ({ file }) => {
  const version = await firstVersion(await file.documents());
  const database = await file.connection();
  for (const table of tablesOf(database).filter((name) => /^(?:usage|schema)_/.test(String(name))))
    database.exec(`DROP TABLE ${String(table)}`);
  database.exec("PRAGMA user_version = 1");
  await file.close();

  const usage = await file.usage();
  await usage.fence("accounts/1", 7);
  expect(await (await file.documents()).get("kept")).toEqual({ key: "kept", value: "yes", version });
  expect(pragma(await file.connection(), "user_version")).toBe(4);
});

it("rolls back a failed migration as a whole", async ({ file }) => {
  const database = await file.connection();
  database.exec("CREATE TABLE usage_batches (of_something_else TEXT)");
  await expect((await file.usage()).ping()).rejects.toMatchObject({ code: "storage_unavailable" });
  expect(tablesOf(database)).toEqual(["usage_batches"]);
  expect(pragma(database, "user_version")).toBe(0);
  database.exec("DROP TABLE usage_batches");
  await expect((await file.usage()).ping()).resolves.toBeUndefined();
});

it("works next to a newer release that has added to the file, and on a file that it upgraded", async ({
  file,
}) => {
  const [before, usage] = [await file.documents(), await file.usage()];
  const version = await firstVersion(before);
  await usage.fence("accounts/acct_1", version);
  const database = await file.connection();
  database.exec("ALTER TABLE usage_counters ADD COLUMN policy TEXT NOT NULL DEFAULT 'none'");
  database.exec("ALTER TABLE documents ADD COLUMN written_at INTEGER");
  database.exec("CREATE TABLE of_the_newer_release (x)");
  database.exec("UPDATE schema_compatibility SET oldest = 4");
  database.exec("PRAGMA user_version = 5");

  const now = Date.now();
  const fences = [{ id: "accounts/acct_1", revision: version }];
  const windows = [{ id: "day", limit: 2, ends: now + 60_000 }];
  const items = [{ account: "acct_1", endpoint: "e", at: now, windows, fences }];
  const outcomes: unknown[] = [];
  for (const store of [usage, await file.usage(), usage])
    outcomes.push((await store.consume({ id: crypto.randomUUID(), at: now, items }))[0]?.outcome);
  expect(outcomes).toEqual(["admitted", "admitted", "refused"]);
  for (const documents of [before, await file.documents()])
    expect(await documents.get("kept")).toEqual({ key: "kept", value: "yes", version });
});

it("rejects a file that a newer release has made incompatible, and leaves it unchanged", async ({ file }) => {
  await (await file.documents()).ping();
  const database = await file.connection();
  database.exec("UPDATE schema_compatibility SET oldest = 5");
  database.exec("PRAGMA user_version = 5");
  for (const store of [await file.documents(), await file.usage()])
    await expect(store.ping()).rejects.toMatchObject({
      code: "storage_unavailable",
      message: expect.stringMatching(/supports schema version 4, received version 5, which a newer release/),
    });
  expect(pragma(database, "user_version")).toBe(5);
});

it("creates the file's folder with access only for its owner", async ({ file }) => {
  const folder = join(file.path, "..", "deep", "er");
  const database = await openSqlite(join(folder, "state.db"));
  database.close();
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it("reports the path of a file that cannot be opened", async ({ file }) => {
  (await file.connection()).exec("CREATE TABLE t (x)");
  const path = join(file.path, "state.db");
  const error: unknown = await openSqlite(path).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ToolsError);
  expect(error).toMatchObject({ code: "storage_unavailable", message: expect.stringContaining(path) });
});

it.runIf(process.platform === "linux")(
  "returns storage_unavailable for a file in a folder that the system cannot create",
  async () => {
    await expect(openSqlite("/proc/no-folder/deeper/state.db")).rejects.toMatchObject({
      code: "storage_unavailable",
      cause: { code: "ENOENT" },
    });
  },
);

it("returns storage_unavailable for a file that is not a database", async ({ file }) => {
  const { writeFile } = await import("node:fs/promises");
  await writeFile(file.path, "This is a text, and longer than the header of a database. ".repeat(20));
  await expect((await file.documents()).get("a")).rejects.toMatchObject({ code: "storage_unavailable" });
});
