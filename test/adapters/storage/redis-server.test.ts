import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../engines/free-port.ts";
import { canStartRedis, type RedisServer, startRedis, until } from "../../engines/redis.ts";
import { batchOf, callOf, countsOf } from "./usage-load.ts";
import { newLocation, openUsage } from "./redis-usage.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe.skipIf(!canStartRedis())("redisUsage and its server", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.remove());

  function open(options: Parameters<typeof openUsage>[1] = {}, location = newLocation(server)) {
    const opened = openUsage(location, options);
    onTestFinished(() => opened.close());
    return { ...opened, location };
  }

  async function configure(setting: string, value: string) {
    await server.admin.config("SET", setting, value);
  }

  const oneUnit = (ends: number, ttlMs: number) => [{ id: "second", limit: 1, ends, ttlMs }];

  it("rejects a Redis that can evict counters, and accepts it after its policy has changed", async () => {
    await configure("maxmemory-policy", "volatile-lru");
    onTestFinished(() => configure("maxmemory-policy", "noeviction"));
    const { usage } = open();
    const refusal = {
      code: "storage_unavailable",
      message:
        "Redis: maxmemory-policy: expected noeviction, because Redis would otherwise delete counters, received volatile-lru",
      retryAfter: undefined,
    };
    await expect(usage.consume(batchOf(callOf()))).rejects.toMatchObject(refusal);
    await expect(usage.ping()).rejects.toMatchObject(refusal);
    await configure("maxmemory-policy", "noeviction");
    await usage.consume(batchOf(callOf()));
    expect(await countsOf(usage)).toEqual([1, 1, 1]);
  });

  it("counts a call completely or not at all when Redis is out of memory", async () => {
    const { usage } = open();
    await usage.consume(batchOf(callOf()));
    await configure("maxmemory", "1");
    onTestFinished(() => configure("maxmemory", "0"));
    const batch = batchOf(callOf());
    await expect(usage.consume(batch)).rejects.toMatchObject({ code: "storage_unavailable", retryAfter: 1 });
    await configure("maxmemory", "0");
    expect(await countsOf(usage)).toEqual([1, 1, 1]);
    expect(await usage.consume(batch)).toEqual([{ outcome: "admitted", used: [2] }]);
  });

  it.each([
    ["has no memory left", "maxmemory", "1", "0"],
    ["has fewer replicas than writes require", "min-replicas-to-write", "1", "0"],
  ])("fails a ping while Redis %s, and answers it afterwards", async (_, setting, failing, working) => {
    const { usage } = open();
    await usage.ping();
    onTestFinished(() => configure(setting, working));
    await configure(setting, failing);
    await expect(usage.ping()).rejects.toMatchObject({ code: "storage_unavailable" });
    // Reads succeed all the time.
    expect(await usage.lastUsed(["key_1"])).toEqual(new Map());
    await configure(setting, working);
    await usage.ping();
  });

  it("fails a ping on a read-only replica", async () => {
    const { usage } = open();
    await usage.ping();
    onTestFinished(async () => {
      await server.admin.replicaof("NO", "ONE");
    });
    // No primary listens there. A replica rejects writes anyway.
    await server.admin.replicaof("127.0.0.1", await freePort());
    await expect(usage.ping()).rejects.toMatchObject({ code: "storage_unavailable" });
    await server.admin.replicaof("NO", "ONE");
    await usage.ping();
  });

  it("serves the accounts of a batch if an apparent single server partitions the keys", async () => {
    const node = await startRedis({ "cluster-enabled": "yes", "cluster-port": String(await freePort()) });
    onTestFinished(() => node.remove());
    await node.admin.call("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
    await until(async () => (await node.admin.cluster("INFO")).includes("cluster_state:ok"));
    const { usage } = open({}, newLocation(node));
    const many = Array.from({ length: 50 }, (_, index) => `acct_${index}`);
    const batch = batchOf(...many.flatMap((account) => [callOf(account), callOf(account)]));
    const twice = many.flatMap(() => [1, 2].map((used) => ({ outcome: "admitted", used: [used] })));
    for (let round = 0; round < 2; round++) expect(await usage.consume(batch)).toEqual(twice);
    for (const account of many) expect(await countsOf(usage, account)).toEqual([2, 2, 2]);
  });

  it("counts no call of the accounts that share a script if it fails for one of them", async () => {
    const { usage, location } = open();
    const broken = `${location.prefix}{acct_b}:account`;
    await server.admin.set(broken, "of something else");
    const batch = batchOf(callOf("acct_a"), callOf("acct_b"), callOf("acct_c"));
    await expect(usage.consume(batch)).rejects.toMatchObject({ code: "storage_unavailable" });
    await server.admin.del(broken);
    expect(await countsOf(usage, "acct_a")).toEqual([0, 0, 0]);
    await usage.consume(batch);
    for (const { account } of batch.items) expect(await countsOf(usage, account)).toEqual([1, 1, 1]);
  });

  it("changes nothing and reports the key if one of its keys has another type", async () => {
    const { usage, location } = open();
    await usage.consume(batchOf(callOf()));
    const account = `${location.prefix}{acct_1}:account`;
    await server.admin.rename(account, `${account}:aside`);
    await server.admin.set(account, "text");
    const batch = batchOf(callOf());
    await expect(usage.consume(batch)).rejects.toMatchObject({
      code: "storage_unavailable",
      retryAfter: undefined,
      message: expect.stringContaining("WRONGTYPE"),
    });
    await server.admin.rename(`${account}:aside`, account);
    expect(await countsOf(usage)).toEqual([1, 1, 1]);
    expect(await usage.consume(batch)).toEqual([{ outcome: "admitted", used: [2] }]);
    expect(await countsOf(usage)).toEqual([2, 2, 2]);
  });

  it("detects whether Redis writes each change to disk before it responds", async () => {
    const { usage } = open();
    expect(usage.capabilities).toEqual({ exactAcross: "everywhere", durable: false });
    await usage.ping();
    expect(usage.capabilities).toEqual({ exactAcross: "everywhere", durable: true });
    await configure("appendfsync", "everysec");
    onTestFinished(() => configure("appendfsync", "always"));
    await usage.ping();
    expect(usage.capabilities.durable).toBe(false);
  });

  it("uses the operator's setting if the server does not allow the query", async () => {
    await server.admin.call("ACL", "SETUSER", "limited", "on", ">secret", "~*", "+@all", "-config", "-info");
    onTestFinished(() => server.admin.call("ACL", "DELUSER", "limited").then(() => undefined));
    const location = newLocation(server);
    const login = { username: "limited", password: "secret" };
    const { Redis } = await import("ioredis");
    const connect = () => new Redis({ ...location.nodes[0], ...login, enableReadyCheck: false });
    const stores = [
      open({ client: connect() }, location),
      open({ client: connect(), durable: true }, location),
    ];
    for (const { usage } of stores) await usage.ping();
    expect(stores.map(({ usage }) => usage.capabilities.durable)).toEqual([false, true]);
    await stores[0]?.usage.consume(batchOf(callOf()));
    expect(await countsOf(open({}, location).usage)).toEqual([1, 1, 1]);
  });

  it("rejects data of an incompatible newer release, and accepts data of compatible ones", async () => {
    const { usage, location } = open();
    await server.admin.set(`${location.prefix}schema`, "7 1");
    await usage.ping();
    await usage.consume(batchOf(callOf()));
    await server.admin.set(`${location.prefix}schema`, "7 5");
    const newer = open({}, location).usage;
    await expect(newer.consume(batchOf(callOf()))).rejects.toMatchObject({
      code: "storage_unavailable",
      message: expect.stringContaining(
        "version 1 supports, received version 7, which a newer release wrote for version 5",
      ),
    });
    await expect(usage.ping()).rejects.toMatchObject({ code: "storage_unavailable" });
    expect(await server.admin.get(`${location.prefix}schema`)).toBe("7 5");
  });

  it("keeps the counters of open windows whatever its clock shows, and those of closed windows for their retention", async () => {
    const time = Date.now() - 10 * dayMs;
    const { usage, location } = open({ clock: { now: () => time } });
    const call = callOf("acct_1", { at: time, windows: oneUnit(time + 1_000, 60_000) });
    const admissions = await usage.consume(batchOf(call));
    expect([...admissions, ...(await usage.consume(batchOf(call)))].map(({ outcome }) => outcome)).toEqual([
      "admitted",
      "refused",
    ]);
    const left = await server.admin.pttl(`${location.prefix}{acct_1}:window:second`);
    expect([left > 55_000, left <= 61_000]).toEqual([true, true]);
    await usage.refund(batchOf({ ...call, windows: ["second"] }));
    expect(await server.admin.pttl(`${location.prefix}{acct_1}:window:second`)).toBeGreaterThan(50_000);
  });

  it("lets counters and batches expire, and nothing else", async () => {
    const { usage, location } = open();
    const call = callOf("acct_1", { windows: oneUnit(Date.now(), 100) });
    await usage.consume(batchOf(call));
    await until(async () => (await server.admin.exists(`${location.prefix}{acct_1}:window:second`)) === 0);
    const kept = new Map<string, number>();
    for (const key of await server.admin.keys(`${location.prefix}*`)) {
      const kind = key.slice(location.prefix.length).replace(/:\d+$/, "");
      kept.set(kind, await server.admin.pttl(key));
    }
    const batches = kept.get("{acct_1}:batches") ?? 0;
    expect([batches > hourMs, batches < 2 * hourMs]).toEqual([true, true]);
    expect(Object.fromEntries(kept)).toEqual({
      "{acct_1}:account": -1,
      "{acct_1}:batches": batches,
      schema: -1,
    });
  });

  it("rejects a batch that it cannot count or refund, before it counts any call", async () => {
    const { usage } = open();
    const refused = [
      callOf("acct_1", { at: Number.NaN }),
      callOf("acct_1", { at: -1 }),
      callOf("acct_1", { endpoint: "\ud800" }),
      callOf("acct_1", { windows: [{ id: "w", limit: Number.NaN, ends: 1 }] }),
      callOf("acct_1", { windows: [{ id: "w", limit: 1, ends: Infinity }] }),
      callOf("acct_1", { fences: [{ id: "accounts/acct_1", revision: 1.5 }] }),
    ];
    for (const call of refused)
      await expect(usage.consume(batchOf(callOf(), call))).rejects.toMatchObject({
        code: "invalid_parameter",
      });
    const outcome = {
      ...callOf(),
      credential: "k",
      succeeded: true,
      bytesIn: -1,
      bytesOut: 0,
      durationMs: 0,
    };
    await expect(usage.complete(batchOf(outcome))).rejects.toMatchObject({ code: "invalid_parameter" });
    await expect(usage.fence("no path", 1)).rejects.toMatchObject({ code: "invalid_parameter" });
    expect(() => open({ client: server.admin, prefix: "{a}" })).toThrow(/^prefix: expected no braces/);
    expect(await countsOf(usage)).toEqual([0, 0, 0]);
    const unlimited = callOf("acct_1", { windows: [{ id: "w", limit: Infinity, ends: Date.now() }] });
    expect(await usage.consume(batchOf(unlimited))).toEqual([{ outcome: "admitted", used: [1] }]);
  });
});
