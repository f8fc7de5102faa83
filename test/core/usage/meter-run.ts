import {
  type AdmittedCall,
  type Clock,
  createMeter,
  getUsage,
  type Principal,
  QuotaExceededError,
  type UsageStore,
} from "@tools-api/core";
import { expect } from "vitest";
import { type Key, keys, NaiveQuota, plans } from "./naive-quota.ts";
import { account } from "./recorded-calls.ts";
import { type Fault, unreliableUsage, type UsageWrite } from "./unreliable-usage.ts";

const start = Date.parse("2026-11-21T23:59:58.300Z");

/** A step of a run. Numbers select among the existing calls. */
export type Step =
  | { do: "admit"; key: Key; calls: number; units: number; cached: boolean }
  | { do: "complete" | "refund"; call: number; calls: number; succeeded: boolean }
  | { do: "change plan"; plan: "free" | "pro"; dailyLimit: number | null }
  | { do: "cap a key"; key: Key; cap: number | null }
  | { do: "move the clock"; by: number }
  | { do: "lose writes"; write: UsageWrite; faults: Fault[] };

/** Tracks work that the test does not wait for. */
function background() {
  let busy = 0;
  return {
    watched:
      <Sent, Answer>(work: (sent: Sent) => Promise<Answer>) =>
      async (sent: Sent): Promise<Answer> => {
        busy++;
        try {
          return await work(sent);
        } finally {
          busy--;
        }
      },
    async quiet(): Promise<void> {
      for (let rest = 0; rest < 2; rest = busy === 0 ? rest + 1 : 0) await new Promise(setImmediate);
    },
  };
}

/** Runs steps on a meter, and expects after each that its answers and its store match a naive count. */
export async function expectExactMeter(
  create: (clock: Clock) => UsageStore,
  steps: readonly Step[],
): Promise<void> {
  let [now, elapsed] = [start, 0];
  const model = new NaiveQuota();
  const open: AdmittedCall[] = [];
  const cached = new Map<Key, Principal>();
  const faults: { write: UsageWrite; fault: Fault }[] = [];
  const kept: unknown[] = [];
  const { watched, quiet } = background();
  const clock = { now: () => now };
  const store = create(clock);
  const usage = unreliableUsage(store, (write) => {
    const index = faults.findIndex((lost) => lost.write === write);
    return index < 0 ? null : (faults.splice(index, 1)[0]?.fault ?? null);
  });
  const meter = createMeter({
    usage: { ...usage, consume: watched(usage.consume), refund: watched(usage.refund) },
    plans,
    clock,
    timer: {
      elapsed: () => elapsed,
      sleep: watched(async (ms: number) => {
        elapsed += ms;
        await new Promise(setImmediate);
      }),
    },
    onRefundFailed: (units) => kept.push(units),
  });

  /** Raises the fence of a document, as a change does before it is acknowledged. */
  async function changed(document: string): Promise<void> {
    const revision = (model.revisions.get(document) ?? 1) + 1;
    model.revisions.set(document, revision);
    await store.fence(document, revision);
  }

  async function admit({ key, calls, units, ...step }: Extract<Step, { do: "admit" }>): Promise<void> {
    const fresh = model.principal(key);
    const caller = (step.cached && cached.get(key)) || fresh;
    cached.set(key, fresh);
    const left = model.left(key, now);
    const limits = model.policies(key, now).map(({ policy, limit }) => ({ policy, limit }));
    const results = await Promise.allSettled(
      Array.from({ length: calls }, () =>
        meter.admit(caller, "profile", () => Promise.resolve(fresh), { units }),
      ),
    );
    let [admitted, unanswered] = [0, 0];
    for (const result of results) {
      if (result.status === "fulfilled") {
        admitted++;
        open.push(result.value);
        model.add(result.value);
        // The limits of the latest acknowledged state, whatever the caller had cached.
        expect(result.value.allowances).toMatchObject(limits);
        for (const { used, limit } of result.value.allowances) expect(used).toBeLessThanOrEqual(limit);
      } else if (result.reason instanceof QuotaExceededError) {
        const { allowances, exceeded } = result.reason;
        expect(allowances).toMatchObject(limits);
        const full = allowances.filter(({ used, limit }) => used + units > limit).map(({ policy }) => policy);
        expect(full).not.toEqual([]);
        expect(exceeded).toEqual(full);
      } else {
        expect(result.reason).toMatchObject({ code: "storage_unavailable" });
        unanswered++;
      }
    }
    expect(admitted * units).toBeLessThanOrEqual(left);
    if (unanswered === 0) expect(admitted).toBe(Math.min(calls, Math.floor(left / units)));
  }

  async function end({ do: how, ...step }: Extract<Step, { call: number }>): Promise<void> {
    const ending = open.splice(step.call % Math.max(1, open.length), step.calls);
    const outcome = { succeeded: step.succeeded, bytesIn: 1, bytesOut: 2, durationMs: 3 };
    await Promise.all(
      ending.map(async (call) => {
        try {
          await (how === "refund" ? meter.refund(call) : meter.complete(call, outcome));
          if (how === "refund") model.remove(call);
        } catch (error) {
          expect(error).toMatchObject({ code: "storage_unavailable" });
          // The meter refunds it in the background, like a call whose outcome could not be recorded.
          model.remove(call);
        }
      }),
    );
  }

  async function take(step: Step): Promise<void> {
    switch (step.do) {
      case "admit":
        return admit(step);
      case "complete":
      case "refund":
        return end(step);
      case "change plan":
        model.plan = step.plan;
        model.dailyLimit = step.dailyLimit;
        return changed("accounts/acct_1");
      case "cap a key":
        model.caps.set(step.key, step.cap);
        return changed(`keys/acct_1/${step.key}`);
      case "move the clock":
        now += step.by;
        return undefined;
      case "lose writes":
        faults.push(...step.faults.map((fault) => ({ write: step.write, fault })));
        return undefined;
    }
  }

  /** Expects that counters, the caller's view and the report agree with the model. */
  async function expectAgreement(): Promise<void> {
    const windows = [...model.used.keys()];
    const { used, lifetime } = await store.read({ account: account.id, boundaries: [], windows });
    expect(Object.fromEntries(windows.map((id, index) => [id, used[index]]))).toEqual(
      Object.fromEntries(model.used),
    );
    expect(Math.min(0, ...used)).toBe(0);
    expect(lifetime.calls).toBe(model.calls);
    for (const key of keys)
      expect(await meter.allowances(model.principal(key))).toMatchObject(
        model.policies(key, now).map(({ policy, window, limit }) => ({
          policy,
          limit,
          used: model.count(window),
          remaining: Math.max(0, limit - model.count(window)),
        })),
      );
    const owner = model.principal("key_a").account;
    const report = await getUsage(
      { usage: store, account: owner, plans, now },
      { startDate: "2026-11-20", endDate: "2026-11-23" },
    );
    expect(report.quota.used).toBe(model.count(`day:${new Date(now).toISOString().slice(0, 10)}`));
    expect(report.totals.calls).toBe(model.calls);
    for (const { start, units } of report.series)
      expect([start, units]).toEqual([
        start,
        model.count(`day:${new Date(start).toISOString().slice(0, 10)}`),
      ]);
    expect(kept).toEqual([]);
  }

  for (const step of steps) {
    await take(step);
    await quiet();
    await expectAgreement();
  }
}
