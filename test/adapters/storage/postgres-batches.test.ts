import { postgresDocuments, postgresUsage } from "@tools-api/adapters/storage/postgres";
import { type UsageBatch, type UsageCall, type UsageStore } from "@tools-api/core/storage";
import { Pool } from "pg";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { canStartPostgres, type PostgresServer, sharedPostgres } from "../../engines/postgres.ts";
import { postgresAt } from "./postgres-database.ts";

const dayMs = 86_400_000;
const at = Date.now();
const midnight = Math.floor(at / dayMs) * dayMs;
const ends = midnight + dayMs;

function batchOf<Item>(items: Item[]): UsageBatch<Item> {
  return { id: crypto.randomUUID(), at, items };
}

describe.skipIf(!canStartPostgres())("PostgreSQL batches", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  async function newDatabase() {
    const database = postgresAt(await server.newLocation());
    onTestFinished(() => database.close());
    return database;
  }

  it("lock rows in one order, whatever their own order, and never deadlock", async () => {
    const database = await newDatabase();
    const stores = [await database.usage(), await database.usage(), await database.usage()];
    await stores[0]?.ping();
    const logged = server.log().length;
    const window = { id: "day", limit: 1e9, ends };
    const many = Array.from({ length: 24 }, (_, index) => `acct_${index}`);
    let seed = 7;
    const shuffled = () =>
      many
        .map((account) => {
          seed = (seed * 16_807) % 2_147_483_647;
          return { account, rank: seed };
        })
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ account }): UsageCall => ({ account, endpoint: "e", at, windows: [window], fences: [] }));
    const lane = async (usage: UsageStore) => {
      for (let round = 0; round < 12; round++) {
        const calls = shuffled();
        await usage.consume(batchOf(calls));
        const outcome = { credential: "key_1", succeeded: true, bytesIn: 1, bytesOut: 1, durationMs: 1 };
        await usage.complete(
          batchOf(shuffled().map((one) => ({ ...one, ...outcome, credential: one.account }))),
        );
        await usage.refund(batchOf(shuffled().map((one) => ({ ...one, windows: ["day"] }))));
        await usage.consume(batchOf(calls));
      }
    };
    await Promise.all([...stores, ...stores, ...stores].map(lane));
    const [first] = stores;
    for (const account of many) {
      const reading = await first?.read({ account, boundaries: [midnight, ends], windows: ["day"] });
      expect(reading).toMatchObject({
        used: [108],
        buckets: [{ calls: 108, succeeded: 108, serverErrors: 108 }],
      });
    }
    expect(server.log().slice(logged)).not.toContain("deadlock");
  });

  it("stay exact if transactions are serializable by default", async () => {
    const location = await server.newLocation();
    const serializable = encodeURIComponent(" -c default_transaction_isolation=serializable");
    const database = postgresAt(`${location}${serializable}`);
    onTestFinished(() => database.close());
    const [first, second] = [await database.usage(), await database.usage()];
    const one: UsageCall = {
      account: "acct_1",
      endpoint: "e",
      at,
      windows: [{ id: "day", limit: 50, ends }],
      fences: [],
    };
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => (index % 2 ? first : second).consume(batchOf([one]))),
    );
    const admitted = answers
      .flatMap((answer) => answer ?? [])
      .filter(({ outcome }) => outcome === "admitted");
    expect(admitted).toHaveLength(50);
    const documents = await database.documents();
    const races = Array.from({ length: 20 }, (_, value) =>
      documents.commit([{ key: "a", value, ifAbsent: true }]),
    );
    expect((await Promise.all(races)).filter(({ committed }) => committed)).toHaveLength(1);
  });

  it("need no session state, as with a pooler in transaction mode", async () => {
    const pool = new Pool({ connectionString: await server.newLocation(), max: 3, maxUses: 1 });
    onTestFinished(() => pool.end());
    const [usage, documents] = [postgresUsage({ pool }), postgresDocuments({ pool })];
    const one = {
      account: "acct_1",
      endpoint: "e",
      at,
      windows: [{ id: "day", limit: 2, ends }],
      fences: [],
    };
    const batch = batchOf([one, one, one]);
    const answer = await usage.consume(batch);
    expect(answer.map(({ outcome }) => outcome)).toEqual(["admitted", "admitted", "refused"]);
    expect(await usage.consume(batch)).toEqual(answer);
    await documents.commit([{ key: "a", value: 1 }]);
    expect(await documents.list("", { limit: 9 })).toEqual([{ key: "a", value: 1, version: 1 }]);
    await Promise.all([usage.close(), documents.close()]);
  });

  it("are counted if the session has lost the prepared statement or has another of its name", async () => {
    const location = await server.newLocation();
    const one = {
      account: "acct_1",
      endpoint: "e",
      at,
      windows: [{ id: "day", limit: 9, ends }],
      fences: [],
    };
    const openOne = () => {
      const pool = new Pool({ connectionString: location, max: 1 });
      onTestFinished(() => pool.end());
      return { pool, usage: postgresUsage({ pool }) };
    };
    const forgetful = openOne();
    expect(await forgetful.usage.consume(batchOf([one]))).toEqual([{ outcome: "admitted", used: [1] }]);
    await forgetful.pool.query("DEALLOCATE ALL");
    expect(await forgetful.usage.consume(batchOf([one]))).toEqual([{ outcome: "admitted", used: [2] }]);

    const inherited = openOne();
    await inherited.pool.query("PREPARE tools_api_usage_consume_v1 AS SELECT 'of the client before'");
    expect(await inherited.usage.consume(batchOf([one]))).toEqual([{ outcome: "admitted", used: [3] }]);
    await Promise.all([forgetful.usage.close(), inherited.usage.close()]);
  });

  it("are removed an hour later, except those that another transaction has locked", async () => {
    const database = await newDatabase();
    const clock = { time: at, now: () => clock.time };
    const usage = await database.usage(clock);
    const one = { account: "acct_1", endpoint: "e", at, windows: [], fences: [] };
    for (let batch = 0; batch < 5; batch++) await usage.consume(batchOf([one]));
    const pool = database.pool();
    const old = async () =>
      (await pool.query(`SELECT FROM usage_batches WHERE recorded_at < ${clock.time}`)).rowCount;
    // The first write of a process sweeps.
    const writeElsewhere = async () =>
      (await database.usage(clock)).consume({ ...batchOf([one]), at: clock.time });
    const holder = await pool.connect();
    await holder.query("BEGIN; SELECT FROM usage_batches LIMIT 1 FOR UPDATE");
    clock.time += 2 * 3_600_000;
    await writeElsewhere();
    await expect.poll(old, { timeout: 60_000 }).toBe(1);
    await holder.query("ROLLBACK");
    holder.release();
    await writeElsewhere();
    await expect.poll(old, { timeout: 60_000 }).toBe(0);
  });
});
