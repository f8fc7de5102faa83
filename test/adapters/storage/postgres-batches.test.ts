import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { postgresDocuments, postgresUsage } from "@tools-api/adapters/storage/postgres";
import {
  bucketMs,
  type UsageBatch,
  type UsageCall,
  type UsageRefund,
  type UsageStore,
} from "@tools-api/core/storage";
import * as fc from "fast-check";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { canStartPostgres, type PostgresServer, startPostgres } from "../../engines/postgres.ts";
import { postgresAt } from "./postgres-database.ts";
import { sourceFlags } from "./source-processes.ts";

const dayMs = 86_400_000;
const at = Date.now();
const midnight = Math.floor(at / dayMs) * dayMs;
const ends = midnight + dayMs;

function batchOf<Item>(items: Item[]): UsageBatch<Item> {
  return { id: crypto.randomUUID(), at, items };
}

const accounts = ["acct_1", "acct_2", "acct_🙂", "acct_～"];
const fences = ["accounts/acct_1", "keys/acct_1/key_1"];

// Each call has its own bucket, because a refund names the instant of an admission.
const refunded = [at - bucketMs, at - dayMs / 2];

const units = fc.constantFrom(undefined, 1, 2, 3);

const call = fc.record({
  account: fc.constantFrom(...accounts),
  endpoint: fc.constantFrom("/a", "/b"),
  units,
  at: fc.constantFrom(at, at + 1, ...refunded),
  windows: fc.array(
    fc.record({
      id: fc.constantFrom("day", "minute", "second"),
      limit: fc.constantFrom(0, 1, 3, 5.5, 20, Number.POSITIVE_INFINITY),
      ends: fc.constant(ends),
    }),
    { maxLength: 3 },
  ),
  fences: fc.array(
    fc.record({ id: fc.constantFrom(...fences, "keys/none"), revision: fc.constantFrom(1, 1, 1, 2) }),
    { maxLength: 2 },
  ),
});

const refund = fc.record({
  account: fc.constantFrom(...accounts),
  endpoint: fc.constantFrom("/a", "/b"),
  units,
  at: fc.constantFrom(...refunded),
  windows: fc.array(fc.constantFrom("day", "minute", "second"), { maxLength: 3 }),
});

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ calls: fc.array(call, { maxLength: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ refunds: fc.array(refund, { maxLength: 6 }) }) },
);

/** Sends one step to each store as its own batch, and returns the results. */
function takeStep(each: { calls: UsageCall[] } | { refunds: UsageRefund[] }, stores: UsageStore[]) {
  if ("refunds" in each) {
    const batch = batchOf(each.refunds);
    return Promise.all(stores.map((usage) => usage.refund(batch)));
  }
  const batch = batchOf(each.calls);
  return Promise.all(stores.map((usage) => usage.consume(batch)));
}

function readEach(usage: UsageStore) {
  const boundaries = [midnight - dayMs, midnight, midnight + dayMs / 2, midnight + 2 * dayMs];
  const windows = ["second", "day", "minute"];
  return Promise.all(accounts.map((account) => usage.read({ account, boundaries, windows })));
}

describe.skipIf(!canStartPostgres())("PostgreSQL batches", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    // Nothing here ends the server, and hundreds of transactions would each wait for the disk.
    server = await startPostgres(["fsync=off"]);
  });
  afterAll(() => server.remove());

  async function newDatabase() {
    const database = postgresAt(await server.newLocation());
    onTestFinished(() => database.close());
    return database;
  }

  it("admit and refund calls by the same rules as every other store", async () => {
    const pool = (await newDatabase()).pool();
    const usage = postgresUsage({ pool });
    await usage.ping();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        await pool.query(
          "TRUNCATE usage_windows, usage_buckets, usage_lifetimes, usage_batches, usage_fences",
        );
        const model = memoryUsage();
        for (const store of [usage, model]) for (const id of fences) await store.fence(id, 1);
        for (const each of steps) {
          const [answer, expected] = await takeStep(each, [usage, model]);
          expect(answer).toEqual(expected);
        }
        expect(await readEach(usage)).toEqual(await readEach(model));
      }),
      { numRuns: 60 },
    );
    await usage.close();
  });

  it("write calls that have ended in one statement, and the use of their credential once a minute", async () => {
    const pool = (await newDatabase()).pool();
    const usage = postgresUsage({ pool });
    await usage.fence("keys/acct_1/key_1", 1);
    const counted: UsageCall = {
      account: "acct_1",
      endpoint: "/v1/user/profile",
      at,
      windows: [{ id: "day", limit: 3, ends }],
      fences: [{ id: "keys/acct_1/key_1", revision: 1 }],
      ended: { credential: "key_1", succeeded: true, bytesIn: 0, bytesOut: 5, durationMs: 1, used: [1, 9] },
    };
    // Each statement is a transaction of a connection of its own.
    let statements = 0;
    pool.on("acquire", () => statements++);
    const settled = (used: number) => ({ outcome: "admitted", used: [used], isRecorded: true });
    expect(await usage.consume(batchOf([counted]))).toEqual([settled(1)]);
    const written = "SELECT xmin, ctid FROM usage_credentials";
    const { rows: first } = await pool.query(written);
    statements = 0;
    expect(await usage.consume(batchOf([counted, counted]))).toEqual([settled(2), settled(3)]);
    expect(statements).toBe(1);
    expect((await pool.query(written)).rows).toEqual(first);
    statements = 0;
    expect(await usage.consume(batchOf([counted]))).toEqual([
      { outcome: "refused", used: [3], exceeded: ["day"] },
    ]);
    expect(statements).toBe(2);
  });

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

  it("admit exactly the remaining units of a window across four processes that start on an empty database", async () => {
    const database = await newDatabase();
    const program = fileURLToPath(new URL("./postgres-race-program.ts", import.meta.url));
    const children = Array.from({ length: 4 }, () =>
      fork(program, [database.location, "331"], { execArgv: sourceFlags }),
    );
    await Promise.all(children.map((child) => once(child, "message")));
    const counts = children.map(async (child): Promise<unknown> => {
      child.send("go");
      const [admitted] = await once(child, "message");
      return admitted;
    });
    const admitted = await Promise.all(counts);
    expect(admitted.reduce((sum: number, count) => sum + Number(count), 0)).toBe(331);
    const usage = await database.usage();
    const read = await usage.read({
      account: "acct_1",
      boundaries: [midnight, ends + dayMs],
      windows: ["day"],
    });
    expect(read).toMatchObject({ used: [331], buckets: [{ calls: 331, rejected: 4 * 150 - 331 }] });
  });

  it("are rejected if a number in them is not an integer", async () => {
    const usage = await (await newDatabase()).usage();
    const one = { account: "acct_1", endpoint: "e", at: Number.NaN, windows: [], fences: [] };
    await expect(usage.consume(batchOf([one]))).rejects.toMatchObject({ code: "invalid_parameter" });
    expect(await usage.consume(batchOf([{ ...one, at }]))).toEqual([{ outcome: "admitted", used: [] }]);
  });
});
