import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { describe, expect, it, type TestContext } from "vitest";
import { freePort } from "../../engines/free-port.ts";
import { canStartRedis, startRedis, until } from "../../engines/redis.ts";
import { startTcpProxy } from "../../engines/tcp-proxy.ts";
import { batchOf, callOf, consumeSurely, countsOf, failureOf, startLoad } from "./redis-load.ts";
import { newLocation, openUsage } from "./redis-usage.ts";

/** Cleans up after a test. Concurrent tests need their own context for that. */
function resourcesOf({ onTestFinished }: TestContext) {
  return {
    async newServer() {
      const server = await startRedis();
      onTestFinished(() => server.remove());
      return server;
    },
    open(...parameters: Parameters<typeof openUsage>) {
      const opened = openUsage(...parameters);
      onTestFinished(() => opened.close());
      return opened;
    },
    async newProxy(port: number) {
      const proxy = await startTcpProxy(port);
      onTestFinished(() => proxy.close());
      return proxy;
    },
  };
}

// Each test has its own Redis, and most of them wait.
describe.skipIf(!canStartRedis()).concurrent("redisUsage when Redis fails", () => {
  it("loses no acknowledged call and counts none twice when Redis is killed under load", async (context) => {
    const { newServer, open } = resourcesOf(context);
    const server = await newServer();
    const { usage } = open(newLocation(server));
    const load = startLoad(usage);
    for (let round = 1; round <= 3; round++) {
      await until(() => load.answered() >= round * 200);
      await server.kill();
      await sleep(100);
      await server.start();
    }
    const before = load.answered();
    await until(() => load.answered() >= before + 200);
    const { answered } = await load.stop();
    expect(await countsOf(usage)).toEqual([answered, answered, answered]);
  });

  it("returns storage_unavailable while Redis hangs, and stays consistent afterwards", async (context) => {
    const { newServer, open } = resourcesOf(context);
    const server = await newServer();
    const location = newLocation(server);
    const { usage } = open(location);
    const other = open(location).usage;
    await Promise.all([usage.ping(), other.ping()]);
    server.freeze();
    const batch = batchOf(callOf(), callOf());
    const attempts = [
      usage.consume(batch),
      usage.complete(batchOf()),
      usage.complete(
        batchOf({
          ...callOf(),
          credential: "key_1",
          succeeded: true,
          bytesIn: 0,
          bytesOut: 0,
          durationMs: 0,
        }),
      ),
      usage.refund(batchOf({ ...callOf("acct_2"), windows: [] })),
      usage.fence("accounts/acct_1", 1),
      usage.read({ account: "acct_1", boundaries: [], windows: [] }),
      usage.lastUsed(["key_1"]),
      other.ping(),
    ];
    const failures = await Promise.all(attempts.map(failureOf));
    const nothingToAsk = undefined;
    expect(failures).toEqual(
      failures.map((_, index) => (index === 1 ? nothingToAsk : "storage_unavailable")),
    );
    server.thaw();
    await Promise.all([usage.consume(batch), other.consume(batch)]);
    expect(await countsOf(usage)).toEqual([2, 2, 2]);
    expect(await countsOf(other)).toEqual([2, 2, 2]);
  });

  it("counts a call once if its response was lost", async (context) => {
    const { newServer, newProxy, open } = resourcesOf(context);
    const server = await newServer();
    const proxy = await newProxy(server.port);
    const location = newLocation({ ...server, port: proxy.port });
    const { usage } = open(location);
    await usage.consume(batchOf(callOf()));
    const batch = batchOf(callOf());
    proxy.stall("answers");
    expect(await failureOf(usage.consume(batch))).toBe("storage_unavailable");
    const direct = open({ ...location, nodes: [server] }).usage;
    expect(await countsOf(direct)).toEqual([2, 2, 2]);
    expect(await direct.consume(batch)).toEqual([{ outcome: "admitted", used: [2] }]);
    proxy.cut();
    proxy.pass();
    expect(await usage.consume(batch)).toEqual([{ outcome: "admitted", used: [2] }]);
    expect(await countsOf(usage)).toEqual([2, 2, 2]);
  });

  it("recovers without a restart after a partition, whichever side closes the connections", async (context) => {
    const { newServer, newProxy, open } = resourcesOf(context);
    const server = await newServer();
    const proxy = await newProxy(server.port);
    const { usage } = open(newLocation({ ...server, port: proxy.port }));
    const load = startLoad(usage);
    await until(() => load.answered() >= 100);
    proxy.stall("answers");
    await sleep(300);
    proxy.cut();
    await sleep(300);
    proxy.pass();
    const before = load.answered();
    await until(() => load.answered() >= before + 200);
    proxy.stall();
    await sleep(300);
    proxy.pass();
    await until(() => load.answered() >= before + 400);
    proxy.cut();
    await until(() => load.answered() >= before + 600);
    const { answered } = await load.stop();
    expect(await countsOf(usage)).toEqual([answered, answered, answered]);
  });

  it("reloads a script that Redis has forgotten", async (context) => {
    const { newServer, open } = resourcesOf(context);
    const server = await newServer();
    const { usage } = open(newLocation(server));
    const load = startLoad(usage);
    for (let round = 1; round <= 20; round++) {
      await until(() => load.answered() >= round * 20);
      await server.admin.script("FLUSH");
    }
    const { answered, sent } = await load.stop();
    expect(sent).toBe(answered);
    expect(await countsOf(usage)).toEqual([answered, answered, answered]);
  });

  it("returns storage_unavailable if no server listens, and immediately after a while", async (context) => {
    const { open } = resourcesOf(context);
    const location = { nodes: [{ host: "127.0.0.1", port: await freePort() }], cluster: false, prefix: "" };
    const { usage, client } = open(location);
    expect(await failureOf(usage.consume(batchOf(callOf())))).toBe("storage_unavailable");
    let late = false;
    const timer = setTimeout(() => (late = true), 2_000);
    expect(await failureOf(usage.consume(batchOf(callOf())))).toBe("storage_unavailable");
    clearTimeout(timer);
    expect(late).toBe(false);
    client.disconnect();
    expect(await failureOf(usage.ping())).toBe("storage_unavailable");
  });

  it("never sends a call later that it has reported as failed", async (context) => {
    const { newServer, open } = resourcesOf(context);
    const server = await newServer();
    const { usage, client } = open(newLocation(server));
    await usage.consume(batchOf(callOf()));
    await server.kill();
    await until(() => client.status !== "ready");
    const calls = Array.from({ length: 20 }, () => usage.consume(batchOf(callOf())));
    expect(await Promise.all(calls.map(failureOf))).toEqual(calls.map(() => "storage_unavailable"));
    await server.start();
    await consumeSurely(usage);
    expect(await countsOf(usage)).toEqual([2, 2, 2]);
  });

  it("returns storage_unavailable after the store was closed, and leaves the client open", async (context) => {
    const { newServer, open } = resourcesOf(context);
    const server = await newServer();
    const { usage, client } = open(newLocation(server));
    await usage.ping();
    await usage.close();
    expect(await failureOf(usage.consume(batchOf(callOf())))).toBe("storage_unavailable");
    expect(await client.get("nothing")).toBeNull();
  });

  it("accepts clients with other settings, such as one that has not connected yet", async (context) => {
    const { newServer, open } = resourcesOf(context);
    const server = await newServer();
    const location = newLocation(server);
    for (const options of [
      { lazyConnect: true },
      { enableOfflineQueue: false },
      { enableAutoPipelining: true },
      { stringNumbers: true },
    ]) {
      const client = new Redis({ port: server.port, ...options });
      const { usage } = open(location, { client });
      await usage.consume(batchOf(callOf(), callOf("acct_2")));
    }
    expect(await countsOf(open(location).usage)).toEqual([4, 4, 4]);
  });
});
