import { createMeter, defaultPlans, type Principal, type UsageStore } from "@tools-api/core";
import { getUsage, type UsageOptions } from "@tools-api/core/usage";
import { describe, expect, it } from "vitest";
import { withEachStore } from "./local-stores.ts";
import { account } from "./recorded-calls.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const dayMs = 86_400_000;
const outcome = { succeeded: true, bytesIn: 10, bytesOut: 100, durationMs: 4 };
const window = { startDate: "2026-11-01", endDate: "2026-11-30" };

function principal(id: string, dailyLimit: number | null = null): Principal {
  return {
    account,
    credential: { method: "api_key", id, name: id, scopes: null, expiresAt: null, dailyLimit },
    fences: [],
  };
}

/** Makes a call for each credential and endpoint in turn, through one process. */
async function makeCalls(
  usage: UsageStore,
  calls: readonly (readonly [credential: string, endpoint: string, at?: number])[],
) {
  let now = noon;
  const meter = createMeter({ usage, plans: defaultPlans, clock: { now: () => now } });
  for (const [credential, endpoint, at = noon] of calls) {
    now = at;
    const caller = principal(credential);
    await meter.complete(await meter.admit(caller, endpoint, async () => caller), outcome);
  }
  return meter;
}

function report(usage: UsageStore, options: UsageOptions) {
  return getUsage({ usage, account, plans: defaultPlans, now: noon }, { ...window, ...options });
}

const clock = { now: () => noon };

describe("usage by key", () => {
  it("sums the calls of each credential, the most used first, on every store", () =>
    withEachStore(clock, async (usage) => {
      await makeCalls(usage, [
        ["key_a", "profile"],
        ["key_b", "text-analyzer"],
        ["key_b", "profile", noon - dayMs],
      ]);
      const { byKey, byEndpoint, totals } = await report(usage, { groupBy: "key" });
      expect(byKey?.map(({ credential, calls, succeeded }) => [credential, calls, succeeded])).toEqual([
        ["key_b", 2, 2],
        ["key_a", 1, 1],
      ]);
      expect(byEndpoint.map(({ endpoint, calls }) => [endpoint, calls])).toEqual([
        ["profile", 2],
        ["text-analyzer", 1],
      ]);
      expect(totals.calls).toBe(3);
    }));

  it("reports only the calls of a credential, with the allowance of the account", () =>
    withEachStore(clock, async (usage) => {
      await makeCalls(usage, [
        ["key_a", "profile"],
        ["key_b", "text-analyzer"],
      ]);
      const { totals, byEndpoint, series, quota, byKey } = await report(usage, { credential: "key_b" });
      expect(totals).toMatchObject({ calls: 1, bytesOut: 100, averageDurationMs: 4 });
      expect(byEndpoint.map(({ endpoint }) => endpoint)).toEqual(["text-analyzer"]);
      expect(series.reduce((sum, { calls }) => sum + calls, 0)).toBe(1);
      expect(quota.used).toBe(2);
      expect(byKey).toBeUndefined();
      expect((await report(usage, { credential: "key_c" })).totals.calls).toBe(0);
    }));

  it("counts rejected and refunded calls for their credential", () =>
    withEachStore(clock, async (usage) => {
      const meter = createMeter({ usage, plans: defaultPlans, clock });
      const caller = principal("key_a", 1);
      const call = await meter.admit(caller, "profile", async () => caller);
      await expect(meter.admit(caller, "profile", async () => caller)).rejects.toMatchObject({
        code: "quota_exceeded",
      });
      await meter.refund(call);
      const { byKey } = await report(usage, { groupBy: "key" });
      expect(byKey).toMatchObject([{ credential: "key_a", calls: 0, rejected: 1, serverErrors: 1 }]);
    }));

  it("sums the credentials after the first 16 of a UTC day together, and starts again the next day", () =>
    withEachStore(clock, async (usage) => {
      const names = Array.from({ length: 20 }, (_, index) => `key_${index}`);
      await makeCalls(usage, [
        ...names.map((name) => [name, "profile"] as const),
        ["key_19", "profile", noon + dayMs],
      ]);
      const { byKey, totals } = await report(usage, { groupBy: "key" });
      expect(new Set(byKey?.map(({ credential }) => credential))).toEqual(
        new Set([...names.slice(0, 16), "key_19", null]),
      );
      expect(byKey?.at(-1)?.calls).toBe(4);
      expect(totals.calls).toBe(21);
    }));

  it("lists calls that were stored without a credential under null", () =>
    withEachStore(clock, async (usage) => {
      const day = { id: "day:2026-11-21", limit: 10, ends: noon + dayMs };
      const stored = { account: account.id, endpoint: "profile", at: noon, windows: [day], fences: [] };
      await usage.consume({ id: crypto.randomUUID(), at: noon, items: [stored] });
      const { byKey } = await report(usage, { groupBy: "key" });
      expect(byKey?.map(({ credential, calls }) => [credential, calls])).toEqual([[null, 1]]);
    }));

  it("lists at most 100 credentials, and the sum of the others", async () => {
    await withEachStore(clock, async (usage) => {
      for (let process = 0; process < 7; process++)
        await makeCalls(
          usage,
          Array.from({ length: 16 }, (_, index) => [`key_${process}_${index}`, "profile"] as const),
        );
      const { byKey, totals } = await report(usage, { groupBy: "key" });
      expect(byKey).toHaveLength(101);
      expect(byKey?.at(-1)).toMatchObject({ credential: null, calls: 12 });
      expect(totals.calls).toBe(112);
    });
  });
});
