import type { UsageStore } from "@tools-api/core";
import type { Admission, UsageBatch, UsageCall } from "@tools-api/core/storage";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWhole } from "../../whole.ts";
import { openPlace, usageEngines } from "./engines.ts";

const at = Date.UTC(2126, 10, 21, 12);
const ends = Date.UTC(2126, 10, 22);
const endpoint = "profile";

/** The traits of an engine. */
interface Traits {
  runs: number;
  /** Whether writes of one connection happen in the order in which they are sent. */
  isOrdered: boolean;
  /** Whether a batch that is sent again gets its first response. */
  recognizesBatches: boolean;
  /** Whether the outcome of each call of a batch is recorded separately. Otherwise all are, or none. */
  recordsEach: boolean;
  rejectsNaN: boolean;
}

const usual = { runs: 40, isOrdered: true, recognizesBatches: true, recordsEach: true, rejectsNaN: true };
const traits: Readonly<Record<string, Traits>> = {
  memory: { ...usual, runs: 60, rejectsNaN: false },
  unstorage: { ...usual, runs: 15, rejectsNaN: false },
  SQLite: { ...usual, runs: 60, recognizesBatches: false },
  PostgreSQL: { ...usual, isOrdered: false, recordsEach: false },
  Redis: { ...usual, recordsEach: false },
};

interface ConsumeStep {
  step: "consume" | "settle";
  account: number;
  limit: number;
  calls: number;
  /** The units of each call. */
  units: number;
  /** The first count for which the outcomes hold. */
  expected: number | null;
  /** Principals are cached, so some calls claim an old revision. */
  isStale: boolean;
}

type Step =
  | ConsumeStep
  | { step: "complete"; account: number }
  | { step: "refund"; account: number; units: number }
  | { step: "raise the fence"; account: number }
  /** Fails. On SQLite it rolls back the transaction that the steps of the group share. Then each runs separately. */
  | { step: "fail" };

const account = fc.nat(1);
const units = fc.integer({ min: 1, max: 4 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      step: fc.constantFrom("consume" as const, "settle" as const),
      account,
      limit: fc.integer({ min: 0, max: 12 }),
      calls: fc.integer({ min: 1, max: 4 }),
      units,
      expected: fc.option(fc.integer({ min: 1, max: 8 })),
      isStale: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.oneof(
      fc.record({ step: fc.constant("complete" as const), account }),
      fc.record({ step: fc.constant("refund" as const), account, units }),
      fc.record({ step: fc.constant("raise the fence" as const), account }),
    ),
  },
  fc.constant({ step: "fail" as const }),
);

/** Steps that one of two connections sends in one turn, while a third holds a lock or not. */
const groups = fc.array(
  fc.record({
    connection: fc.nat(1),
    isLocked: fc.boolean(),
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 3, maxLength: 25 },
);

const outcome = { credential: "key_1", succeeded: true, bytesIn: 0, bytesOut: 7, durationMs: 1 };

/** The rules of `UsageStore`, as simply as possible. Each account has one window, one bucket and one fence. */
class NaiveAccount {
  readonly name: string;
  used = 0;
  revision = 1;
  counts = { calls: 0, units: 0, succeeded: 0, rejected: 0, serverErrors: 0, bytesOut: 0 };

  constructor(name: string) {
    this.name = name;
  }

  get fence(): string {
    return `accounts/${this.name}`;
  }

  consume({ windows, fences, ended, units = 1 }: UsageCall): Admission {
    if (fences[0]?.revision !== this.revision) return { outcome: "stale", fences: [this.fence] };
    const [window] = windows;
    if (!window || this.used + units > window.limit) {
      this.counts.rejected++;
      return { outcome: "refused", used: [this.used], exceeded: [window?.id ?? ""] };
    }
    this.used += units;
    this.counts.calls++;
    this.counts.units += units;
    if (!ended) return { outcome: "admitted", used: [this.used] };
    // Either the store records it now, or the caller completes it.
    this.complete();
    const { used: range } = ended;
    const holds = !range || (range[0] <= this.used && this.used <= range[1]);
    return { outcome: "admitted", used: [this.used], ...(holds && { isRecorded: true }) };
  }

  complete(): void {
    this.counts.succeeded++;
    this.counts.bytesOut += outcome.bytesOut;
  }

  refund(units: number): void {
    if (this.counts.calls === 0) return;
    this.counts.calls--;
    this.counts.serverErrors++;
    // Each call that remains keeps a unit.
    const returned = Math.min(units, this.counts.units - this.counts.calls);
    this.counts.units -= returned;
    this.used -= returned;
  }
}

function batchOf<Item>(...items: Item[]): UsageBatch<Item> {
  return { id: crypto.randomUUID(), at, items };
}

function isRecorded(answer: Admission | undefined): boolean {
  return answer?.outcome === "admitted" && answer.isRecorded === true;
}

/** Returns an answer as a store gives it that records either all outcomes or none, and recorded none. */
function unrecorded(answer: Admission): Admission {
  return answer.outcome === "admitted" ? { outcome: "admitted", used: answer.used } : answer;
}

function callOf({ name, fence, revision }: NaiveAccount, step: ConsumeStep): UsageCall {
  const { expected } = step;
  return {
    account: name,
    endpoint,
    at,
    windows: [{ id: "day", limit: step.limit, ends }],
    units: step.units,
    fences: [{ id: fence, revision }],
    ...(step.step === "settle" && {
      ended: { ...outcome, ...(expected !== null && { used: [expected, expected + 2] as const }) },
    }),
  };
}

/** Checks the answers of a store to one batch, and completes the calls that it left to the caller. */
async function consume(
  { recordsEach, recognizesBatches }: Traits,
  [usage, other]: readonly [UsageStore, UsageStore],
  calls: UsageCall[],
  expected: readonly Admission[],
): Promise<void> {
  const batch = batchOf(...calls);
  const found = await usage.consume(batch);
  const isNone = !recordsEach && !found.some(isRecorded);
  expect(found).toEqual(isNone ? expected.map(unrecorded) : expected);
  if (recognizesBatches) expect(await other.consume(batch)).toEqual(found);
  const open = calls.filter(
    ({ ended }, index) => ended && found[index]?.outcome === "admitted" && !isRecorded(found[index]),
  );
  if (open.length === 0) return;
  await usage.complete(batchOf(...open.map((call) => ({ account: call.account, endpoint, at, ...outcome }))));
}

async function teachScripts(usage: UsageStore): Promise<void> {
  const place = { account: "acct_0", endpoint, at };
  const windows = [{ id: "day", limit: 1, ends }];
  await usage.fence("accounts/acct_0", 1);
  await usage.consume(batchOf({ ...place, windows, fences: [] }));
  await usage.complete(batchOf({ ...place, ...outcome }));
  await usage.refund(batchOf({ ...place, windows: ["day"] }));
}

function expectFailure(usage: UsageStore): Promise<void> {
  const invalid = { account: "acct_3", endpoint, at, ...outcome, bytesOut: Number.NaN };
  return expect(usage.complete(batchOf(invalid))).rejects.toMatchObject({ code: "invalid_parameter" });
}

/** Sends a step to a store and to the model. Resolves once the store has answered as the model did. */
function send(
  engine: Traits,
  stores: readonly [UsageStore, UsageStore],
  models: readonly NaiveAccount[],
  step: Step,
): Promise<void> {
  const [usage] = stores;
  if (step.step === "fail") return engine.rejectsNaN ? expectFailure(usage) : Promise.resolve();
  const model = models[step.account];
  if (!model) throw new Error(`There is no account ${step.account}.`);
  const place = { account: model.name, endpoint, at };
  if (step.step === "raise the fence") {
    model.revision++;
    return usage.fence(model.fence, model.revision);
  }
  if (step.step === "complete") {
    model.complete();
    return usage.complete(batchOf({ ...place, ...outcome }));
  }
  if (step.step === "refund") {
    model.refund(step.units);
    return usage.refund(batchOf({ ...place, windows: ["day"], units: step.units }));
  }
  const call = callOf(model, step);
  const calls = Array.from({ length: step.calls }, () => call);
  if (step.isStale) calls.push({ ...call, fences: [{ id: model.fence, revision: model.revision - 1 }] });
  const expected = calls.map((one) => model.consume(one));
  return consume(engine, stores, calls, expected);
}

describe.each(usageEngines)("usage in $engine", (engine) => {
  it("follows the rules, whatever two connections do between each other's transactions", async () => {
    const is = traits[engine.engine] ?? usual;
    const place = await openPlace(engine);
    const stores = [await place.usage(), await place.usage()] as const;
    // A command whose script Redis does not know yet is sent again, after those that follow it.
    await teachScripts(stores[0]);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(groups, async (all) => {
        run++;
        const models = [1, 2].map((number) => new NaiveAccount(`acct_${run}_${number}`));
        for (const { fence } of models) await stores[0].fence(fence, 1);
        for (const { connection, isLocked, steps } of all) {
          const inTurn = connection === 0 ? stores : ([stores[1], stores[0]] as const);
          const unlock = isLocked ? await place.lock?.() : undefined;
          const [first, ...others] = steps.map((one) => () => send(is, inTurn, models, one));
          const answered = first?.();
          const together = is.isOrdered ? others.splice(0).map((start) => start()) : [];
          const unlocked = new Promise(setImmediate).then(() => unlock?.());
          await Promise.all([answered, ...together, unlocked]);
          for (const start of others) await start();
        }
        for (const usage of stores)
          for (const { name, used, counts } of models) {
            const reading = await usage.read({ account: name, boundaries: [at, ends], windows: ["day"] });
            expect(reading.used).toEqual([used]);
            const touched = Object.values(counts).some((count) => count > 0);
            expect(reading.buckets).toMatchObject(touched ? [counts] : []);
            expect(reading.lifetime.calls).toBe(counts.calls);
            expect(counts.units).toBe(used);
          }
      }),
      { numRuns: isWhole ? is.runs : Math.ceil(is.runs / 3) },
    );
  });
});
