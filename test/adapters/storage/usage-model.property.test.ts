import { memoryUsage } from "@tools-api/adapters/storage/memory";
import type { UsageStore } from "@tools-api/core";
import { dayMs, hourMs } from "@tools-api/core/internal/time";
import { bucketMs } from "@tools-api/core/storage";
import * as fc from "fast-check";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { isWhole } from "../../whole.ts";
import { usageEngines } from "./engines.ts";

const start = Date.UTC(2026, 10, 21);
const accounts = ["acct_1", "acct{2}", "acct_🙂", "acct_～"];
const ttlMs = 40 * dayMs;

const placed = fc.record({
  account: fc.constantFrom(...accounts),
  endpoint: fc.constantFrom("/v1/tools/text-analyzer", "/v1/tools/image-converter"),
  // Instants up to four days in the past, some of them in the same bucket.
  ago: fc.integer({ min: 0, max: 400 }).map((steps) => steps * 0.9 * bucketMs),
  units: fc.constantFrom(1, 1, 2, 3),
});
const call = fc.record({
  of: placed,
  limit: fc.constantFrom(0, 1, 2, 3, 5.5, 6, Infinity),
  day: fc.boolean(),
  revision: fc.integer({ min: 0, max: 3 }),
});
/** An outcome or a refund, usually of an existing call. */
const late = fc.record({ of: placed, index: fc.nat(), isKnown: fc.boolean() });

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ outcomes: fc.array(late, { maxLength: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ refunds: fc.array(late, { maxLength: 4 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ fenced: fc.constantFrom(...accounts), revision: fc.integer({ min: 0, max: 3 }) }),
  },
  { weight: 4, arbitrary: fc.record({ hours: fc.constantFrom(1, 30, 50, 80, 24 * 150) }) },
  { weight: 2, arbitrary: fc.constant({ again: true as const }) },
);

const hourOf = (at: number) => ({ id: `hour:${Math.floor(at / hourMs)}`, ends: at + hourMs, ttlMs });
const dayOf = (at: number) => {
  const day = Math.floor(at / dayMs);
  return { id: `day:${day}`, limit: 1e6, ends: (day + 1) * dayMs, ttlMs };
};
const every = (stepMs: number, from: number, to: number) =>
  Array.from({ length: (to - from) / stepMs + 1 }, (_, index) => from + index * stepMs);

it.each(usageEngines.slice(1))(
  "$engine returns the same usage as the memory store after any operations, however many days are folded or packed",
  async (engine) => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const clock = { time: start, now: () => clock.time };
      const place = await engine.open();
      const stores: UsageStore[] = [await place.usage(clock), memoryUsage({ clock })];
      const both = async <Answer>(ask: (store: UsageStore) => Promise<Answer>) => {
        const [found, expected] = await Promise.all(stores.map(ask));
        expect(found).toEqual(expected);
      };
      const made: { account: string; endpoint: string; at: number }[] = [];
      const subject = ({
        of: { account, endpoint, ago },
        index,
        isKnown,
      }: typeof late extends fc.Arbitrary<infer T> ? T : never) => {
        const known = made.filter(({ at }) => at > clock.time - 300 * dayMs);
        const found = isKnown ? known.at(-1 - (index % Math.max(1, known.length))) : undefined;
        return found ?? { account, endpoint, at: Math.max(start, clock.time - ago) };
      };
      const batchOf = <Item>(items: Item[]) => ({ id: crypto.randomUUID(), at: clock.time, items });
      let repeat = async () => {};
      for (const each of steps) {
        if ("calls" in each) {
          const items = each.calls.map(({ of: { ago, ...of }, limit, day, revision }) => {
            const at = Math.max(start, clock.time - ago);
            const windows = [{ ...hourOf(at), limit }, ...(day ? [dayOf(at)] : [])];
            const fences = revision === 0 ? [] : [{ id: `accounts/${of.account}`, revision }];
            return { ...of, at, windows, fences };
          });
          made.push(...items.map(({ account, endpoint, at }) => ({ account, endpoint, at })));
          const batch = batchOf(items);
          repeat = () => both((store) => store.consume(batch));
          await repeat();
        } else if ("outcomes" in each) {
          const outcome = {
            credential: "key_1",
            succeeded: true,
            bytesIn: 300,
            bytesOut: 20_000,
            durationMs: 4.321,
          };
          const batch = batchOf(each.outcomes.map((one) => ({ ...subject(one), ...outcome })));
          repeat = () => both((store) => store.complete(batch));
          await repeat();
        } else if ("refunds" in each) {
          const items = each.refunds.map((one) => {
            const of = subject(one);
            return { ...of, units: one.of.units, windows: [dayOf(of.at).id, hourOf(of.at).id] };
          });
          const batch = batchOf(items);
          repeat = () => both((store) => store.refund(batch));
          await repeat();
        } else if ("fenced" in each)
          await both((store) => store.fence(`accounts/${each.fenced}`, each.revision));
        else if ("hours" in each) {
          clock.time += each.hours * hourMs;
          repeat = async () => {};
          // Redis packs days after a read, sometimes before the next step and sometimes during it.
          await stores[0]?.read({ account: "acct_1", boundaries: [], windows: [] });
          await sleep(each.hours % 4);
        }
        // An error of SQLite means that nothing was written, so no batch is sent again.
        else if (engine.engine !== "SQLite") await repeat();
        const day = Math.floor(clock.time / dayMs);
        const windows = [dayOf(clock.time), dayOf(clock.time - 2 * dayMs), hourOf(clock.time)].map(
          ({ id }) => id,
        );
        const recent = every(bucketMs, (day - 7) * dayMs, (day + 1) * dayMs);
        const days = every(dayMs, start, (day + 1) * dayMs);
        for (const account of accounts.slice(0, 2)) {
          await both((store) => store.read({ account, boundaries: recent, windows }));
          await both((store) => store.read({ account, boundaries: days, windows: [] }));
        }
        await both(async (store) => {
          const totals = await store.totals({ accounts, boundaries: days });
          return totals.toSorted((a, b) => a.start - b.start || (a.account < b.account ? -1 : 1));
        });
      }
      for (const account of accounts.slice(2))
        await both((store) =>
          store.read({
            account,
            boundaries: [start, clock.time + dayMs - (clock.time % dayMs)],
            windows: [],
          }),
        );
      await place.remove();
    });
    await fc.assert(property, { numRuns: (engine.engine === "Redis" ? 2 : 1) * (isWhole ? 20 : 7) });
  },
);
