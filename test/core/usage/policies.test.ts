import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { createMeter, defaultPlans, type Plan, type Principal } from "@tools-api/core";
import type { UsageCall, UsageStore } from "@tools-api/core/storage";
import { describe, expect, it } from "vitest";
import { account } from "./recorded-calls.ts";

const start = Date.parse("2026-11-21T10:05:30.250Z");
const hour = 3_600_000;

interface Caller {
  key?: string;
  dailyLimit?: number;
  keyLimit?: number | null;
}

function callerOf({ key = "key_1", dailyLimit = 100, keyLimit }: Caller = {}): Principal {
  return {
    account: { ...account, plan: "free", dailyLimit },
    credential: {
      method: "api_key",
      id: key,
      name: "default",
      scopes: [],
      expiresAt: null,
      ...(keyLimit !== undefined && { dailyLimit: keyLimit }),
    },
    fences: [],
  };
}

/** Creates a meter at an instant that the test sets, and records the calls that reach its store. */
function meterWith(limits: Partial<Plan> = {}) {
  let now = start;
  const clock = { now: () => now };
  const store = memoryUsage({ clock });
  const consumed: UsageCall[] = [];
  const usage: UsageStore = {
    ...store,
    consume(batch) {
      consumed.push(...batch.items);
      return store.consume(batch);
    },
  };
  const plans = { ...defaultPlans, free: { ...defaultPlans.free, ...limits } };
  const meter = createMeter({ usage, plans, clock });
  return {
    meter,
    consumed,
    setClock(at: number | string) {
      now = new Date(at).getTime();
    },
    admit: (caller = callerOf(), units?: number) =>
      meter.admit(caller, "profile", () => Promise.resolve(caller), { units }),
    read: (boundaries: number[]) => store.read({ account: account.id, boundaries, windows: [] }),
    async used(...windows: string[]) {
      return (await store.read({ account: account.id, boundaries: [], windows })).used;
    },
  };
}

describe("plan policies", () => {
  it("applies only the daily policy by default", async () => {
    const { admit, consumed } = meterWith();
    expect((await admit()).allowances).toEqual([
      {
        policy: "daily",
        limit: 100,
        used: 1,
        remaining: 99,
        windowSeconds: 86_400,
        resetsAt: Date.parse("2026-11-22T00:00:00Z"),
      },
    ]);
    expect(consumed[0]?.windows).toEqual([
      { id: "day:2026-11-21", limit: 100, ends: Date.parse("2026-11-22T00:00:00Z") },
    ]);
  });

  it("counts a call in the day, the minute, the second and the day of its key, in UTC", async () => {
    const { admit, consumed } = meterWith({ perMinute: 60, perSecond: 5 });
    const { allowances } = await admit(callerOf({ keyLimit: 10 }));
    expect(
      allowances.map(({ policy, remaining, windowSeconds }) => [policy, remaining, windowSeconds]),
    ).toEqual([
      ["daily", 99, 86_400],
      ["per_minute", 59, 60],
      ["per_second", 4, 1],
      ["key_daily", 9, 86_400],
    ]);
    const midnight = Date.parse("2026-11-22T00:00:00Z");
    expect(consumed[0]?.windows).toEqual([
      { id: "day:2026-11-21", limit: 100, ends: midnight },
      { id: "minute:2026-11-21T10:05", limit: 60, ends: Date.parse("2026-11-21T10:06:00Z"), ttlMs: hour },
      { id: "second:2026-11-21T10:05:30", limit: 5, ends: Date.parse("2026-11-21T10:05:31Z"), ttlMs: hour },
      { id: "key:key_1:day:2026-11-21", limit: 10, ends: midnight },
    ]);
  });

  it("takes all units of a call of every window, or none, and reports how many it counts as", async () => {
    const { admit, used } = meterWith({ perMinute: 5 });
    const caller = callerOf({ keyLimit: 4 });
    expect((await admit(caller, 3)).allowances.map(({ remaining }) => remaining)).toEqual([97, 2, 1]);
    await expect(admit(caller, 2)).rejects.toMatchObject({
      exceeded: ["key_daily"],
      allowances: [{ remaining: 97 }, { remaining: 2 }, { remaining: 1 }],
      message:
        "3 of 4 calls used with the key key_1, and this call counts as 2; the allowance resets at 2026-11-22T00:00:00Z.",
    });
    expect((await admit(caller)).units).toBe(1);
    expect(await used("day:2026-11-21", "minute:2026-11-21T10:05", "key:key_1:day:2026-11-21")).toEqual([
      4, 4, 4,
    ]);
  });

  it.each([0, -1, 1.5, Number.NaN, 1_000_000_001])("counts nothing for %s units", async (units) => {
    const { admit, consumed } = meterWith();
    await expect(admit(callerOf(), units)).rejects.toThrow(
      `units: expected a whole number from 1 to 1000000000, received ${units}`,
    );
    expect(consumed).toEqual([]);
  });

  it("reports the exceeded limit, its number of calls, and when a retry can succeed", async () => {
    const { admit } = meterWith({ perMinute: 2, perSecond: 2 });
    const caller = callerOf({ keyLimit: 2 });
    await admit(caller);
    await admit(caller);
    await expect(admit(caller)).rejects.toMatchObject({
      exceeded: ["per_minute", "per_second", "key_daily"],
      message:
        "2 of 2 calls per minute used on the free plan; the allowance resets at 2026-11-21T10:06:00Z. " +
        "2 of 2 calls per second used on the free plan; the allowance resets at 2026-11-21T10:05:31Z. " +
        "2 of 2 calls used with the key key_1; the allowance resets at 2026-11-22T00:00:00Z.",
      // The last of the resets, rounded up.
      retryAfter: 13 * 3600 + 54 * 60 + 30,
    });
    await expect(admit()).rejects.toMatchObject({ exceeded: ["per_minute", "per_second"], retryAfter: 30 });
  });
});

describe("the clock of the meter", () => {
  it("returns a retry time of at least one second if the clock passes a reset during a rejection", async () => {
    let now = start;
    const clock = { now: () => now };
    const store = memoryUsage({ clock });
    const usage: UsageStore = {
      ...store,
      async consume(batch) {
        const admissions = await store.consume(batch);
        now = start + 86_400_000;
        return admissions;
      },
    };
    const none = callerOf({ dailyLimit: 0 });
    await expect(
      createMeter({ usage, plans: defaultPlans, clock }).admit(none, "profile", () => Promise.resolve(none)),
    ).rejects.toMatchObject({ code: "quota_exceeded", retryAfter: 1 });
  });

  it("books a call at the instant of its admission, even if the clock changes before it ends", async () => {
    const { admit, meter, read, setClock } = meterWith({ perMinute: 5 });
    const calls = [await admit(), await admit()];
    for (const [index, at] of ["2026-11-23T00:00:00Z", "2026-11-19T00:00:00Z"].entries()) {
      setClock(at);
      const call = calls[index];
      if (call) await meter.complete(call, { succeeded: true, bytesIn: 1, bytesOut: 2, durationMs: 3 });
    }
    const days = ["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22"];
    const { buckets } = await read(days.map((day) => Date.parse(`${day}T00:00:00Z`)));
    expect(buckets).toEqual([
      expect.objectContaining({ start: Date.parse("2026-11-21T00:00:00Z"), calls: 2, succeeded: 2 }),
    ]);
  });
});
