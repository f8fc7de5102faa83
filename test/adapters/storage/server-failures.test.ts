import { setTimeout as sleep } from "node:timers/promises";
import { postgresUsage } from "@tools-api/adapters/storage/postgres";
import { unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import type { UsageStore } from "@tools-api/core";
import { Redis } from "ioredis";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../engines/free-port.ts";
import { canStartPostgres, type PostgresServer, startPostgres } from "../../engines/postgres.ts";
import { canStartRedis, type RedisServer, startRedis, until } from "../../engines/redis.ts";
import { startTcpProxy } from "../../engines/tcp-proxy.ts";
import { openPlace, storeEngines } from "./engines.ts";
import { postgresAt } from "./postgres-database.ts";
import { newLocation, openUsage } from "./redis-usage.ts";
import { openLocation } from "./unstorage-folder.ts";
import { batchOf, callOf, consumeSurely, countsOf, failureOf, startLoad } from "./usage-load.ts";

const unavailable = "storage_unavailable";

async function newProxy(port: number) {
  const proxy = await startTcpProxy(port);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** Usage on a server that fails. Each handle is at the same place, through a port of the server or a proxy. */
type Open = (port?: number) => Promise<UsageStore>;

async function onPostgres(server: PostgresServer): Promise<Open> {
  const location = await server.newLocation();
  return async (port = server.port) => {
    const database = postgresAt(location.replace(`:${server.port}/`, `:${port}/`));
    onTestFinished(() => database.close());
    return database.usage();
  };
}

async function onRedis(server: RedisServer): Promise<Open> {
  const location = newLocation(server);
  return async (port = server.port) => {
    const { usage, close } = openUsage({ ...location, nodes: [{ host: server.host, port }] });
    onTestFinished(close);
    return usage;
  };
}

async function onUnstorage({ host, port: own }: RedisServer): Promise<Open> {
  const base = crypto.randomUUID();
  return async (port = own) => {
    const options = openLocation(JSON.stringify({ host, port, base }));
    const client = options.storage.getMount("").driver.getInstance?.();
    if (client instanceof Redis) client.on("error", () => {});
    const usage = unstorageUsage(options);
    onTestFinished(() => usage.close().then(() => options.storage.dispose()));
    return usage;
  };
}

/** Expects that counters, buckets and lifetime agree. */
async function expectCalls(usage: UsageStore, calls: number) {
  expect(await countsOf(usage)).toEqual([calls, calls, calls]);
}

interface Engine<Server extends PostgresServer | RedisServer> {
  canStart(): boolean;
  start(): Promise<Server>;
  places: Readonly<Record<string, (server: Server) => Promise<Open>>>;
}

function describeFailures<Server extends PostgresServer | RedisServer>({
  canStart,
  start,
  places,
}: Engine<Server>) {
  describe.skipIf(!canStart()).each(Object.entries(places))("%s", (name, place) => {
    let server: Server;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server.remove());

    it("loses no acknowledged call and counts none twice when the server is killed under load, and recovers without a restart", async () => {
      const usage = await (await place(server))();
      const load = startLoad(usage);
      for (let round = 1; round <= 2; round++) {
        await until(() => load.answered() >= round * 100);
        await server.kill();
        await sleep(100);
        await server.start();
      }
      const before = load.answered();
      await until(() => load.answered() >= before + 100);
      const { answered } = await load.stop();
      await expectCalls(usage, answered);
    });

    it("counts every call once through a partition, whichever side closes the connections", async () => {
      const open = await place(server);
      const proxy = await newProxy(server.port);
      const usage = await open(proxy.port);
      const load = startLoad(usage);
      const isServed = async () => {
        const before = load.answered();
        await until(() => load.answered() >= before + 50);
      };
      await isServed();
      proxy.stall("answers");
      await sleep(300);
      proxy.cut();
      proxy.pass();
      await isServed();
      proxy.stall();
      await sleep(300);
      proxy.pass();
      await isServed();
      const { answered } = await load.stop();
      await expectCalls(usage, answered);
    });

    // `unstorage-failure.test.ts` tests a driver that hangs.
    if (name === "unstorage over Redis") return;

    it("returns storage_unavailable to every call while the server hangs, and stays consistent afterwards", async () => {
      const open = await place(server);
      const [usage, other] = [await open(), await open()];
      await Promise.all([usage.ping(), other.ping()]);
      onTestFinished(() => server.thaw());
      server.freeze();
      const batch = batchOf(callOf(), callOf());
      const outcome = { credential: "key_1", succeeded: true, bytesIn: 0, bytesOut: 0, durationMs: 0 };
      const attempts = [
        usage.consume(batch),
        usage.complete(batchOf({ ...callOf("acct_2"), ...outcome })),
        usage.refund(batchOf({ ...callOf("acct_2"), windows: [] })),
        usage.fence("accounts/acct_2", 1),
        usage.read({ account: "acct_1", boundaries: [], windows: [] }),
        usage.lastUsed(["key_1"]),
        other.ping(),
      ];
      const errors = await Promise.allSettled(attempts);
      for (const error of errors)
        expect(error).toMatchObject({ reason: { name: "ToolsError", code: unavailable, retryAfter: 1 } });
      server.thaw();
      await until(async () => (await failureOf(Promise.all([usage.ping(), other.ping()]))) === undefined);
      await Promise.all([usage.consume(batch), other.consume(batch)]);
      for (const store of [usage, other]) await expectCalls(store, 2);
    });

    it("counts a call once if its response was lost, or its request was delayed until the retry", async () => {
      const open = await place(server);
      const proxy = await newProxy(server.port);
      const usage = await open(proxy.port);
      const direct = await open();
      // Through the other handle, so that no work of this one is left when its connection stalls.
      await direct.consume(batchOf(callOf()));
      await usage.ping();
      for (const [held, used] of [
        ["answers", 2],
        ["requests", 3],
      ] as const) {
        const batch = batchOf(callOf());
        proxy.stall(held);
        expect(await failureOf(usage.consume(batch))).toBe(unavailable);
        await expectCalls(direct, 2);
        proxy.pass();
        let answer: unknown;
        await until(async () => {
          answer = await failureOf(usage.consume(batch).then((found) => Promise.reject(found)));
          return answer !== unavailable;
        });
        expect(answer).toEqual([{ outcome: "admitted", used: [used] }]);
        await expectCalls(usage, used);
      }
    });
  });
}

describeFailures({ canStart: canStartPostgres, start: startPostgres, places: { PostgreSQL: onPostgres } });
describeFailures({
  canStart: canStartRedis,
  start: startRedis,
  places: { Redis: onRedis, "unstorage over Redis": onUnstorage },
});

describe.each(storeEngines.filter(({ engine }) => engine !== "memory"))("$engine that closes", (engine) => {
  it("finishes the calls before, and returns storage_unavailable to those after", async () => {
    const place = await openPlace(engine);
    const [usage, documents] = [await place.usage(), await place.documents()];
    await Promise.all([usage.ping(), documents.ping()]);
    const unlock = await place.lock?.();
    const begun = [usage.consume(batchOf(callOf())), documents.commit([{ key: "a", value: 1 }])];
    const closed = [usage.close(), documents.close()];
    // The first attempt has encountered the lock by now.
    await new Promise(setImmediate);
    await unlock?.();
    await Promise.all(closed);
    expect(await Promise.all(begun)).toEqual([
      [{ outcome: "admitted", used: [1] }],
      { committed: true, version: 1 },
    ]);
    const late = [usage.consume(batchOf(callOf())), usage.ping(), documents.get("a"), documents.ping()];
    expect(await Promise.all(late.map(failureOf))).toEqual(late.map(() => unavailable));
  });
});

describe.skipIf(!canStartPostgres())("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());

  async function newDatabase(port?: number) {
    const database = postgresAt(await server.newLocation(port));
    onTestFinished(() => database.close());
    return database;
  }

  it("does not end the process when it closes idle and busy connections of documents", async () => {
    const documents = await (await newDatabase()).documents();
    await Promise.all([documents.ping(), documents.get("a")]);
    await server.kill();
    expect(await failureOf(documents.get("a"))).toBe(unavailable);
    await server.start();
    await expect(documents.commit([{ key: "a", value: 1 }])).resolves.toMatchObject({ committed: true });
  });

  it("fails pings while it rejects writes, and answers them afterwards", async () => {
    const database = await newDatabase();
    const [usage, documents] = [await database.usage(), await database.documents()];
    const pool = database.pool();
    const refuseWrites = async (refuse: boolean) => {
      await pool.query(`ALTER SYSTEM SET default_transaction_read_only = ${refuse ? "on" : "off"}`);
      await pool.query("SELECT pg_reload_conf()");
    };
    await Promise.all([usage.ping(), documents.ping()]);
    onTestFinished(() => refuseWrites(false));
    await refuseWrites(true);
    for (const store of [usage, documents])
      await until(async () => (await failureOf(store.ping())) === unavailable);
    await expect(documents.get("a")).resolves.toBeNull();
    await refuseWrites(false);
    for (const store of [usage, documents])
      await until(async () => (await failureOf(store.ping())) === undefined);
  });

  it("drops every connection that a network partition has broken after the first failure", async () => {
    const proxy = await newProxy(server.port);
    const documents = await (await newDatabase(proxy.port)).documents();
    await documents.ping();
    await Promise.all(Array.from({ length: 20 }, () => documents.get("a")));
    proxy.strand();
    expect(await failureOf(documents.get("a"))).toBe(unavailable);
    for (let call = 0; call < 8; call++) expect(await documents.get("a")).toBeNull();
  });

  it("times out connection attempts that get no response, and connects when the server responds", async () => {
    const proxy = await newProxy(server.port);
    const documents = await (await newDatabase(proxy.port)).documents();
    proxy.stall();
    const attempts = Array.from({ length: 6 }, () => failureOf(documents.get("a")));
    for (const failure of await Promise.all(attempts)) expect(failure).toBe(unavailable);
    proxy.strand();
    await expect(documents.get("a")).resolves.toBeNull();
  });

  it("times out on rows locked by an operator's transaction, and keeps the connection", async () => {
    const database = await newDatabase();
    const usage = await database.usage();
    await usage.consume(batchOf(callOf()));
    const operator = await database.pool().connect();
    await operator.query("BEGIN; UPDATE usage_windows SET used = used");
    const batch = batchOf(callOf());
    expect(await failureOf(usage.consume(batch))).toBe(unavailable);
    await operator.query("ROLLBACK");
    operator.release();
    expect(await usage.consume(batch)).toEqual([{ outcome: "admitted", used: [2] }]);
    expect(server.log()).toContain("canceling statement due to lock timeout");
  });

  it("reports a missing database as an error that a retry cannot fix", async () => {
    const location = (await server.newLocation()).replace("/postgres?", "/elsewhere?");
    const pool = new Pool({ connectionString: location });
    onTestFinished(() => pool.end());
    await expect(postgresUsage({ pool }).ping()).rejects.toMatchObject({
      code: unavailable,
      retryAfter: undefined,
    });
  });
});

describe.skipIf(!canStartRedis())("Redis", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.remove());

  function open(location = newLocation(server), options: Parameters<typeof openUsage>[1] = {}) {
    const opened = openUsage(location, options);
    onTestFinished(opened.close);
    return opened;
  }

  it("reloads a script that Redis has forgotten", async () => {
    const { usage } = open();
    const load = startLoad(usage);
    for (let round = 1; round <= 20; round++) {
      await until(() => load.answered() >= round * 20);
      await server.admin.script("FLUSH");
    }
    const { answered, sent } = await load.stop();
    expect(sent).toBe(answered);
    await expectCalls(usage, answered);
  });

  it("returns storage_unavailable if no server listens", async () => {
    const nodes = [{ host: "127.0.0.1", port: await freePort() }];
    const { usage, client } = open({ nodes, cluster: false, prefix: "" });
    for (let call = 0; call < 2; call++)
      expect(await failureOf(usage.consume(batchOf(callOf())))).toBe(unavailable);
    client.disconnect();
    expect(await failureOf(usage.ping())).toBe(unavailable);
  });

  it("never sends a call later that it has reported as failed", async () => {
    const { usage, client } = open();
    await usage.consume(batchOf(callOf()));
    await server.kill();
    await until(() => client.status !== "ready");
    const calls = Array.from({ length: 20 }, () => usage.consume(batchOf(callOf())));
    expect(await Promise.all(calls.map(failureOf))).toEqual(calls.map(() => unavailable));
    await server.start();
    await consumeSurely(usage);
    await expectCalls(usage, 2);
  });

  it("accepts clients with other settings, and leaves them open when the store closes", async () => {
    const location = newLocation(server);
    for (const options of [
      { lazyConnect: true },
      { enableOfflineQueue: false },
      { enableAutoPipelining: true },
      { stringNumbers: true },
    ]) {
      const { usage, client } = open(location, { client: new Redis({ port: server.port, ...options }) });
      await usage.consume(batchOf(callOf(), callOf("acct_2")));
      await usage.close();
      expect(await failureOf(usage.ping())).toBe(unavailable);
      expect(await client.get("nothing")).toBeNull();
    }
    await expectCalls(open(location).usage, 4);
  });
});
