import { defaultPlans, type Principal } from "@tools-api/core";
import { getUsage } from "@tools-api/core/usage";
import { getProfile } from "@tools-api/core/profile";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { endpoints } from "../../endpoints.ts";
import { isWhole } from "../../whole.ts";
import { withEachStore } from "../usage/local-stores.ts";
import { account, recordCalls, type RecordedCall } from "../usage/recorded-calls.ts";

const dayMs = 86_400_000;
const credential = {
  method: "api_key",
  id: "key_1",
  name: "default",
  scopes: null,
  expiresAt: null,
} as const;
const principal: Principal = { account, credential, fences: [] };

/** An instant of the account's life, and calls up to it: anywhere in five weeks, or at a midnight. */
const histories = fc.integer({ min: Date.UTC(2027, 0, 1), max: Date.UTC(2029, 11, 31) }).chain((now) => {
  const today = now - (now % dayMs);
  const anywhere = fc.integer({ min: now - 35 * dayMs, max: now });
  const midnights = fc
    .tuple(fc.constantFrom(0, 1, 6, 7, 29, 30), fc.constantFrom(-1, 0))
    .map(([days, by]) => today - days * dayMs + by);
  const calls = fc.array(
    fc.record({
      endpoint: fc.constantFrom(...endpoints),
      at: fc.oneof(anywhere, midnights),
      end: fc.constantFrom("succeeded", "failed", "none", "given back", "rejected"),
      bytesIn: fc.nat(100),
      bytesOut: fc.nat(100),
      durationMs: fc.nat(100),
    }),
    { maxLength: 60 },
  );
  return fc.record({ now: fc.constant(now), calls });
});

/** Computes the statistics from calls counted one by one. */
function statsOf(calls: readonly RecordedCall[], now: number) {
  const since = (days: number) => {
    const first = now - (now % dayMs) - (days - 1) * dayMs;
    return calls.filter(({ at }) => at >= first);
  };
  const isAdmitted = ({ end }: RecordedCall) => end !== "rejected";
  const counted = (some: readonly RecordedCall[]) =>
    some.filter((call) => isAdmitted(call) && call.end !== "given back");
  const month = since(30);
  const succeeded = month.filter(({ end }) => end === "succeeded").length;
  const ended = succeeded + month.filter(({ end }) => end === "failed").length;
  const instants = calls.filter(isAdmitted).map(({ at }) => at);
  return {
    callsToday: counted(since(1)).length,
    callsLast7Days: counted(since(7)).length,
    callsLast30Days: counted(month).length,
    callsTotal: counted(calls).length,
    successRateLast30Days: ended === 0 ? null : Math.round((succeeded / ended) * 1000) / 1000,
    byEndpointLast30Days: Object.fromEntries(
      endpoints.map((endpoint) => [
        endpoint,
        counted(month.filter((call) => call.endpoint === endpoint)).length,
      ]),
    ),
    firstCallAt: instants.length === 0 ? null : Math.min(...instants),
    lastCallAt: instants.length === 0 ? null : Math.max(...instants),
  };
}

it("agrees with calls counted one by one, with the allowance and with the usage report, on every store", async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ now, calls }) => {
      const clock = { now: () => now };
      await withEachStore(clock, async (usage, store) => {
        await recordCalls(usage, calls);
        await recordCalls(usage, calls, { ...account, id: "acct_2" });
        const source = { usage, plans: defaultPlans, now, endpoints };
        const { stats, quota } = await getProfile({ ...source, principal }, { includeStats: true });
        expect(stats, store).toEqual(statsOf(calls, now));
        expect(quota.used, store).toBe(stats?.callsToday);
        // Thirty days and a fortnight to come, whose days are empty.
        const endDate = new Date(now + 14 * dayMs).toISOString().slice(0, 10);
        const startDate = new Date(now - 29 * dayMs).toISOString().slice(0, 10);
        const report = await getUsage({ ...source, account }, { startDate, endDate });
        expect(report.totals.calls, store).toBe(stats?.callsLast30Days);
        expect(report.series.at(-15)?.calls, store).toBe(stats?.callsToday);
        expect(
          report.series.slice(-14).every((period) => period.calls === 0),
          store,
        ).toBe(true);
        expect(report.quota, store).toEqual(quota);
      });
    }),
    { numRuns: isWhole ? 100 : 40 },
  );
});
