import { postgresDocuments } from "@tools-api/adapters/storage/postgres";
import { bucketMs } from "@tools-api/core/storage";
import { Pool } from "pg";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { canStartPostgres, type PostgresServer, sharedPostgres } from "../../engines/postgres.ts";
import { postgresAt } from "./postgres-database.ts";

describe.skipIf(!canStartPostgres())("the PostgreSQL schema", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  async function newDatabase() {
    const database = postgresAt(await server.newLocation());
    onTestFinished(() => database.close());
    const pool = database.pool();
    /** Returns the rows of a query, each as the list of its columns. */
    const rows = async (sql: string): Promise<unknown[][]> =>
      (await pool.query({ text: sql, rowMode: "array" })).rows;
    return { ...database, rows };
  }

  const tables = `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()
    ORDER BY table_name`;

  it("is created once by servers that start together", async () => {
    const { documents, usage, rows } = await newDatabase();
    const stores = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? documents() : usage())),
    );
    await Promise.all(stores.map((store) => store.ping()));
    expect(await rows("SELECT version, oldest_compatible FROM storage_schema")).toEqual([[2, 1]]);
    expect(await rows("SELECT version FROM commit_sequence")).toEqual([["0"]]);
  });

  it("explains its tables to operators in comments", async () => {
    const { usage, rows } = await newDatabase();
    await (await usage()).ping();
    const comments = `SELECT DISTINCT relname FROM pg_description JOIN pg_class ON pg_class.oid = objoid
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' ORDER BY relname`;
    expect(await rows(comments)).toEqual((await rows(tables)).filter(([name]) => name !== "usage_lifetimes"));
  });

  it("adds the steps that a database of an earlier release lacks, whose calls have one unit each", async () => {
    const { usage, rows } = await newDatabase();
    await (await usage()).ping();
    await rows("DROP FUNCTION usage_consume_v2, usage_settle_v2, usage_refund_v2, usage_sweep_v2");
    await rows("ALTER TABLE usage_buckets DROP COLUMN extra_units");
    await rows("UPDATE storage_schema SET version = 1");
    const at = Date.now();
    const start = at - (at % bucketMs);
    await rows(`INSERT INTO usage_buckets VALUES ('acct_1', ${start}, 'profile', 5, 5, 0, 0, 0, 0, 0, 0)`);
    const ended = { credential: "key_1", succeeded: true, bytesIn: 0, bytesOut: 0, durationMs: 1 };
    const call = { account: "acct_1", endpoint: "profile", at, windows: [], units: 3, fences: [], ended };
    const migrated = await usage();
    expect(await migrated.consume({ id: crypto.randomUUID(), at, items: [call] })).toEqual([
      { outcome: "admitted", used: [], isRecorded: true },
    ]);
    expect(
      await migrated.read({ account: "acct_1", boundaries: [start, start + bucketMs], windows: [] }),
    ).toMatchObject({ buckets: [{ calls: 6, units: 8 }] });
  });

  it("accepts additions of a newer release, and leaves them unchanged", async () => {
    const { documents, usage, rows } = await newDatabase();
    await (await documents()).commit([{ key: "kept", value: "yes" }]);
    await rows("ALTER TABLE usage_windows ADD COLUMN later text DEFAULT ''");
    await rows("UPDATE storage_schema SET version = 9, oldest_compatible = 1");
    expect((await (await documents()).get("kept"))?.value).toBe("yes");
    await expect((await usage()).fence("accounts/1", 1)).resolves.toBeUndefined();
    expect(await rows("SELECT version, oldest_compatible FROM storage_schema")).toEqual([[9, 1]]);
  });

  it("is rejected if a newer release declares itself incompatible", async () => {
    const { documents, usage, rows } = await newDatabase();
    await (await documents()).ping();
    await rows("UPDATE storage_schema SET version = 9, oldest_compatible = 3");
    for (const store of [await documents(), await usage()])
      await expect(store.ping()).rejects.toMatchObject({
        code: "storage_unavailable",
        message: expect.stringMatching(/supports releases of schema version 2, received version 9/),
        retryAfter: undefined,
      });
    await rows("UPDATE storage_schema SET version = 2, oldest_compatible = 1");
    await expect((await usage()).ping()).resolves.toBeUndefined();
  });

  it("is rolled back as a whole if a step fails, and created at the next call", async () => {
    const { usage: open, rows } = await newDatabase();
    await rows("CREATE TABLE usage_batches (of_something_else text)");
    const usage = await open();
    await expect(usage.ping()).rejects.toMatchObject({ code: "storage_unavailable" });
    expect(await rows(tables)).toEqual([["usage_batches"]]);
    await rows("DROP TABLE usage_batches");
    await expect(usage.ping()).resolves.toBeUndefined();
  });

  it("is rejected in a database whose encoding is not UTF-8", async () => {
    const { rows } = await newDatabase();
    await rows("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    const pool = new Pool({ connectionString: `postgres://postgres@127.0.0.1:${server.port}/latin` });
    onTestFinished(() => pool.end());
    await expect(postgresDocuments({ pool }).ping()).rejects.toMatchObject({
      code: "storage_unavailable",
      message: "PostgreSQL: expected a database in the encoding UTF8, received one in LATIN1",
    });
  });
});
