import { createMeter, defaultPlans, type Principal, systemClock } from "@tools-api/core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { canStartRedis, type RedisCluster, startRedisCluster, until } from "../../engines/redis.ts";
import { batchOf, callOf, countsOf, failureOf } from "./usage-load.ts";
import { describeUsageOf } from "./conformance.ts";
import { onRedis } from "./engines.ts";
import { newLocation, openUsage } from "./redis-usage.ts";

function principalOf(account: string): Principal {
  const at = Date.parse("2026-11-01T00:00:00Z");
  return {
    account: {
      id: account,
      email: "ada@example.com",
      name: "Ada",
      status: "active",
      plan: "free",
      dailyLimit: null,
      createdAt: at,
      cycleAnchor: at,
    },
    credential: { method: "api_key", id: `key_of_${account}`, name: "default", scopes: [], expiresAt: null },
    fences: [],
  };
}

describe.skipIf(!canStartRedis())("with Redis installed", () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster();
  });
  afterAll(() => cluster.remove());

  describeUsageOf({
    name: "redis",
    open: () => onRedis(...cluster.nodes),
    hasWorker: false,
    skip: [
      {
        reason: "the scripts of a node are those of a single server, which redis.test.ts runs with processes",
        tests: [
          "returns the state of one instant while another process writes",
          "admits exactly the remaining units of a window across processes",
          "keeps every acknowledged call when its process is killed",
          "recognizes the batches of a process that was killed",
        ],
      },
    ],
  });

  // Account names that contain another account's hash tag or key, or none.
  const names = [
    "",
    "%",
    "a",
    "{a}",
    "a}",
    "a}b",
    "{a",
    "}{",
    "a%7d;",
    "a:window:day",
    "\ud800",
    "\udc00",
    "\0",
    "ä🙂",
  ];

  it("keeps accounts with colliding names separate, each in one slot", async () => {
    const location = newLocation(...cluster.nodes);
    const { usage, close } = openUsage(location);
    onTestFinished(close);
    const one = { id: "day", limit: 1, ends: Date.now() + 60_000 };
    const both = [one, { ...one, id: "}x{", limit: 9 }];
    const calls = names.map((name) => callOf(name, { windows: both }));
    const answers = await usage.consume(batchOf(...calls, ...calls));
    expect(answers.map(({ outcome }) => outcome)).toEqual([
      ...names.map(() => "admitted"),
      ...names.map(() => "refused"),
    ]);
    for (const account of names) {
      const reading = await usage.read({
        account,
        boundaries: [0, Date.now() + 900_000],
        windows: ["day", "}x{"],
      });
      expect(reading).toMatchObject({
        used: [1, 1],
        buckets: [{ calls: 1, rejected: 1 }],
        lifetime: { calls: 1 },
      });
    }
  });

  it("serves the accounts of two nodes while the third is down, and keeps the third's counts until it is back", async () => {
    const location = newLocation(...cluster.nodes);
    const { usage, close } = openUsage(location);
    onTestFinished(close);
    const [first, lost] = cluster.nodes;
    const lostSlots = { from: Math.floor(16_384 / 3), to: Math.floor((2 * 16_384) / 3) };
    const accounts = Array.from({ length: 30 }, (_, index) => `acct_${index}`);
    const slots = await Promise.all(
      accounts.map((account) => first.admin.cluster("KEYSLOT", `${location.prefix}{${account}}:account`)),
    );
    const isLost = (index: number) =>
      (slots[index] ?? 0) >= lostSlots.from && (slots[index] ?? 0) < lostSlots.to;
    const consumeAll = () =>
      Promise.all(accounts.map((account) => failureOf(usage.consume(batchOf(callOf(account))))));
    const wellFor = accounts.map(() => undefined);
    const expected = accounts.map((_, index) => (isLost(index) ? "storage_unavailable" : undefined));
    expect(new Set(expected).size).toBe(2);

    expect(await consumeAll()).toEqual(wellFor);
    await lost.kill();
    expect(await consumeAll()).toEqual(expected);
    const started = openUsage(location);
    onTestFinished(started.close);
    await started.usage.ping();
    const served = accounts.find((_, index) => !isLost(index)) ?? "";
    await started.usage.consume(batchOf(callOf(served)));

    await lost.start();
    await until(async () => (await consumeAll()).every((failure) => failure === undefined));
    for (const account of accounts) {
      const [used = 0, ...others] = await countsOf(usage, account);
      expect(used).toBeGreaterThanOrEqual(2);
      expect(others).toEqual([used, used]);
    }
  });

  it("lets calls of other nodes' accounts finish before those of a node that hangs", async () => {
    const location = newLocation(...cluster.nodes);
    const { usage, close } = openUsage(location);
    onTestFinished(close);
    const meter = createMeter({ usage, plans: defaultPlans, clock: systemClock });
    const callers = Array.from({ length: 24 }, (_, index) => principalOf(`acct_${index}`));
    const admit = (caller: Principal) => meter.admit(caller, "profile", async () => caller);
    await Promise.all(callers.map(admit));

    const [, hanging] = cluster.nodes;
    const partitionOf = ({ account }: Principal) => usage.partitionOf?.(account.id);
    const name = `${hanging.host}:${hanging.port}`;
    const [stuck, free] = [
      callers.filter((caller) => partitionOf(caller) === name),
      callers.filter((caller) => partitionOf(caller) !== name),
    ];
    expect(new Set(callers.map(partitionOf)).size).toBe(3);
    hanging.freeze();
    onTestFinished(() => hanging.thaw());
    let stuckEnded = false;
    const waiting = stuck.map((caller) =>
      failureOf(admit(caller)).finally(() => {
        stuckEnded = true;
      }),
    );
    const outcome = { succeeded: true, bytesIn: 0, bytesOut: 0, durationMs: 1 };
    await Promise.all(free.map(async (caller) => meter.complete(await admit(caller), outcome)));
    expect(stuckEnded).toBe(false);
    expect(await Promise.all(waiting)).toEqual(stuck.map(() => "storage_unavailable"));
    hanging.thaw();
    await until(async () =>
      (await Promise.all(callers.map((caller) => failureOf(admit(caller))))).every(
        (failure) => failure === undefined,
      ),
    );
  });
});
