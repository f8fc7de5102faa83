import { setTimeout as sleep } from "node:timers/promises";
import { postgresDocuments, postgresUsage } from "@tools-api/adapters/storage/postgres";
import { ToolsError } from "@tools-api/core";
import type { UsageBatch, UsageCall, UsageStore } from "@tools-api/core/storage";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { canStartPostgres, type PostgresServer, startPostgres } from "../../engines/postgres.ts";
import { startTcpProxy } from "../../engines/tcp-proxy.ts";
import { postgresAt } from "./postgres-database.ts";

const dayMs = 86_400_000;
const unavailable = { name: "ToolsError", code: "storage_unavailable", retryAfter: 1 };

// The promised limit of five seconds, with a margin for a busy machine.
const longestWaitMs = 5_500;

function batchOf(count = 1): UsageBatch<UsageCall> {
  const at = Date.now();
  const windows = [{ id: "day", limit: 1e9, ends: Math.ceil(at / dayMs) * dayMs }];
  const call = { account: "acct_1", endpoint: "e", at, windows, fences: [] };
  return { id: crypto.randomUUID(), at, items: Array.from({ length: count }, () => call) };
}

async function countsOf(usage: UsageStore) {
  const midnight = Math.floor(Date.now() / dayMs) * dayMs;
  const reading = await usage.read({
    account: "acct_1",
    boundaries: [midnight - dayMs, midnight + dayMs],
    windows: ["day"],
  });
  return [reading.used[0], reading.buckets[0]?.calls ?? 0, reading.lifetime.calls];
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ToolsError && error.code === "storage_unavailable" && error.retryAfter === 1;
}

/** Sends a batch until it is acknowledged, like a caller that receives `storage_unavailable`. */
async function insist(usage: UsageStore, batch: UsageBatch<UsageCall>) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await usage.consume(batch);
    } catch (error) {
      if (attempt === 100 || !isUnavailable(error)) throw error;
      await sleep(100);
    }
  }
}

/** Returns the error of a promise, and whether it came in time. */
async function failureOf(promise: Promise<unknown>) {
  const started = performance.now();
  const reason: unknown = await promise.then(
    () => "resolved",
    (error: unknown) => error,
  );
  expect(performance.now() - started).toBeLessThan(longestWaitMs);
  return reason;
}

describe.skipIf(!canStartPostgres())("a failing PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());

  /** Cleans up after a test. Concurrent tests need their own context for that. */
  function resourcesOf({ onTestFinished }: TestContext) {
    return {
      async newDatabase(port?: number) {
        const database = postgresAt(await server.newLocation(port));
        onTestFinished(() => database.close());
        return database;
      },
      async newProxy() {
        const proxy = await startTcpProxy(server.port);
        onTestFinished(() => proxy.close());
        return proxy;
      },
    };
  }

  it("loses no acknowledged call and counts none twice when it is killed under load, and recovers without a restart", async (context) => {
    const { newDatabase } = resourcesOf(context);
    const database = await newDatabase();
    const stores = [await database.usage(), await database.usage()];
    const answered = new Map<UsageBatch<UsageCall>, unknown>();
    const unanswered: UsageBatch<UsageCall>[] = [];
    const lane = async (usage: UsageStore) => {
      while (unanswered.length === 0) {
        const batch = batchOf(3);
        try {
          answered.set(batch, await usage.consume(batch));
        } catch (error) {
          if (!isUnavailable(error)) throw error;
          unanswered.push(batch);
        }
      }
    };
    const lanes = stores.flatMap((usage) => Array.from({ length: 4 }, () => lane(usage)));
    while (answered.size < 200) await sleep(5);
    await server.kill();
    await Promise.all(lanes);
    expect(unanswered.length).toBeGreaterThan(0);
    await server.start();

    const usage = stores[0] ?? (await database.usage());
    for (const batch of unanswered) answered.set(batch, await insist(usage, batch));
    for (const [batch, answer] of answered) expect(await usage.consume(batch)).toEqual(answer);
    const calls = 3 * answered.size;
    expect(await countsOf(usage)).toEqual([calls, calls, calls]);
  });

  it("does not end the process when it closes idle and busy connections", async (context) => {
    const { newDatabase } = resourcesOf(context);
    const database = await newDatabase();
    const [usage, documents] = [await database.usage(), await database.documents()];
    await Promise.all([usage.ping(), usage.ping(), documents.ping()]);
    await server.kill();
    expect(await failureOf(usage.consume(batchOf()))).toMatchObject(unavailable);
    expect(await failureOf(documents.get("a"))).toMatchObject(unavailable);
    await server.start();
    await expect(documents.commit([{ key: "a", value: 1 }])).resolves.toMatchObject({ committed: true });
  });

  it("returns storage_unavailable within five seconds when it hangs, and stays consistent afterwards", async (context) => {
    const { newDatabase } = resourcesOf(context);
    const database = await newDatabase();
    const [usage, documents, unused] = [
      await database.usage(),
      await database.documents(),
      await database.usage(),
    ];
    await Promise.all([usage.ping(), documents.ping()]);
    const batches = Array.from({ length: 6 }, () => batchOf());
    context.onTestFinished(() => server.thaw());
    server.freeze();
    const failures = await Promise.all([
      ...batches.map((batch) => failureOf(usage.consume(batch))),
      ...batches.map((_, index) => failureOf(documents.commit([{ key: `k/${index}`, value: 1 }]))),
      failureOf(unused.ping()),
      failureOf(documents.list("", { limit: 1 })),
    ]);
    server.thaw();
    for (const failure of failures) expect(failure).toMatchObject(unavailable);

    for (const batch of batches) expect(await insist(usage, batch)).toMatchObject([{ outcome: "admitted" }]);
    expect(await countsOf(usage)).toEqual([6, 6, 6]);
    expect(await countsOf(unused)).toEqual([6, 6, 6]);
  });

  it("fails pings while it rejects writes, and answers them afterwards", async (context) => {
    const { newDatabase } = resourcesOf(context);
    const database = await newDatabase();
    const [usage, documents] = [await database.usage(), await database.documents()];
    const pool = database.pool();
    const refuseWrites = async (refuse: boolean) => {
      await pool.query(`ALTER SYSTEM SET default_transaction_read_only = ${refuse ? "on" : "off"}`);
      await pool.query("SELECT pg_reload_conf()");
    };
    await Promise.all([usage.ping(), documents.ping()]);
    context.onTestFinished(() => refuseWrites(false));
    await refuseWrites(true);
    await expect.poll(() => failureOf(usage.ping())).toMatchObject(unavailable);
    await expect.poll(() => failureOf(documents.ping())).toMatchObject(unavailable);
    await expect(documents.get("a")).resolves.toBeNull();
    await refuseWrites(false);
    await expect.poll(() => usage.ping().then(() => "written")).toBe("written");
    await documents.ping();
  });

  // The following tests leave the server itself unharmed.
  it.concurrent("counts a batch once if its response was lost", async (context) => {
    const { newProxy, newDatabase } = resourcesOf(context);
    const proxy = await newProxy();
    const database = await newDatabase(proxy.port);
    const usage = await database.usage();
    await usage.ping();
    const batch = batchOf(2);
    proxy.stall("answers");
    expect(await failureOf(usage.consume(batch))).toMatchObject(unavailable);
    const direct = postgresAt(database.location.replace(`:${proxy.port}/`, `:${server.port}/`));
    context.onTestFinished(() => direct.close());
    expect(await countsOf(await direct.usage())).toEqual([2, 2, 2]);

    proxy.pass();
    expect(await insist(usage, batch)).toEqual([
      { outcome: "admitted", used: [1] },
      { outcome: "admitted", used: [2] },
    ]);
    expect(await countsOf(usage)).toEqual([2, 2, 2]);
  });

  it.concurrent(
    "counts a batch once if its request was delayed and arrives together with the retry",
    async (context) => {
      const { newProxy, newDatabase } = resourcesOf(context);
      const proxy = await newProxy();
      const database = await newDatabase(proxy.port);
      const usage = await database.usage();
      await usage.ping();
      const batch = batchOf();
      proxy.stall("requests");
      expect(await failureOf(usage.consume(batch))).toMatchObject(unavailable);
      proxy.pass();
      expect(await insist(usage, batch)).toEqual([{ outcome: "admitted", used: [1] }]);
      expect(await countsOf(usage)).toEqual([1, 1, 1]);
    },
  );

  it.concurrent(
    "drops every connection that a network partition has broken after the first failure",
    async (context) => {
      const { newProxy, newDatabase } = resourcesOf(context);
      const proxy = await newProxy();
      const database = await newDatabase(proxy.port);
      const documents = await database.documents();
      await documents.ping();
      await Promise.all(Array.from({ length: 20 }, () => documents.get("a")));
      proxy.strand();
      expect(await failureOf(documents.get("a"))).toMatchObject(unavailable);
      for (let call = 0; call < 8; call++) expect(await documents.get("a")).toBeNull();
    },
  );

  it.concurrent(
    "times out connection attempts that get no response, and connects when the server responds",
    async (context) => {
      const { newProxy, newDatabase } = resourcesOf(context);
      const proxy = await newProxy();
      const database = await newDatabase(proxy.port);
      const documents = await database.documents();
      proxy.stall();
      const attempts = Array.from({ length: 6 }, () => failureOf(documents.get("a")));
      for (const failure of await Promise.all(attempts)) expect(failure).toMatchObject(unavailable);
      proxy.strand();
      await expect(documents.get("a")).resolves.toBeNull();
    },
  );

  it.concurrent(
    "times out within five seconds on rows locked by an operator's transaction, and keeps the connection",
    async (context) => {
      const { newDatabase } = resourcesOf(context);
      const database = await newDatabase();
      const usage = await database.usage();
      await usage.consume(batchOf());
      const operator = await database.pool().connect();
      await operator.query("BEGIN; UPDATE usage_windows SET used = used");
      const batch = batchOf();
      expect(await failureOf(usage.consume(batch))).toMatchObject(unavailable);
      await operator.query("ROLLBACK");
      operator.release();
      expect(await insist(usage, batch)).toEqual([{ outcome: "admitted", used: [2] }]);
      expect(server.log()).toContain("canceling statement due to lock timeout");
    },
  );

  it.concurrent("reports a missing database as an error that a retry cannot fix", async (context) => {
    const location = (await server.newLocation()).replace("/postgres?", "/elsewhere?");
    const pool = new Pool({ connectionString: location });
    context.onTestFinished(() => pool.end());
    const failure = await failureOf(postgresUsage({ pool }).ping());
    expect(failure).toMatchObject({ code: "storage_unavailable", retryAfter: undefined });
  });

  it.concurrent(
    "returns storage_unavailable after the store was closed, and finishes pending calls",
    async (context) => {
      const { newDatabase } = resourcesOf(context);
      const database = await newDatabase();
      const pool = database.pool();
      const [usage, documents] = [postgresUsage({ pool }), postgresDocuments({ pool })];
      const begun = usage.consume(batchOf());
      await usage.close();
      await expect(begun).resolves.toEqual([{ outcome: "admitted", used: [1] }]);
      await expect(usage.ping()).rejects.toMatchObject({ code: "storage_unavailable" });
      await expect(documents.ping()).resolves.toBeUndefined();
      await documents.close();
    },
  );
});
