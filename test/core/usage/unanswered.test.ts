import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { createMeter, defaultPlans, type Principal, ToolsError } from "@tools-api/core";
import type { UsageBatch, UsageCall, UsageStore } from "@tools-api/core/storage";
import type { LostRefunds } from "@tools-api/core/usage";
import { describe, expect, it } from "vitest";
import { manualTimer, settle } from "./manual-timer.ts";
import { account } from "./recorded-calls.ts";
import { type Fault, unreliableUsage, type UsageWrite } from "./unreliable-usage.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const quarter = 15 * 60_000;
const minute = 60_000;
const outcome = { succeeded: true, bytesIn: 10, bytesOut: 100, durationMs: 4 };

function callerWith(dailyLimit: number): Principal {
  return {
    account: { ...account, dailyLimit },
    credential: { method: "api_key", id: "key_1", name: "default", scopes: [], expiresAt: null },
    fences: [],
  };
}

/**
 * Creates a meter over a store that loses writes or answers as the test sets it, and reads the actual
 * contents of the store.
 */
function unreliable(store: UsageStore, faultOf: (write: UsageWrite) => Fault | Promise<Fault> = () => null) {
  let now = noon;
  const clock = { now: () => now };
  const timer = manualTimer();
  const kept: LostRefunds[] = [];
  const line = { faultOf, consumed: [] as UsageBatch<UsageCall>[] };
  const usage = unreliableUsage(store, (write) => line.faultOf(write));
  const meter = createMeter({
    usage: {
      ...usage,
      consume(batch) {
        line.consumed.push(batch);
        return usage.consume(batch);
      },
    },
    plans: defaultPlans,
    clock,
    timer,
    onRefundFailed: (units) => kept.push(units),
  });
  const caller = callerWith(3);
  return {
    meter,
    timer,
    kept,
    line,
    caller,
    setClock(at: number) {
      now = at;
    },
    admit: () => meter.admit(caller, "profile", () => Promise.resolve(caller)),
    /** Returns the day's counter and its only bucket. */
    async recorded() {
      const boundaries = [noon, noon + quarter];
      const { used, buckets } = await store.read({
        account: account.id,
        boundaries,
        windows: ["day:2026-11-21"],
      });
      const { calls = 0, succeeded = 0, serverErrors = 0, rejected = 0 } = buckets[0] ?? {};
      return { used: used[0], calls, succeeded, serverErrors, rejected };
    },
  };
}

/**
 * Resolves with a promise's error. It is attached from the start, so the promise may fail before the test
 * awaits it.
 */
function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const unanswered = { code: "storage_unavailable" };

describe("unanswered writes", () => {
  const create = () => memoryUsage({ clock: { now: () => noon } });

  it("counts nothing for an admission that was never written or that arrives late", async () => {
    const store = create();
    const { admit, line, timer, recorded } = unreliable(store, () => "before");
    const refused = failureOf(admit());
    await timer.advance(1000);
    expect(await refused).toMatchObject(unanswered);
    line.faultOf = () => null;
    await timer.advance(minute);
    const givenBack = { used: 0, calls: 0, succeeded: 0, serverErrors: 1, rejected: 0 };
    expect(await recorded()).toEqual(givenBack);
    const [late] = line.consumed;
    expect(late?.items).toHaveLength(1);
    if (late) await store.consume(late);
    expect(await recorded()).toEqual(givenBack);
  });
});

describe("retries of the meter", () => {
  it("reports after ten minutes which calls stay counted", async () => {
    const { admit, meter, line, timer, recorded, kept } = unreliable(memoryUsage(), (write) =>
      write === "refund" ? "before" : null,
    );
    const call = await admit();
    const failed = failureOf(meter.refund(call));
    await timer.advance(9 * minute);
    expect(await failed).toMatchObject(unanswered);
    expect(kept).toEqual([]);
    await timer.advance(2 * minute);
    expect(kept).toEqual([
      {
        calls: [expect.objectContaining({ account: account.id, endpoint: "profile", at: noon })],
        cause: expect.objectContaining(unanswered),
      },
    ]);
    line.faultOf = () => null;
    await timer.advance(minute);
    expect(await recorded()).toMatchObject({ used: 1, calls: 1, serverErrors: 0 });
  });

  it("never retries a refund whose id the store may have forgotten", async () => {
    const { admit, meter, line, timer, setClock, recorded, kept } = unreliable(
      memoryUsage({ clock: { now: () => noon } }),
      (write) => (write === "refund" ? "after" : null),
    );
    await admit();
    const failed = failureOf(meter.refund(await admit()));
    await timer.advance(10_000);
    expect(await failed).toMatchObject(unanswered);
    setClock(noon + 11 * minute);
    let refunds = 0;
    line.faultOf = (write) => {
      if (write === "refund") refunds++;
      return null;
    };
    await timer.advance(minute);
    expect(refunds).toBe(0);
    expect(kept).toHaveLength(1);
    expect(await recorded()).toMatchObject({ used: 1, calls: 1, serverErrors: 1 });
  });

  it("retries an outcome that took long to fail, but not an admission", async () => {
    const { admit, meter, line, timer } = unreliable(memoryUsage());
    const call = await admit();
    line.consumed.length = 0;
    const writes: UsageWrite[] = [];
    line.faultOf = async (write): Promise<Fault> => {
      writes.push(write);
      await timer.sleep(5000);
      return "before";
    };
    const refused = failureOf(admit());
    await timer.advance(5001);
    expect(await refused).toMatchObject(unanswered);
    // The second write is the refund.
    expect(line.consumed).toHaveLength(2);
    const failed = failureOf(meter.complete(call, outcome));
    await timer.advance(10_100);
    expect(await failed).toMatchObject(unanswered);
    expect(writes.filter((write) => write === "complete")).toHaveLength(2);
  });

  it("rejects waiting callers together with the write that failed, without another attempt for a slow store", async () => {
    const { meter, line, timer } = unreliable(memoryUsage());
    const plenty = callerWith(100_000);
    const admit = () => meter.admit(plenty, "profile", () => Promise.resolve(plenty));
    line.faultOf = async (): Promise<Fault> => {
      await timer.sleep(5000);
      return "before";
    };
    const failures: unknown[] = [];
    const note = (error: unknown) => failures.push(error);
    for (let caller = 0; caller < 1500; caller++) admit().catch(note);
    await timer.advance(4999);
    expect(failures).toEqual([]);
    await timer.advance(2);
    expect(failures).toHaveLength(1500);
    expect(failures).toEqual(failures.map(() => expect.objectContaining(unanswered)));
    // A new caller is tried immediately.
    line.faultOf = () => null;
    const admitted = admit();
    await settle();
    expect((await admitted).allowances).toMatchObject([{ used: 1 }]);
  });

  it("passes an error other than a lost answer to the caller immediately", async () => {
    let attempts = 0;
    const { admit, timer } = unreliable(memoryUsage(), () => {
      attempts++;
      throw new TypeError("a mistake of the adapter");
    });
    const failed = failureOf(admit());
    await timer.advance(1000);
    expect(await failed).toBeInstanceOf(TypeError);
    // The second write is the refund.
    expect(attempts).toBe(2);
  });
});

describe("partitioned stores", () => {
  it("refunds calls on one partition while another does not answer", async () => {
    const store = memoryUsage();
    const timer = manualTimer();
    let back = false;
    const usage: UsageStore = {
      ...store,
      partitionOf: (account) => account,
      refund(batch) {
        const lost = batch.items.some((refund) => !back || refund.account === "acct_lost");
        return lost ? Promise.reject(new ToolsError("storage_unavailable", "Lost.")) : store.refund(batch);
      },
    };
    const meter = createMeter({ usage, plans: defaultPlans, clock: { now: () => noon }, timer });
    const failures = ["acct_lost", "acct_found"].map(async (id) => {
      const caller = callerWith(3);
      const principal = { ...caller, account: { ...caller.account, id } };
      const call = await meter.admit(principal, "profile", () => Promise.resolve(principal));
      return failureOf(meter.refund(call));
    });
    await timer.advance(10_000);
    expect(await Promise.all(failures)).toMatchObject([unanswered, unanswered]);
    back = true;
    await timer.advance(minute);
    const used = async (id: string) =>
      (await store.read({ account: id, boundaries: [], windows: ["day:2026-11-21"] })).used;
    expect(await used("acct_lost")).toEqual([1]);
    expect(await used("acct_found")).toEqual([0]);
  });
});

describe("the last known allowance", () => {
  it("shows the last known counts only for the current window, and zero otherwise", async () => {
    const { admit, meter, caller, setClock } = unreliable(memoryUsage());
    expect(meter.lastKnown(caller)).toMatchObject([{ policy: "daily", used: 0, remaining: 3 }]);
    await admit();
    await admit();
    expect(meter.lastKnown(caller)).toMatchObject([{ used: 2, remaining: 1 }]);
    setClock(noon + 86_400_000);
    expect(meter.lastKnown(caller)).toMatchObject([{ used: 0, remaining: 3 }]);
  });
});
