import { bucketMs, type UsageBucket, type UsageCall } from "@tools-api/core/storage";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { canStartRedis, type RedisServer, sharedRedis, until } from "../../engines/redis.ts";
import { newLocation, openUsage } from "./redis-usage.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const midnight = Date.UTC(2026, 10, 21);
const endpoints = ["/v1/tools/text-analyzer", "/v1/tools/image-converter"];

let batches = 0;
const batchOf = <Item>(at: number, ...items: Item[]) => ({ id: `batch-${batches++}`, at, items });

function callOf(at: number, parts: Partial<UsageCall> = {}): UsageCall {
  const day = Math.floor(at / dayMs);
  const windows = [{ id: `day:${day}`, limit: 1e6, ends: (day + 1) * dayMs }];
  return { account: "acct_1", endpoint: endpoints[0] ?? "", at, windows, fences: [], ...parts };
}

function outcomeOf(at: number, parts: { account?: string; endpoint?: string } = {}) {
  const { account, endpoint } = callOf(at, parts);
  const outcome = { credential: "key_1", succeeded: true, bytesIn: 300, bytesOut: 20_000, durationMs: 4.321 };
  return { account, endpoint, at, ...outcome };
}

function refundOf(at: number, parts: { account?: string; endpoint?: string; units?: number } = {}) {
  const { account, endpoint, windows, units } = callOf(at, parts);
  return { account, endpoint, at, windows: windows.map(({ id }) => id), units };
}

const every = (step: number, from: number, to: number) =>
  Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);

function sumsOf(buckets: readonly UsageBucket[]) {
  return buckets.reduce(
    (sums, { calls, succeeded, serverErrors }) => ({
      calls: sums.calls + calls,
      succeeded: sums.succeeded + succeeded,
      serverErrors: sums.serverErrors + serverErrors,
    }),
    { calls: 0, succeeded: 0, serverErrors: 0 },
  );
}

describe.skipIf(!canStartRedis())("the packed days of redisUsage", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await sharedRedis();
  });

  /** Returns a separate store with a clock to set, and functions that read an account's keys. */
  function newPlace() {
    const location = newLocation(server);
    const clock = { time: midnight, now: () => clock.time };
    const open = () => {
      const opened = openUsage(location, { clock });
      onTestFinished(() => opened.close());
      return opened.usage;
    };
    const key = (kind: string, account: string) => `${location.prefix}{${account}}:${kind}`;
    return {
      clock,
      open,
      key,
      usage: open(),
      packedDays: async (account = "acct_1") =>
        (await server.admin.hkeys(key("days", account))).toSorted((a, b) => (a < b ? -1 : 1)),
      openBuckets: async (account = "acct_1") =>
        (await server.admin.hkeys(key("account", account))).filter((field) => /^u?\d/.test(field)).length,
      packedBytes: async (account = "acct_1") =>
        (await server.admin.hvalsBuffer(key("days", account))).reduce((sum, { length }) => sum + length, 0),
    };
  }

  const today = midnight / dayMs;

  /** Records a call and an outcome in every hour of three days. Then sets the clock to the second day after them. */
  async function afterThreeDays() {
    const place = newPlace();
    const { usage, clock } = place;
    const instants = every(hourMs, midnight, midnight + 3 * dayMs - hourMs);
    for (const endpoint of endpoints) {
      await usage.consume(batchOf(midnight, ...instants.map((at) => callOf(at, { endpoint }))));
      await usage.complete(batchOf(midnight, ...instants.map((at) => outcomeOf(at, { endpoint }))));
    }
    clock.time = midnight + 4 * dayMs;
    return place;
  }

  /** Reads until all closed days are packed. Each read packs some. */
  function packed({ usage, openBuckets }: ReturnType<typeof newPlace>) {
    return until(async () => {
      await usage.read({ account: "acct_1", boundaries: [], windows: [] });
      return (await openBuckets()) === 0;
    });
  }

  const inQuarters = {
    account: "acct_1",
    boundaries: every(bucketMs, midnight, midnight + 3 * dayMs),
    windows: [],
  };

  it("packs closed days in the background, and returns the same usage for any range", async () => {
    const place = await afterThreeDays();
    const inDays = { ...inQuarters, boundaries: every(dayMs, midnight, midnight + 3 * dayMs) };
    const inLocalDays = {
      ...inQuarters,
      boundaries: every(
        dayMs,
        midnight - 5.75 * hourMs,
        midnight + 3.25 * dayMs - 2 * hourMs + 0.25 * hourMs,
      ),
    };
    const queries = [inQuarters, inDays, inLocalDays];
    place.clock.time = midnight + 3 * dayMs;
    const before = await Promise.all(queries.map((query) => place.usage.read(query)));
    expect(before[0]?.buckets).toHaveLength(144);
    place.clock.time = midnight + 4 * dayMs;
    await packed(place);
    expect(await place.packedDays()).toEqual(
      [0, 1, 2].map((day) => `q${today + day}`).concat([0, 1, 2].map((day) => `s${today + day}`)),
    );
    expect(await Promise.all(queries.map((query) => place.usage.read(query)))).toEqual(before);
  });

  it("uses at most two kilobytes for a day with calls in every 15 minutes", async () => {
    const place = newPlace();
    const instants = every(bucketMs, midnight, midnight + dayMs - 1);
    for (let call = 0; call < 5; call++) {
      await place.usage.consume(batchOf(midnight, ...instants.map((at) => callOf(at))));
      await place.usage.complete(batchOf(midnight, ...instants.map((at) => outcomeOf(at))));
    }
    place.clock.time = midnight + 2 * dayMs;
    await packed(place);
    expect(await place.packedBytes()).toBeLessThan(2_048);
  });

  it("loses no call that is counted in a day while it is being packed", async () => {
    const place = newPlace();
    const stores = [place.usage, place.open(), place.open()];
    place.clock.time = midnight + 2 * dayMs;
    await place.usage.consume(batchOf(midnight, callOf(midnight)));
    let refunds = 0;
    await Promise.all(
      stores.map(async (usage, writer) => {
        for (let call = 0; call < 150; call++) {
          const at = midnight + ((call * 7 + writer) % 96) * bucketMs;
          await usage.consume(batchOf(at, callOf(at)));
          // A call packs the day, sometimes before its outcome and sometimes during it.
          await sleep(call % 10);
          await usage.complete(batchOf(at, outcomeOf(at)));
          if (call % 10 === 0) {
            await usage.refund(batchOf(at, refundOf(at)));
            refunds++;
          }
          // Each new day of the clock packs the day again.
          if (call % 5 === 0) place.clock.time += dayMs;
        }
      }),
    );
    expect((await place.packedDays()).length).toBeGreaterThan(0);
    place.clock.time += dayMs;
    await packed(place);
    const { buckets, used, lifetime } = await place.usage.read({ ...inQuarters, windows: [`day:${today}`] });
    expect(sumsOf(buckets)).toEqual({ calls: 451 - refunds, succeeded: 450, serverErrors: refunds });
    expect([...used, lifetime.calls]).toEqual([451 - refunds, 451 - refunds]);
  });

  /** Records calls of one and of three units in every hour of a day. Then sets the clock to the second day after it. */
  async function afterDayOfUnits() {
    const place = newPlace();
    const instants = every(hourMs, midnight, midnight + dayMs - hourMs);
    const calls = instants.flatMap((at) => [callOf(at), callOf(at, { units: 3 })]);
    await place.usage.consume(batchOf(midnight, ...calls));
    const query = { ...inQuarters, windows: [`day:${today}`] };
    return { ...place, read: () => place.usage.read(query) };
  }

  /** Expects that the day of {@link afterDayOfUnits} lacks a call of three units in its first hour. */
  async function expectRefund({ usage, read }: Awaited<ReturnType<typeof afterDayOfUnits>>) {
    const { buckets, ...before } = await read();
    await usage.refund(batchOf(midnight, refundOf(midnight, { units: 3 })));
    const [first, ...others] = buckets;
    const after = await read();
    expect(after.buckets).toEqual([{ ...first, calls: 1, units: 1, serverErrors: 1 }, ...others]);
    expect(after.used).toEqual([Number(before.used[0]) - 3]);
  }

  it.each([
    { did: "packed", fields: "the extra units stay open" },
    { did: "unpacked", fields: "the extra units stay packed" },
  ])("reads and refunds units of a day that an earlier release has $did: $fields", async ({ did }) => {
    const place = await afterDayOfUnits();
    const before = await place.read();
    const open = await server.admin.hgetall(place.key("account", "acct_1"));
    place.clock.time += 2 * dayMs;
    await packed(place);
    // Such a release knows neither these fields nor those of the packed extra units.
    const isExtra = (field: string) => /^u\d/.test(field);
    const isOpen = did === "packed" ? isExtra : (field: string) => /^\d/.test(field);
    const restored = Object.entries(open).filter(([field]) => isOpen(field));
    await server.admin.hset(place.key("account", "acct_1"), Object.fromEntries(restored));
    const removed = did === "packed" ? [`u${today}`] : [`s${today}`, `q${today}`];
    await server.admin.hdel(place.key("days", "acct_1"), ...removed);
    expect(await place.read()).toEqual(before);
    await expectRefund(place);
  });

  it("folds a day into its sum 400 days after its end, and no day earlier", async () => {
    const place = await afterThreeDays();
    await packed(place);
    const inDays = { ...inQuarters, boundaries: every(dayMs, midnight, midnight + 3 * dayMs) };
    const before = await place.usage.read(inDays);
    place.clock.time = midnight + dayMs + 401 * dayMs;
    await place.usage.read(inDays);
    await until(async () => (await place.packedDays()).length === 4);
    expect(await place.packedDays()).toEqual([`q${today + 2}`, ...[0, 1, 2].map((day) => `s${today + day}`)]);
    expect(await place.usage.read(inDays)).toEqual(before);
    const { buckets } = await place.usage.read(inQuarters);
    expect(
      buckets.filter(({ start }) => start < midnight + dayMs).map(({ start, calls }) => [start, calls]),
    ).toEqual([
      [midnight, 24],
      [midnight, 24],
    ]);

    await place.usage.complete(batchOf(midnight, outcomeOf(midnight + 5 * hourMs)));
    place.clock.time += dayMs;
    await packed(place);
    expect(await place.packedDays()).toEqual([0, 1, 2].map((day) => `s${today + day}`));
    expect(sumsOf((await place.usage.read(inDays)).buckets)).toEqual({
      calls: 144,
      succeeded: 145,
      serverErrors: 0,
    });
  });
});
