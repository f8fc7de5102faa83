import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { bucketMs, type UsageBucket, type UsageCall, type UsageStore } from "@tools-api/core/storage";
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { canStartRedis, type RedisServer, startRedis, until } from "../../engines/redis.ts";
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
    server = await startRedis({ appendfsync: "no" });
  });
  afterAll(() => server.remove());

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

  it("keeps a day open until all its outcomes must have arrived", async () => {
    const place = newPlace();
    await place.usage.consume(batchOf(midnight, callOf(midnight)));
    place.clock.time = midnight + dayMs + 2 * hourMs;
    for (let call = 0; call < 9; call++)
      await place.usage.consume(batchOf(midnight, callOf(place.clock.time)));
    expect(await place.packedDays()).toEqual([]);
    expect(await place.openBuckets()).toBe(2);
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

  it("counts late outcomes in a packed day, and packs it again", async () => {
    const place = await afterThreeDays();
    await packed(place);
    const { usage } = place;
    await usage.consume(batchOf(midnight, callOf(midnight), callOf(midnight)));
    await usage.complete(batchOf(midnight, outcomeOf(midnight + dayMs)));
    const reading = await usage.read(inQuarters);
    expect(sumsOf(reading.buckets)).toEqual({ calls: 146, succeeded: 145, serverErrors: 0 });
    expect(reading.lifetime.calls).toBe(146);
    place.clock.time += dayMs;
    await packed(place);
    expect(await usage.read(inQuarters)).toEqual(reading);
  });

  it("refunds a call in a packed day once, and never more than the day contains", async () => {
    const place = await afterThreeDays();
    await packed(place);
    const { usage } = place;
    const late = batchOf(midnight, refundOf(midnight), refundOf(midnight), refundOf(midnight + 1.5 * hourMs));
    await Promise.all([usage.refund(late), place.open().refund(late), usage.refund(late)]);
    const reading = await usage.read({ ...inQuarters, windows: [`day:${today}`] });
    expect(sumsOf(reading.buckets)).toEqual({ calls: 143, succeeded: 144, serverErrors: 1 });
    expect(reading.used).toEqual([47]);
    expect(reading.lifetime.calls).toBe(143);
    place.clock.time += dayMs;
    await packed(place);
    expect((await usage.read(inQuarters)).buckets).toEqual(reading.buckets);
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

  it("packs the units of calls, returns the same usage, and refunds them", async () => {
    const place = await afterDayOfUnits();
    const before = await place.read();
    expect(before.used).toEqual([96]);
    expect(before.buckets).toHaveLength(24);
    for (const bucket of before.buckets) expect(bucket).toMatchObject({ calls: 2, units: 4 });
    place.clock.time += 2 * dayMs;
    await packed(place);
    expect(await place.packedDays()).toEqual([`q${today}`, `s${today}`, `u${today}`]);
    expect(await place.read()).toEqual(before);
    await expectRefund(place);

    place.clock.time += 401 * dayMs;
    await packed(place);
    await until(async () => !(await place.packedDays()).includes(`q${today}`));
    const [bucket, ...others] = (await place.read()).buckets;
    expect(bucket).toMatchObject({ start: midnight, calls: 47, units: 93, serverErrors: 1 });
    expect(others).toEqual([]);
  });

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

  it("returns the same usage as the memory store after any operations, however much is packed", async () => {
    const accounts = ["acct_1", "acct{2}"];
    const parts = fc.record({
      account: fc.constantFrom(...accounts),
      endpoint: fc.constantFrom(...endpoints),
    });
    // Instants up to four days in the past, some of them in the same bucket.
    const ago = fc.integer({ min: 0, max: 400 }).map((steps) => steps * 0.9 * bucketMs);
    const units = fc.constantFrom(1, 1, 2, 3);
    const call = fc.record({
      parts,
      ago,
      units,
      limit: fc.integer({ min: 0, max: 6 }),
      day: fc.boolean(),
      revision: fc.integer({ min: 0, max: 3 }),
    });
    const late = fc.record({ parts, ago, units, of: fc.nat(), known: fc.boolean() });
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant("consume" as const),
          calls: fc.array(call, { minLength: 1, maxLength: 8 }),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant("complete" as const),
          late: fc.array(late, { maxLength: 4 }),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant("refund" as const),
          late: fc.array(late, { maxLength: 4 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant("fence" as const),
          account: fc.constantFrom(...accounts),
          revision: fc.integer({ min: 0, max: 3 }),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant("wait" as const),
          hours: fc.constantFrom(1, 30, 50, 80, 24 * 150),
        }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("again" as const) }) },
    );
    let packedDays = 0;

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const place = newPlace();
        const { clock } = place;
        const stores: UsageStore[] = [place.usage, memoryUsage({ clock })];
        const both = async <Answer>(ask: (store: UsageStore) => Promise<Answer>) => {
          const [redis, memory] = await Promise.all(stores.map(ask));
          expect(redis).toEqual(memory);
        };
        let again = async () => {};
        const begin = clock.time;
        const made: { account: string; endpoint: string; at: number }[] = [];
        // Usually of an existing call, which can be in a packed day.
        const subjectOf = (late: {
          parts: { account: string; endpoint: string };
          ago: number;
          of: number;
          known: boolean;
        }) =>
          (late.known &&
            made
              .filter(({ at }) => at > clock.time - 300 * dayMs)
              .at(-1 - (late.of % (made.length || 1)))) || {
            ...late.parts,
            at: Math.max(begin, clock.time - late.ago),
          };
        for (const action of steps) {
          const now = clock.time;
          switch (action.kind) {
            case "consume": {
              const items = action.calls.map(
                ({ parts: of, ago: back, units: taken, limit, day, revision }) => {
                  const at = Math.max(begin, now - back);
                  const call = callOf(at, { ...of, units: taken });
                  const [window] = call.windows;
                  const short = {
                    id: `hour:${Math.floor(at / hourMs)}`,
                    limit,
                    ends: at + hourMs,
                    ttlMs: 40 * dayMs,
                  };
                  const windows = [short, ...(window && day ? [{ ...window, ttlMs: 40 * dayMs }] : [])];
                  const fences = revision === 0 ? [] : [{ id: `accounts/${call.account}`, revision }];
                  return { ...call, windows, fences };
                },
              );
              made.push(...items);
              const batch = batchOf(now, ...items);
              again = () => both((store) => store.consume(batch));
              await again();
              break;
            }
            case "complete": {
              const subjects = action.late.map(subjectOf);
              const batch = batchOf(now, ...subjects.map((subject) => outcomeOf(subject.at, subject)));
              again = () => both((store) => store.complete(batch));
              await again();
              break;
            }
            case "refund": {
              const items = action.late.map((one) => {
                const { at, ...of } = subjectOf(one);
                const refund = refundOf(at, { ...of, units: one.units });
                return { ...refund, windows: [...refund.windows, `hour:${Math.floor(at / hourMs)}`] };
              });
              const batch = batchOf(now, ...items);
              again = () => both((store) => store.refund(batch));
              await again();
              break;
            }
            case "fence":
              await both((store) => store.fence(`accounts/${action.account}`, action.revision));
              break;
            case "wait":
              clock.time += action.hours * hourMs;
              again = async () => {};
              // A read packs days, sometimes before the next step and sometimes during it.
              await place.usage.read({ account: "acct_1", boundaries: [], windows: [] });
              await sleep(action.hours % 4);
              break;
            case "again":
              await again();
          }
          for (const account of accounts) {
            const day = Math.floor(clock.time / dayMs);
            const windows = [`day:${day}`, `day:${day - 2}`, `hour:${Math.floor(clock.time / hourMs)}`];
            const recent = every(bucketMs, (day - 7) * dayMs, (day + 1) * dayMs);
            await both((store) => store.read({ account, boundaries: recent, windows }));
            await both((store) =>
              store.read({ account, boundaries: every(dayMs, begin, (day + 1) * dayMs), windows: [] }),
            );
          }
        }
        for (const account of accounts) packedDays += (await place.packedDays(account)).length;
      }),
      { numRuns: 40 },
    );
    expect(packedDays).toBeGreaterThan(30);
  });
});
