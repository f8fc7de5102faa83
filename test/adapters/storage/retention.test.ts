import type { UsageStore } from "@tools-api/core";
import { dayMs, hourMs } from "@tools-api/core/internal/time";
import { bucketMs } from "@tools-api/core/storage";
import { describe, expect, it, vi } from "vitest";
import { openPlace, storeEngines, usageEngines } from "./engines.ts";

// No caller waits for a sweep.
const patience = { timeout: 60_000, interval: 10 };
const account = "acct_1";
const start = Date.UTC(2025, 9, 1);

function batchOf<Item>(at: number, items: Item[]) {
  return { id: crypto.randomUUID(), at, items };
}

function callOf(at: number, endpoint = "profile") {
  return { account, endpoint, at, windows: [], fences: [] };
}

// Redis expires counters by its own clock.
describe.each(usageEngines.filter(({ engine }) => engine !== "Redis"))("counters in $engine", (engine) => {
  async function openAt(time: number) {
    const clock = { time, now: () => clock.time };
    const place = await openPlace(engine);
    const usage = await place.usage(clock);
    const consume = async (window: object, id: string = crypto.randomUUID()) => {
      const windows = [{ id: "none", limit: 1e9, ends: clock.time, ...window }];
      const [admission] = await usage.consume({
        id,
        at: clock.time,
        items: [{ ...callOf(clock.time), windows }],
      });
      return admission;
    };
    const used = async (...windows: string[]) =>
      (await usage.read({ account, boundaries: [], windows })).used;
    /** Writes until the engine has looked for what has expired. */
    const sweep = async () => {
      for (let write = 0; write < 130; write++) await usage.complete(batchOf(clock.time, []));
      await consume({ id: crypto.randomUUID() });
      // The first write of a process sweeps.
      await (await place.usage(clock)).consume(batchOf(clock.time, [callOf(clock.time)]));
    };
    return { clock, usage, consume, used, sweep };
  }

  it("end with later calls after their retention, which is two days if the window names none, and no call is lost", async () => {
    const { clock, usage, consume, used, sweep } = await openAt(start);
    const ends = start + hourMs;
    await consume({ id: "short", ends, ttlMs: hourMs });
    await consume({ id: "usual", ends });
    await consume({ id: "open", ends: start + 100 * dayMs });
    for (const [time, expected] of [
      [ends + hourMs - 1, [1, 1, 1]],
      [ends + hourMs + 1001, [0, 1, 1]],
      [ends + 2 * dayMs - 1, [0, 1, 1]],
      [ends + 2 * dayMs + 1001, [0, 0, 1]],
    ] as const) {
      clock.time = time;
      await sweep();
      await vi.waitFor(async () => expect(await used("short", "usual", "open")).toEqual(expected), patience);
    }
    const { lifetime, buckets } = await usage.read({
      account,
      boundaries: [0, start + 9 * dayMs],
      windows: [],
    });
    expect(lifetime.calls).toBe(3 + 4 * 2);
    expect(buckets.reduce((sum, bucket) => sum + bucket.calls, 0)).toBe(lifetime.calls);
  });

  // An error of SQLite means that nothing was written, so no batch is sent again.
  it.skipIf(engine.engine === "SQLite")(
    "count a batch again only if it is sent again after an hour",
    async () => {
      const { clock, consume, sweep } = await openAt(start);
      const window = { id: "day", ends: start + 100 * dayMs };
      const first = { outcome: "admitted", used: [1] };
      expect(await consume(window, "early")).toEqual(first);
      clock.time += hourMs - 1;
      await consume(window);
      expect(await consume(window, "early")).toEqual(first);
      clock.time += 2 * hourMs;
      await sweep();
      await vi.waitFor(async () => {
        expect(await consume(window, "early")).toEqual({ outcome: "admitted", used: [3] });
      }, patience);
    },
  );
});

describe.each(usageEngines)("buckets in $engine", (engine) => {
  it("fold into days after the given number of days, by several processes, and lose no call and count none twice", async () => {
    const clock = { time: start + 4 * dayMs, now: () => clock.time };
    const place = await openPlace(engine);
    const stores = await Promise.all(Array.from({ length: 4 }, () => place.usage(clock, 40)));
    const [usage] = stores;
    if (!usage) throw new Error("expected a store");
    expect(usage.quarterDays).toBe(40);
    for (let day = 0; day < 4; day++)
      for (const endpoint of ["profile", "usage"]) {
        const instants = Array.from({ length: 96 }, (_, quarter) => start + day * dayMs + quarter * bucketMs);
        await usage.consume(
          batchOf(
            clock.time,
            instants.map((at) => callOf(at, endpoint)),
          ),
        );
        const outcome = { credential: "key_1", succeeded: true, bytesIn: 1, bytesOut: 2, durationMs: 3 };
        await usage.complete(
          batchOf(
            clock.time,
            instants.map((at) => ({ ...callOf(at, endpoint), ...outcome })),
          ),
        );
      }
    const read = async (from: UsageStore, stepMs: number) => {
      const boundaries = Array.from({ length: (4 * dayMs) / stepMs + 1 }, (_, step) => start + step * stepMs);
      return (await from.read({ account, boundaries, windows: [] })).buckets;
    };
    const before = await read(usage, dayMs);
    expect(before.map(({ calls, succeeded }) => [calls, succeeded])).toEqual(before.map(() => [96, 96]));
    expect([before.length, (await read(usage, bucketMs)).length]).toEqual([8, 4 * 96 * 2]);

    // The third day ended exactly 40 days ago, and the fourth did not.
    clock.time = start + 43 * dayMs;
    await vi.waitFor(async () => {
      // Engines fold during writes, or in the background.
      await Promise.all(stores.map((store) => store.consume(batchOf(clock.time, [callOf(clock.time)]))));
      for (const store of stores) expect(await read(store, bucketMs)).toHaveLength((3 + 96) * 2);
    }, patience);
    for (const store of stores) expect(await read(store, dayMs)).toEqual(before);
  });

  it("refuses a number of days for which reports by the hour would be inexact", async () => {
    const place = await openPlace(engine);
    await expect(place.usage(undefined, 31)).rejects.toThrow(
      "quarterDays: expected a whole number of days from 32, received 31",
    );
  });
});

it.each(storeEngines)("removes expired documents in $engine during other writes", async (engine) => {
  const clock = { time: 1_000, now: () => clock.time };
  const place = await openPlace(engine);
  const documents = await place.documents(clock);
  const codes = Array.from({ length: 200 }, (_, index) => ({
    key: `codes/${index}`,
    value: 0,
    expiresAt: 2_000,
  }));
  await documents.commit(codes);
  await documents.commit([{ key: "kept", value: 0, expiresAt: 10_000 }]);
  clock.time = 2_000;
  expect(await documents.get("codes/0")).toBeNull();
  const keys = async () => {
    // At an earlier instant, only documents that were removed are missing.
    clock.time = 1_999;
    const found = await documents.list("", { limit: 1_000 });
    clock.time = 2_000;
    return found.map(({ key }) => key);
  };
  const other = await place.documents(clock);
  await vi.waitFor(async () => {
    await other.commit([{ key: "other", value: 0 }]);
    expect(await keys()).toEqual(["kept", "other"]);
  }, patience);
});
