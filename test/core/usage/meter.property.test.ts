import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { openSqlite, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import {
  type AdmittedCall,
  type Clock,
  createMeter,
  getUsage,
  type Principal,
  QuotaExceededError,
  type UsageStore,
} from "@tools-api/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Key, keys, NaiveQuota, plans } from "./naive-quota.ts";
import { account } from "./recorded-calls.ts";
import { type Fault, unreliableUsage, type UsageWrite } from "./unreliable-usage.ts";

const start = Date.parse("2026-11-21T23:59:58.300Z");
/** Something that happens; numbers choose among what there is. */
type Step =
  | { do: "admit"; key: Key; calls: number; cached: boolean }
  | { do: "complete" | "refund"; call: number; calls: number; succeeded: boolean }
  | { do: "change plan"; plan: "free" | "pro"; dailyLimit: number | null }
  | { do: "cap a key"; key: Key; cap: number | null }
  | { do: "move the clock"; by: number }
  | { do: "lose writes"; write: UsageWrite; faults: Fault[] };

const key = fc.constantFrom(...keys);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("admit" as const),
      key,
      calls: fc.integer({ min: 1, max: 5 }),
      cached: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("complete" as const, "refund" as const),
      call: fc.nat(20),
      calls: fc.integer({ min: 1, max: 3 }),
      succeeded: fc.boolean(),
    }),
  },
  fc.record({
    do: fc.constant("change plan" as const),
    plan: fc.constantFrom("free" as const, "pro" as const),
    dailyLimit: fc.option(fc.integer({ min: 1, max: 12 })),
  }),
  fc.record({ do: fc.constant("cap a key" as const), key, cap: fc.option(fc.integer({ min: 1, max: 5 })) }),
  fc.record({
    do: fc.constant("move the clock" as const),
    // Over midnight, but in all within the hour for which the counters of seconds and minutes are kept.
    by: fc.constantFrom(1, 700, 1000, 2000, 61_000, -1, -700, -2000, -61_000),
  }),
  fc.record({
    do: fc.constant("lose writes" as const),
    write: fc.constantFrom<UsageWrite>("consume", "complete", "refund", "fence"),
    faults: fc.array(fc.constantFrom<Fault>("before", "after"), { minLength: 1, maxLength: 6 }),
  }),
);

/** A meter beside the model, with what goes on between them. */
class Run {
  readonly model = new NaiveQuota();
  private readonly open: AdmittedCall[] = [];
  private readonly cached = new Map<Key, Principal>();
  private readonly faults: { write: UsageWrite; fault: Fault }[] = [];
  private readonly store: UsageStore;
  private readonly meter;
  private readonly kept: unknown[] = [];
  private now = start;
  private elapsed = 0;
  private busy = 0;

  constructor(create: (clock: Clock) => UsageStore) {
    const clock = { now: () => this.now };
    this.store = create(clock);
    const usage = unreliableUsage(this.store, (write) => {
      const index = this.faults.findIndex((lost) => lost.write === write);
      return this.faults.splice(index, index < 0 ? 0 : 1)[0]?.fault ?? null;
    });
    this.meter = createMeter({
      usage: { ...usage, consume: this.watched(usage.consume), refund: this.watched(usage.refund) },
      plans,
      clock,
      timer: { elapsed: () => this.elapsed, sleep: this.watched((ms) => this.sleep(ms)) },
      onKept: (units) => this.kept.push(units),
    });
  }

  /** Counts what goes on, so that a check can wait for what the meter does in the background. */
  private watched<Sent, Answer>(work: (sent: Sent) => Promise<Answer>): (sent: Sent) => Promise<Answer> {
    return async (sent) => {
      this.busy++;
      try {
        return await work(sent);
      } finally {
        this.busy--;
      }
    };
  }

  private async sleep(ms: number): Promise<void> {
    this.elapsed += ms;
    await new Promise(setImmediate);
  }

  private async quiet(): Promise<void> {
    for (let rest = 0; rest < 2; rest = this.busy === 0 ? rest + 1 : 0) await new Promise(setImmediate);
  }

  async take(step: Step): Promise<void> {
    if (step.do === "admit") await this.admit(step);
    else if (step.do === "complete" || step.do === "refund") await this.end(step);
    else if (step.do === "move the clock") this.now += step.by;
    else if (step.do === "lose writes")
      this.faults.push(...step.faults.map((fault) => ({ write: step.write, fault })));
    else if (step.do === "cap a key") {
      this.model.caps.set(step.key, step.cap);
      await this.changed(`keys/acct_1/${step.key}`);
    } else {
      this.model.plan = step.plan;
      this.model.dailyLimit = step.dailyLimit;
      await this.changed("accounts/acct_1");
    }
    await this.quiet();
    await this.check();
  }

  /** Raises the fence of a document, as who changes it does before it says so. */
  private async changed(document: string): Promise<void> {
    const revision = (this.model.revisions.get(document) ?? 1) + 1;
    this.model.revisions.set(document, revision);
    await this.store.fence(document, revision);
  }

  private async admit({ key, calls, cached }: Extract<Step, { do: "admit" }>): Promise<void> {
    const { model, now } = this;
    const fresh = model.principal(key);
    const caller = (cached && this.cached.get(key)) || fresh;
    this.cached.set(key, fresh);
    const left = model.left(key, now);
    const limits = model.policies(key, now).map(({ policy, limit }) => ({ policy, limit }));
    const results = await Promise.allSettled(
      Array.from({ length: calls }, () => this.meter.admit(caller, "profile", () => Promise.resolve(fresh))),
    );
    let [admitted, unanswered] = [0, 0];
    for (const result of results) {
      if (result.status === "fulfilled") {
        admitted++;
        this.open.push(result.value);
        model.add(result.value.windows, 1);
        // By the state that was acknowledged last, whatever the caller had cached.
        expect(result.value.allowances).toMatchObject(limits);
        for (const { used, limit } of result.value.allowances) expect(used).toBeLessThanOrEqual(limit);
      } else if (result.reason instanceof QuotaExceededError) {
        const { allowances, exceeded } = result.reason;
        expect(allowances).toMatchObject(limits);
        const full = allowances.filter(({ used, limit }) => used >= limit).map(({ policy }) => policy);
        expect(full).not.toEqual([]);
        expect(exceeded).toEqual(full);
      } else {
        expect(result.reason).toMatchObject({ code: "storage_unavailable" });
        unanswered++;
      }
    }
    expect(admitted).toBeLessThanOrEqual(left);
    if (unanswered === 0) expect(admitted).toBe(Math.min(calls, left));
  }

  private async end({ do: how, call, calls, succeeded }: Extract<Step, { call: number }>): Promise<void> {
    const ending = this.open.splice(call % Math.max(1, this.open.length), calls);
    const outcome = { succeeded, bytesIn: 1, bytesOut: 2, durationMs: 3 };
    await Promise.all(
      ending.map(async (call) => {
        try {
          await (how === "refund" ? this.meter.refund(call) : this.meter.complete(call, outcome));
          if (how === "refund") this.model.add(call.windows, -1);
        } catch (error) {
          expect(error).toMatchObject({ code: "storage_unavailable" });
          // It is given back in the background, an outcome that could not be recorded as well.
          this.model.add(call.windows, -1);
        }
      }),
    );
  }

  /** Counters, what is shown to a caller, and the report say what the model says. */
  private async check(): Promise<void> {
    const { model, now } = this;
    const windows = [...model.used.keys()];
    const { used, lifetime } = await this.store.read({ account: account.id, boundaries: [], windows });
    expect(Object.fromEntries(windows.map((id, index) => [id, used[index]]))).toEqual(
      Object.fromEntries(model.used),
    );
    expect(Math.min(0, ...used)).toBe(0);
    const days = [...model.used].filter(([id]) => id.startsWith("day:"));
    expect(lifetime.calls).toBe(days.reduce((sum, [, count]) => sum + count, 0));
    for (const key of keys)
      expect(await this.meter.allowances(model.principal(key))).toMatchObject(
        model.policies(key, now).map(({ policy, window, limit }) => ({
          policy,
          limit,
          used: model.count(window),
          remaining: Math.max(0, limit - model.count(window)),
        })),
      );
    const today = new Date(now).toISOString().slice(0, 10);
    const owner = model.principal("key_a").account;
    const report = await getUsage(
      { usage: this.store, account: owner, plans, now },
      { startDate: "2026-11-01", endDate: "2026-12-31" },
    );
    expect(report.quota.used).toBe(model.count(`day:${today}`));
    for (const { start, calls } of report.series)
      expect([start, calls]).toEqual([start, model.count(`day:${start.slice(0, 10)}`)]);
    expect(this.kept).toEqual([]);
  }
}

const stores: [string, number, () => Promise<(clock: Clock) => UsageStore>][] = [
  ["memory", 150, () => Promise.resolve((clock) => memoryUsage({ clock }))],
  [
    "SQLite",
    60,
    async () => {
      const database = await openSqlite(":memory:");
      return (clock) => sqliteUsage({ database, clock });
    },
  ],
];

describe("the meter", () => {
  it.each(stores)(
    "counts exactly through changes of plan, caps, the clock and lost writes, on %s",
    async (_, numRuns, create) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
          const run = new Run(await create());
          for (const step of steps) await run.take(step);
        }),
        { numRuns },
      );
    },
  );
});
