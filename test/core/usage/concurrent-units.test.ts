import { createMeter, defaultPlans, type Principal, systemClock } from "@tools-api/core";
import { getUsage } from "@tools-api/core/usage";
import { describe, expect, it } from "vitest";
import { sharedEngines } from "../../adapters/storage/shared-engines.ts";
import { account } from "./recorded-calls.ts";

const caller: Principal = {
  account: { ...account, plan: "free" },
  credential: { method: "api_key", id: "key_1", name: "default", scopes: [], expiresAt: null },
  fences: [],
};
const dayMs = 86_400_000;

describe.each(sharedEngines)("concurrent calls of a free account on $engine", ({ canStart, open }) => {
  it.skipIf(!canStart()).each([
    { units: 1, admitted: 1000, used: 1000 },
    { units: 3, admitted: 333, used: 999 },
  ])(
    "admits $admitted of 1,200 calls of $units units, and the units of the day equal `quota.used`",
    async ({ units, admitted, used }) => {
      // One day for all calls, also around midnight.
      const now = Math.floor(systemClock.now() / dayMs) * dayMs + dayMs / 2;
      const date = new Date(now).toISOString().slice(0, 10);
      const stores = await open();
      const meters = stores.map((usage) =>
        createMeter({ usage, plans: defaultPlans, clock: { now: () => now } }),
      );
      const results = await Promise.allSettled(
        Array.from({ length: 1200 }, async (_, index) =>
          meters[index % 2]?.admit(caller, "profile", async () => caller, undefined, units),
        ),
      );
      const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      expect(results.length - refused.length).toBe(admitted);
      for (const error of refused) expect(error).toMatchObject({ code: "quota_exceeded" });
      for (const usage of stores) {
        const source = { usage, account: caller.account, plans: defaultPlans, now };
        const { totals, quota } = await getUsage(source, { startDate: date, endDate: date });
        expect(totals).toMatchObject({ calls: admitted, units: used, rejected: 1200 - admitted });
        expect(quota.used).toBe(used);
      }
      // A call of one unit still fits where one of three does not.
      const rest = Array.from({ length: 3 }, async () =>
        meters[0]?.admit(caller, "profile", async () => caller),
      );
      const outcomes = (await Promise.allSettled(rest)).map(({ status }) => status);
      expect(outcomes.filter((status) => status === "fulfilled")).toHaveLength(1000 - used);
    },
  );
});
