import type { UsageStore } from "@tools-api/core";
import type { Admission, UsageBatch, UsageCall, UsageOutcome, UsageRefund } from "@tools-api/core/storage";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { newSqliteFile } from "./sqlite-file.ts";

const at = Date.UTC(2026, 10, 21, 12);
const ends = Date.UTC(2026, 10, 22);
const endpoint = "profile";
const accounts = ["acct_1", "acct_2"];

type Step =
  | {
      step: "consume" | "settle";
      account: number;
      limit: number;
      calls: number;
      /** The first count for which the outcomes hold. */
      expected: number | null;
    }
  | { step: "complete"; account: number }
  | { step: "refund"; account: number }
  | { step: "raise the fence"; account: number }
  /** Rolls back the transaction that the steps of the group share. Then each of the others runs in a transaction of its own. */
  | { step: "fail" };

const account = fc.nat(accounts.length - 1);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      step: fc.constantFrom("consume" as const, "settle" as const),
      account,
      limit: fc.integer({ min: 0, max: 12 }),
      calls: fc.integer({ min: 1, max: 4 }),
      expected: fc.option(fc.integer({ min: 1, max: 8 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.record({ step: fc.constant("complete" as const), account }),
      fc.record({ step: fc.constant("refund" as const), account }),
    ),
  },
  fc.record({ step: fc.constant("raise the fence" as const), account }),
  fc.constant({ step: "fail" as const }),
);

/** Steps that one of two connections sends in one turn, while a third holds the writers' lock or not. */
const groups = fc.array(
  fc.record({
    connection: fc.nat(1),
    isLocked: fc.boolean(),
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 3, maxLength: 25 },
);

/** The rules of `UsageStore`, as simply as possible. Each account has one window, one bucket and one fence. */
class NaiveAccount {
  used = 0;
  revision = 1;
  counts = { calls: 0, succeeded: 0, rejected: 0, serverErrors: 0, bytesOut: 0 };

  consume({ windows, fences, ended }: UsageCall): Admission {
    if (fences[0]?.revision !== this.revision) return { outcome: "stale", fences: [fences[0]?.id ?? ""] };
    const [window] = windows;
    if (!window || this.used >= window.limit) {
      this.counts.rejected++;
      return { outcome: "refused", used: [this.used], exceeded: [window?.id ?? ""] };
    }
    this.used++;
    this.counts.calls++;
    const { used: range } = ended ?? {};
    const isRecorded = ended && (!range || (range[0] <= this.used && this.used <= range[1]));
    if (!isRecorded) return { outcome: "admitted", used: [this.used] };
    this.complete(ended);
    return { outcome: "admitted", used: [this.used], isRecorded };
  }

  complete({ bytesOut }: Pick<UsageOutcome, "bytesOut">): void {
    this.counts.succeeded++;
    this.counts.bytesOut += bytesOut;
  }

  refund(): void {
    if (this.counts.calls === 0) return;
    this.counts.calls--;
    this.counts.serverErrors++;
    this.used--;
  }
}

function batchOf<Item>(...items: Item[]): UsageBatch<Item> {
  return { id: crypto.randomUUID(), at, items };
}

const outcome = { credential: "key_1", succeeded: true, bytesIn: 0, bytesOut: 7, durationMs: 1 };

function expectFailure(usage: UsageStore): Promise<void> {
  const invalid = { account: "acct_3", endpoint, at, ...outcome, bytesOut: Number.NaN };
  return expect(usage.complete(batchOf(invalid))).rejects.toMatchObject({ code: "invalid_parameter" });
}

/** Sends a step to a store and to the model. Resolves once the store has answered as the model did. */
function send(usage: UsageStore, models: readonly NaiveAccount[], step: Step): Promise<void> {
  if (step.step === "fail") return expectFailure(usage);
  const name = accounts[step.account] ?? "";
  const model = models[step.account];
  if (!model) throw new Error(`There is no account ${step.account}.`);
  const fence = `accounts/${name}`;
  const place = { account: name, endpoint, at };
  if (step.step === "raise the fence") {
    model.revision++;
    return usage.fence(fence, model.revision);
  }
  if (step.step === "complete") {
    model.complete(outcome);
    return usage.complete(batchOf({ ...place, ...outcome }));
  }
  if (step.step === "refund") {
    model.refund();
    const refund: UsageRefund = { ...place, windows: ["day"] };
    return usage.refund(batchOf(refund));
  }
  const { expected } = step;
  const call: UsageCall = {
    ...place,
    windows: [{ id: "day", limit: step.limit, ends }],
    fences: [{ id: fence, revision: model.revision }],
    ...(step.step === "settle" && {
      ended: { ...outcome, ...(expected !== null && { used: [expected, expected + 2] as const }) },
    }),
  };
  // Principals are cached, so some calls claim an old revision.
  const stale = { ...call, fences: [{ id: fence, revision: model.revision - 1 }] };
  const calls = [...Array.from({ length: step.calls }, () => call), stale];
  const answers = calls.map((one) => model.consume(one));
  return usage.consume(batchOf(...calls)).then((found) => expect(found).toEqual(answers));
}

it("decides as the rules say, whatever two connections do between each other's transactions", async () => {
  await fc.assert(
    fc.asyncProperty(groups, async (all) => {
      const file = await newSqliteFile();
      try {
        const stores = [await file.usage(), await file.usage()];
        const models = accounts.map(() => new NaiveAccount());
        for (const name of accounts) await stores[0]?.fence(`accounts/${name}`, 1);
        const other = await file.connection();
        for (const { connection, isLocked, steps } of all) {
          const usage = stores[connection];
          if (!usage) continue;
          if (isLocked) other.exec("BEGIN IMMEDIATE");
          // Steps that a failure interrupts run again in their order.
          const answered = Promise.all(steps.map((one) => send(usage, models, one)));
          if (isLocked) {
            await new Promise(setImmediate);
            other.exec("ROLLBACK");
          }
          await answered;
        }
        for (const usage of stores)
          for (const [index, name] of accounts.entries()) {
            const reading = await usage.read({ account: name, boundaries: [at, ends], windows: ["day"] });
            const { used, counts } = models[index] ?? new NaiveAccount();
            expect(reading.used).toEqual([used]);
            const touched = Object.values(counts).some((count) => count > 0);
            expect(reading.buckets).toMatchObject(touched ? [counts] : []);
            expect(reading.lifetime.calls).toBe(counts.calls);
          }
      } finally {
        await file.remove();
      }
    }),
    { numRuns: 40 },
  );
});
