import type { UsageStore } from "@tools-api/core";
import type { Admission } from "@tools-api/core/storage";
import { expect } from "vitest";
import {
  sampleBatch,
  sampleCall,
  consumeEach,
  sampleDay,
  sampleOutcome,
  midnight,
  now,
  quarter,
  readAll,
} from "../samples.ts";
import type { Guarantee, Subject } from "../suite.ts";

function isRecorded(answer: Admission | undefined): boolean {
  return answer?.outcome === "admitted" && answer.isRecorded === true;
}

/** Defines the guarantees of `consume`, except for fences. */
export function admissionGuarantees(guarantee: Guarantee<Subject<UsageStore>>): void {
  guarantee(
    "counts an admitted call in its window, its bucket and the account's lifetime",
    async ({ store }) => {
      const answer = await store.consume(sampleBatch(sampleCall()));
      expect(answer).toEqual([{ outcome: "admitted", used: [1] }]);
      const reading = await readAll(store);
      expect(reading.used).toEqual([1]);
      expect(reading.buckets).toEqual([expect.objectContaining({ start: quarter, calls: 1, rejected: 0 })]);
      expect(reading.lifetime).toEqual({ calls: 1, firstCallAt: now, lastCallAt: now });
    },
  );

  guarantee("counts a refused call as rejected and takes no unit", async ({ store }) => {
    const call = sampleCall({ windows: [sampleDay(now, 0)] });
    const day = sampleDay(now, 0).id;
    expect(await store.consume(sampleBatch(call))).toEqual([
      { outcome: "refused", used: [0], exceeded: [day] },
    ]);
    const reading = await readAll(store);
    expect(reading.used).toEqual([0]);
    expect(reading.buckets).toEqual([expect.objectContaining({ calls: 0, rejected: 1 })]);
    expect(reading.lifetime).toEqual({ calls: 0, firstCallAt: null, lastCallAt: null });
  });

  guarantee("admits exactly as many concurrent calls as there are units left", async ({ store, another }) => {
    const second = await another();
    const calls = Array.from({ length: 100 }, () => sampleCall({ windows: [sampleDay(now, 37)] }));
    const answers = await Promise.all([consumeEach(store, calls), consumeEach(second, calls)]);
    const admitted = answers.flat().filter((answer) => answer.outcome === "admitted");
    expect(admitted.flatMap(({ used }) => used).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 37 }, (_, index) => index + 1),
    );
    const { used, buckets } = await readAll(store);
    expect(used).toEqual([37]);
    expect(buckets).toEqual([expect.objectContaining({ calls: 37, rejected: 163 })]);
  });

  guarantee("decides the calls of a batch in order", async ({ store }) => {
    const limited = sampleCall({ windows: [sampleDay(now, 2)] });
    const other = sampleCall({ account: "acct_2" });
    const answers = await store.consume(sampleBatch(limited, other, limited, limited, other));
    expect(answers.map(({ outcome }) => outcome)).toEqual([
      "admitted",
      "admitted",
      "admitted",
      "refused",
      "admitted",
    ]);
    expect(answers.map((answer) => "used" in answer && answer.used)).toEqual([[1], [1], [2], [2], [2]]);
    expect(await store.consume(sampleBatch())).toEqual([]);
  });

  guarantee(
    "records the outcome of an ended call in the same step, or leaves it to `complete`",
    async ({ store }) => {
      const ended = { credential: "key_1", succeeded: true, bytesIn: 3, bytesOut: 50, durationMs: 1.5 };
      const calls = [
        sampleCall({ ended }),
        sampleCall({ ended: { ...ended, succeeded: false } }),
        sampleCall(),
      ];
      const answers = await store.consume(sampleBatch(...calls));
      expect(answers.map(({ outcome }) => outcome)).toEqual(["admitted", "admitted", "admitted"]);
      for (const [index, answer] of answers.entries()) {
        const outcome = calls[index]?.ended;
        if (!isRecorded(answer) && outcome) await store.complete(sampleBatch(sampleOutcome(outcome)));
      }
      expect(isRecorded(answers[2])).toBe(false);
      const sums = { calls: 3, succeeded: 1, failed: 1, bytesIn: 6, bytesOut: 100, durationUs: 3_000 };
      expect((await readAll(store)).buckets).toEqual([expect.objectContaining(sums)]);
      expect((await store.lastUsed(["key_1"])).size).toBe(1);
    },
  );

  guarantee("records no outcome of a call that is refused or stale", async ({ store }) => {
    await store.fence("accounts/acct_1", 2);
    const ended = { credential: "key_1", succeeded: true, bytesIn: 1, bytesOut: 1, durationMs: 1 };
    const stale = sampleCall({ ended, fences: [{ id: "accounts/acct_1", revision: 1 }] });
    const limited = sampleCall({ ended, windows: [sampleDay(now, 1)] });
    const first = await store.consume(sampleBatch(stale, limited, limited));
    const second = await store.consume(sampleBatch(limited));
    expect([...first, ...second].map(({ outcome }) => outcome)).toEqual([
      "stale",
      "admitted",
      "refused",
      "refused",
    ]);
    const succeeded = first.filter(isRecorded).length;
    expect((await readAll(store)).buckets).toEqual([
      expect.objectContaining({ calls: 1, rejected: 2, succeeded, bytesOut: succeeded }),
    ]);
  });

  guarantee("records an outcome only for the counts for which it holds", async ({ store, another }) => {
    const ended = { credential: "key_1", succeeded: true, bytesIn: 0, bytesOut: 1, durationMs: 1 };
    const counted = (min: number, max: number) => sampleCall({ ended: { ...ended, used: [min, max] } });
    const expected = await store.consume(sampleBatch(counted(1, 1), counted(2, 9)));
    // Another process counts a call that the first does not know.
    await (await another()).consume(sampleBatch(sampleCall()));
    const unexpected = await store.consume(sampleBatch(counted(3, 3)));
    const late = await store.consume(sampleBatch(counted(5, 9)));
    expect([...expected, ...unexpected, ...late].map((answer) => "used" in answer && answer.used)).toEqual([
      [1],
      [2],
      [4],
      [5],
    ]);
    expect(unexpected.some(isRecorded)).toBe(false);
    const succeeded = [...expected, ...late].filter(isRecorded).length;
    expect((await readAll(store)).buckets).toEqual([
      expect.objectContaining({ calls: 5, succeeded, bytesOut: succeeded }),
    ]);
  });

  guarantee(
    "admits a call to all of its windows or to none, and returns the full ones",
    async ({ store }) => {
      const wide = { id: "month", limit: 10, ends: now + 3_600_000 };
      const narrow = { id: "minute", limit: 1, ends: now + 60_000 };
      const both = sampleCall({ windows: [wide, narrow] });
      const answers = await store.consume(sampleBatch(both, both, sampleCall({ windows: [wide] })));
      expect(answers).toEqual([
        { outcome: "admitted", used: [1, 1] },
        { outcome: "refused", used: [1, 1], exceeded: ["minute"] },
        { outcome: "admitted", used: [2] },
      ]);
      const full = sampleCall({ windows: [{ ...wide, limit: 2 }, narrow] });
      expect(await store.consume(sampleBatch(full))).toEqual([
        { outcome: "refused", used: [2, 1], exceeded: ["month", "minute"] },
      ]);
      const { used } = await store.read({ account: "acct_1", boundaries: [], windows: ["minute", "month"] });
      expect(used).toEqual([1, 2]);
    },
  );

  guarantee("takes one unit of a window that a call names twice", async ({ store }) => {
    const window = sampleDay(now, 1);
    const call = sampleCall({ windows: [window, window] });
    const answers = await store.consume(sampleBatch(call, call));
    expect(answers.map(({ outcome }) => outcome)).toEqual(["admitted", "refused"]);
    expect((await readAll(store)).used).toEqual([1]);
  });

  guarantee("admits all units of a call or none, and changes only `rejected` for none", async ({ store }) => {
    const day = sampleDay(now, 7);
    const three = sampleCall({ windows: [day], units: 3 });
    const two = sampleCall({ windows: [day], units: 2 });
    const one = sampleCall({ windows: [day] });
    const refused = (used: number) => ({ outcome: "refused", used: [used], exceeded: [day.id] });
    const admitted = (used: number) => ({ outcome: "admitted", used: [used] });
    expect(await store.consume(sampleBatch(three, three, three))).toEqual([
      admitted(3),
      admitted(6),
      refused(6),
    ]);
    expect(await store.consume(sampleBatch(two, one, one))).toEqual([refused(6), admitted(7), refused(7)]);
    const { used, buckets, lifetime } = await readAll(store);
    expect({ used, calls: lifetime.calls }).toEqual({ used: [7], calls: 3 });
    expect(buckets).toEqual([expect.objectContaining({ calls: 3, units: 7, rejected: 3 })]);
  });

  guarantee("takes the units of a call of all of its windows or of none", async ({ store }) => {
    const wide = { id: "month", limit: 10, ends: now + 3_600_000 };
    const narrow = { id: "minute", limit: 4, ends: now + 60_000 };
    const call = (units: number, ...windows: (typeof wide)[]) => sampleCall({ windows, units });
    const answers = await store.consume(
      sampleBatch(call(3, wide, narrow), call(2, wide, narrow), call(7, wide), call(1, narrow, narrow)),
    );
    expect(answers).toEqual([
      { outcome: "admitted", used: [3, 3] },
      { outcome: "refused", used: [3, 3], exceeded: ["minute"] },
      { outcome: "admitted", used: [10] },
      { outcome: "admitted", used: [4, 4] },
    ]);
    expect(await store.consume(sampleBatch(call(2, wide, narrow)))).toEqual([
      { outcome: "refused", used: [10, 4], exceeded: ["month", "minute"] },
    ]);
    expect((await readAll(store)).buckets).toEqual([
      expect.objectContaining({ calls: 3, units: 11, rejected: 2 }),
    ]);
  });

  guarantee("admits exactly the concurrent calls of several units that fit", async ({ store, another }) => {
    const second = await another();
    const windows = [sampleDay(now, 100)];
    const calls = Array.from({ length: 60 }, (_, index) => sampleCall({ windows, units: (index % 4) + 1 }));
    const answers = await Promise.all([consumeEach(store, calls), consumeEach(second, calls)]);
    const { used, buckets } = await readAll(store);
    const admitted = [...calls, ...calls].filter((_, index) => answers.flat()[index]?.outcome === "admitted");
    const units = admitted.reduce((sum, call) => sum + (call.units ?? 1), 0);
    expect({ used, units }).toEqual({ used: [100], units: 100 });
    const rejected = 120 - admitted.length;
    expect(buckets).toEqual([expect.objectContaining({ calls: admitted.length, units: 100, rejected })]);
    // No two calls have the same count after them.
    const counts = answers.flat().flatMap((answer) => (answer.outcome === "admitted" ? answer.used : []));
    expect(new Set(counts).size).toBe(admitted.length);
  });

  guarantee(
    "records the outcome of an ended call of several units for the counts of units",
    async ({ store }) => {
      const ended = { credential: "key_1", succeeded: true, bytesIn: 0, bytesOut: 1, durationMs: 1 };
      const counted = (units: number, min: number, max: number) =>
        sampleCall({ units, ended: { ...ended, used: [min, max] } });
      const expected = await store.consume(sampleBatch(counted(3, 3, 3), counted(2, 5, 5)));
      const unexpected = await store.consume(sampleBatch(counted(2, 6, 6)));
      expect([...expected, ...unexpected].map((answer) => "used" in answer && answer.used)).toEqual([
        [3],
        [5],
        [7],
      ]);
      expect(unexpected.some(isRecorded)).toBe(false);
      const succeeded = expected.filter(isRecorded).length;
      expect((await readAll(store)).buckets).toEqual([
        expect.objectContaining({ calls: 3, units: 7, succeeded, bytesOut: succeeded }),
      ]);
    },
  );

  guarantee("keeps the windows of accounts separate, whatever their names", async ({ store }) => {
    const ends = now + 60_000;
    const first = sampleCall({ account: "a", windows: [{ id: "b:c", limit: 1, ends }] });
    const second = sampleCall({ account: "a:b", windows: [{ id: "c", limit: 1, ends }] });
    const answers = await store.consume(sampleBatch(first, second, first, second));
    expect(answers.map(({ outcome }) => outcome)).toEqual(["admitted", "admitted", "refused", "refused"]);
  });

  guarantee("refuses calls under a lowered limit, and keeps the count", async ({ store }) => {
    const under = (limit: number) => sampleCall({ windows: [sampleDay(now, limit)] });
    await store.consume(sampleBatch(under(5), under(5), under(5)));
    const [lowered] = await store.consume(sampleBatch(under(2)));
    expect(lowered).toEqual({ outcome: "refused", used: [3], exceeded: [sampleDay(now, 2).id] });
    const raised = await store.consume(sampleBatch(under(4), under(4)));
    expect(raised.map(({ outcome }) => outcome)).toEqual(["admitted", "refused"]);
    expect((await readAll(store)).used).toEqual([4]);
  });

  guarantee(
    "counts calls before and after midnight in separate days, even in one batch",
    async ({ store }) => {
      const before = sampleCall({ at: midnight - 1, windows: [sampleDay(midnight - 1, 1)] });
      const after = sampleCall({ at: midnight, windows: [sampleDay(midnight, 1)] });
      const answers = await store.consume(sampleBatch(before, after, before, after));
      expect(answers.map(({ outcome }) => outcome)).toEqual(["admitted", "admitted", "refused", "refused"]);
      const windows = [sampleDay(midnight - 1, 1).id, sampleDay(midnight, 1).id];
      const reading = await store.read({
        account: "acct_1",
        boundaries: [midnight - 900_000, midnight, midnight + 900_000],
        windows,
      });
      expect(reading.used).toEqual([1, 1]);
      expect(reading.buckets.map(({ start, calls, rejected }) => [start, calls, rejected])).toEqual([
        [midnight - 900_000, 1, 1],
        [midnight, 1, 1],
      ]);
      expect(reading.lifetime).toEqual({ calls: 2, firstCallAt: midnight - 1, lastCallAt: midnight });
    },
  );

  guarantee(
    "counts a batch once if it is sent several times, and returns the first result each time",
    async ({ store, another }) => {
      const second = await another();
      const call = sampleCall({ windows: [sampleDay(now, 1)], fences: [] });
      const stale = sampleCall({ fences: [{ id: "keys/none", revision: 1 }] });
      const batch = sampleBatch(call, call, stale);
      const first = await store.consume(batch);
      expect(first.map(({ outcome }) => outcome)).toEqual(["admitted", "refused", "stale"]);
      await store.consume(sampleBatch(sampleCall()));
      const again = await Promise.all([store, second, store, second].map((handle) => handle.consume(batch)));
      expect(again).toEqual([first, first, first, first]);
      const { used, buckets } = await readAll(store);
      expect(used).toEqual([2]);
      expect(buckets).toEqual([expect.objectContaining({ calls: 2, rejected: 1 })]);
    },
  );

  guarantee("does not change its state when a caller modifies a returned value", async ({ store }) => {
    for (const answer of await store.consume(sampleBatch(sampleCall())))
      if ("used" in answer) answer.used.fill(98);
    expect(await store.consume(sampleBatch(sampleCall()))).toEqual([{ outcome: "admitted", used: [2] }]);
    for (const bucket of (await readAll(store)).buckets) bucket.calls = 99;
    expect((await readAll(store)).buckets).toEqual([expect.objectContaining({ calls: 2 })]);
  });
}
