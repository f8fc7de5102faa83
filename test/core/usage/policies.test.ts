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
      meter.admit(caller, "profile", () => Promise.resolve(caller), undefined, units),
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

  it("takes no unit of any window for a call that one of them rejects", async () => {
    const { admit, used, setClock } = meterWith({ perMinute: 2 });
    await admit();
    await admit();
    for (let call = 0; call < 3; call++)
      await expect(admit()).rejects.toMatchObject({ code: "quota_exceeded", exceeded: ["per_minute"] });
    expect(await used("day:2026-11-21", "minute:2026-11-21T10:05")).toEqual([2, 2]);
    setClock("2026-11-21T10:06:00Z");
    expect((await admit()).allowances).toMatchObject([{ remaining: 97 }, { remaining: 1 }]);
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

  it("refunds a call to every window that counted it, even if those have closed", async () => {
    const { admit, meter, used, setClock } = meterWith({ perMinute: 2, perSecond: 2 });
    const windows = ["day:2026-11-21", "minute:2026-11-21T10:05", "second:2026-11-21T10:05:30"];
    const call = await admit(callerOf({ keyLimit: 5 }));
    await admit();
    setClock("2026-11-21T10:25:00Z");
    await meter.refund(call);
    expect(await used(...windows, "key:key_1:day:2026-11-21")).toEqual([1, 1, 1, 0]);
  });
});

describe("key caps", () => {
  it("stops only the capped key, whose calls also count for the account", async () => {
    const { admit } = meterWith();
    const capped = callerOf({ key: "key_a", keyLimit: 2, dailyLimit: 4 });
    const free = callerOf({ key: "key_b", keyLimit: null, dailyLimit: 4 });
    await admit(capped);
    await admit(capped);
    await expect(admit(capped)).rejects.toMatchObject({ exceeded: ["key_daily"] });
    expect((await admit(free)).allowances).toMatchObject([{ policy: "daily", remaining: 1 }]);
    await admit(free);
    await expect(admit(free)).rejects.toMatchObject({ exceeded: ["daily"] });
    await expect(admit(capped)).rejects.toMatchObject({ exceeded: ["daily", "key_daily"] });
  });

  it("counts calls since the cap was set, and ignores a cap once it is removed", async () => {
    const { admit } = meterWith();
    await admit(callerOf({ keyLimit: null }));
    expect((await admit(callerOf({ keyLimit: 1 }))).allowances).toMatchObject([
      { used: 2 },
      { policy: "key_daily", used: 1, remaining: 0 },
    ]);
    await expect(admit(callerOf({ keyLimit: 1 }))).rejects.toMatchObject({ exceeded: ["key_daily"] });
    expect((await admit(callerOf({ keyLimit: null }))).allowances).toMatchObject([{ used: 3 }]);
  });
});

describe("the clock of the meter", () => {
  it("opens a window at its first millisecond", async () => {
    const { admit, setClock } = meterWith({ perMinute: 1 });
    setClock("2026-11-21T10:05:59.999Z");
    await admit();
    await expect(admit()).rejects.toMatchObject({ exceeded: ["per_minute"], retryAfter: 1 });
    setClock("2026-11-21T10:06:00.000Z");
    expect((await admit()).allowances).toMatchObject([{ used: 2 }, { used: 1, remaining: 0 }]);
  });

  it("continues the counter of the old day if the clock goes back over midnight", async () => {
    const { admit, used, setClock } = meterWith();
    const caller = callerOf({ dailyLimit: 2 });
    setClock("2026-11-21T23:59:59Z");
    await admit(caller);
    setClock("2026-11-22T00:00:01Z");
    await admit(caller);
    setClock("2026-11-21T23:59:58Z");
    await admit(caller);
    await expect(admit(caller)).rejects.toMatchObject({ exceeded: ["daily"], retryAfter: 2 });
    expect(await used("day:2026-11-21", "day:2026-11-22")).toEqual([2, 1]);
  });

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
