import { setTimeout as sleep } from "node:timers/promises";
import { describeDocumentStore, describeUsageStore } from "@tools-api/adapters/testing";
import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import type { UsageBatch, UsageCall } from "@tools-api/core/storage";
import { Redis } from "ioredis";
import { createStorage, type Storage } from "unstorage";
import redisDriver from "unstorage/drivers/redis";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { canStartRedis, type RedisServer, startRedis } from "../../engines/redis.ts";
import { startTcpProxy, type TcpProxy } from "../../engines/tcp-proxy.ts";
import { sourceFlags } from "./source-processes.ts";
import { leaseMs, openLocation } from "./unstorage-folder.ts";

const worker = {
  module: new URL("./unstorage-worker.ts", import.meta.url),
  execArgv: sourceFlags,
};

let server: RedisServer;

/** Returns the location of the keys with a prefix. */
function locationAt(base: string, port = server.port): string {
  return JSON.stringify({ host: "127.0.0.1", port, base });
}

/** Opens usage whose client logs no errors. */
function openUsage(location: string) {
  const options = openLocation(location);
  const client = options.storage.getMount("").driver.getInstance?.();
  if (client instanceof Redis) client.on("error", () => {});
  const usage = unstorageUsage(options);
  return { usage, close: () => usage.close().then(() => options.storage.dispose()) };
}

type StoreOptions = { storage: Storage; leaseMs: number };

/** Returns a subject with its own keys. Its stores share a storage until they are closed. */
async function subjectOf<Store extends { close(): Promise<void> }>(make: (options: StoreOptions) => Store) {
  const base = crypto.randomUUID();
  const newStorage = () =>
    createStorage({ driver: redisDriver({ host: server.host, port: server.port, base }) });
  let storage = newStorage();
  let stores: Store[] = [];
  const open = () => {
    const store = make({ storage, leaseMs });
    stores.push(store);
    return store;
  };
  async function close() {
    await Promise.all(stores.map((store) => store.close()));
    stores = [];
    await storage.dispose();
  }
  return {
    store: open(),
    another: async () => open(),
    async reopen() {
      await close();
      storage = newStorage();
      return open();
    },
    location: locationAt(base),
    dispose: close,
  };
}

const reason = "the lease lets one process in";

describe.runIf(canStartRedis())("unstorage over Redis", () => {
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.remove());

  describeDocumentStore({
    name: "unstorageDocuments",
    worker,
    create: () => subjectOf(unstorageDocuments),
    skip: [
      { reason, tests: ["loses no update across processes"] },
      {
        reason: "is tested in memory and in files",
        tests: ["raises the known fences of usage in the same database, in the same step"],
      },
    ],
  });

  describeUsageStore({
    name: "unstorageUsage",
    worker,
    create: () => subjectOf(unstorageUsage),
    skip: [
      {
        reason,
        tests: [
          "returns the state of one instant while another process writes",
          "admits exactly the remaining units of a window across processes",
        ],
      },
      {
        reason: "remembers batches in memory",
        tests: ["recognizes the batches of a process that was killed"],
      },
    ],
  });

  // The number of failing callers has a lower bound only if no request succeeds for longer than they wait.
  const faults: [name: string, failures: number, fault: (proxy: TcpProxy) => Promise<void>][] = [
    ["its connection is cut", 0, async (proxy) => proxy.cut()],
    [
      "no request succeeds for a while",
      1,
      async (proxy) => {
        proxy.stall();
        await sleep(6_000);
        proxy.pass();
      },
    ],
    [
      "the server is killed and restarted",
      0,
      async () => {
        await server.kill();
        await sleep(500);
        await server.start();
      },
    ],
  ];

  it.each(faults)(
    "counts every batch once if it is sent until it is acknowledged while %s",
    async (_, failures, fault) => {
      const proxy = await startTcpProxy(server.port);
      onTestFinished(() => proxy.close());
      const base = crypto.randomUUID();
      const { usage, close } = openUsage(locationAt(base, proxy.port));
      const at = Date.now();
      const windows = [{ id: "day", limit: 1e9, ends: at + 3_600_000 }];
      let answered = 0;
      let failed = 0;
      let isOver = false;

      async function lane() {
        for (let isLast = false; !isLast;) {
          isLast = isOver;
          const call: UsageCall = { account: "acct_1", endpoint: "e", at, windows, fences: [] };
          const batch: UsageBatch<UsageCall> = { id: crypto.randomUUID(), at, items: [call] };
          for (;;) {
            const error: unknown = await usage.consume(batch).then(
              () => undefined,
              (reason: unknown) => reason,
            );
            if (error === undefined) break;
            expect(error).toMatchObject({ code: "storage_unavailable" });
            failed++;
            await sleep(100);
          }
          answered++;
        }
      }
      const lanes = Array.from({ length: 8 }, lane);
      await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(50);
      await fault(proxy);
      const before = answered;
      await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(before + 50);
      isOver = true;
      await Promise.all(lanes);

      async function expectAgreement(store: typeof usage) {
        const boundaries = [Math.floor(at / 86_400_000) * 86_400_000, 4e12 - (4e12 % 86_400_000)];
        const { used, buckets, lifetime } = await store.read({
          account: "acct_1",
          boundaries,
          windows: ["day"],
        });
        expect({ used, calls: buckets.map(({ calls }) => calls), lifetime: lifetime.calls }).toEqual({
          used: [answered],
          calls: [answered],
          lifetime: answered,
        });
      }
      await expectAgreement(usage);
      await close();
      const reopened = openUsage(locationAt(base));
      await expectAgreement(reopened.usage);
      await reopened.close();
      expect(failed).toBeGreaterThanOrEqual(failures);
    },
  );
});
