import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { openSqlite, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import type { Clock } from "@tools-api/core";
import * as fc from "fast-check";
import { describe, it } from "vitest";
import { isWhole } from "../../whole.ts";
import { expectExactMeter, type Step } from "./meter-run.ts";
import { keys } from "./naive-quota.ts";
import type { Fault, UsageWrite } from "./unreliable-usage.ts";

const key = fc.constantFrom(...keys);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("admit" as const),
      key,
      calls: fc.integer({ min: 1, max: 5 }),
      units: fc.constantFrom(1, 1, 2, 3),
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
    // Across midnight, but within the hour for which the counters of seconds and minutes are kept.
    by: fc.constantFrom(1, 700, 1000, 2000, 61_000, -1, -700, -2000, -61_000),
  }),
  fc.record({
    do: fc.constant("lose writes" as const),
    write: fc.constantFrom<UsageWrite>("consume", "complete", "refund", "fence"),
    faults: fc.array(fc.constantFrom<Fault>("before", "after"), { minLength: 1, maxLength: 6 }),
  }),
);

function inMemory() {
  return Promise.resolve((clock: Clock) => memoryUsage({ clock }));
}

async function onSqlite() {
  const database = await openSqlite(":memory:");
  return (clock: Clock) => sqliteUsage({ database, clock });
}

/** An error of SQLite means that nothing was written. */
function loseOnlyUnwritten(one: Step): Step {
  return one.do === "lose writes" ? { ...one, faults: one.faults.map(() => "before") } : one;
}

const steps = fc.array(step, { minLength: 1, maxLength: 30 });

describe("the meter", () => {
  it.each([
    { store: "memory", numRuns: isWhole ? 75 : 25, create: inMemory, drawn: steps },
    {
      store: "SQLite",
      numRuns: isWhole ? 30 : 10,
      create: onSqlite,
      drawn: steps.map((all) => all.map(loseOnlyUnwritten)),
    },
  ])(
    "counts exactly through changes of plan, caps, the clock and lost writes, on $store",
    async ({ numRuns, create, drawn }) => {
      await fc.assert(
        fc.asyncProperty(drawn, async (all) => {
          await expectExactMeter(await create(), all);
        }),
        { numRuns },
      );
    },
  );
});
