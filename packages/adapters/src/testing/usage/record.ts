import { bucketMs, type UsageStore } from "@tools-api/core/storage";
import { expect } from "vitest";
import {
  sampleBatch,
  sampleCall,
  sampleDay,
  midnight,
  now,
  sampleOutcome,
  quarter,
  quarters,
  readAll,
} from "../samples.ts";
import type { Guarantee, Subject } from "../suite.ts";

function sampleRefund(at: number, units?: number) {
  const { account, endpoint } = sampleCall();
  return { account, endpoint, at, windows: [sampleDay(at, 0).id], units };
}

/** Defines the guarantees of `complete`, `lastUsed` and `refund`. */
export function recordGuarantees(guarantee: Guarantee<Subject<UsageStore>>): void {
  guarantee("adds up outcomes in the bucket of their admission", async ({ store }) => {
    const at = quarter - 1;
    await store.consume(sampleBatch(sampleCall({ at }), sampleCall({ at }), sampleCall()));
    const early = { at, bytesIn: 10, bytesOut: 2_000, durationMs: 1.234 };
    await store.complete(sampleBatch(sampleOutcome(early), sampleOutcome({ ...early, succeeded: false })));
    await store.complete(sampleBatch(sampleOutcome({ bytesIn: 5, bytesOut: 7, durationMs: 60_000 })));
    const { buckets } = await readAll(store);
    const { endpoint } = sampleCall();
    const none = { serverErrors: 0, rejected: 0 };
    const sums = { bytesIn: 20, bytesOut: 4_000, durationUs: 2_468 };
    const lateSums = { bytesIn: 5, bytesOut: 7, durationUs: 60_000_000 };
    expect(buckets).toEqual([
      { endpoint, start: quarter - bucketMs, calls: 2, units: 2, succeeded: 1, failed: 1, ...none, ...sums },
      { endpoint, start: quarter, calls: 1, units: 1, succeeded: 1, failed: 0, ...none, ...lateSums },
    ]);
  });

  guarantee("records outcomes once if they are sent several times", async ({ store, another }) => {
    await store.consume(sampleBatch(sampleCall()));
    const batch = sampleBatch(sampleOutcome({ bytesIn: 3 }));
    await Promise.all([store.complete(batch), store.complete(batch), (await another()).complete(batch)]);
    const { buckets } = await readAll(store);
    expect(buckets).toEqual([expect.objectContaining({ calls: 1, succeeded: 1, bytesIn: 3 })]);
  });

  guarantee("records the last use of a credential to the minute, and never lowers it", async ({ store }) => {
    const minute = Math.floor(now / 60_000) * 60_000;
    const late = sampleOutcome({ at: minute + 59_999 });
    const early = sampleOutcome({ at: minute - 120_000 });
    const other = sampleOutcome({ at: minute - 60_001, credential: "key_2" });
    await store.complete(sampleBatch(early, late, early, other));
    await store.complete(sampleBatch(early));
    const found = await store.lastUsed(["key_2", "key_1", "key_3"]);
    expect(Object.fromEntries(found)).toEqual({ key_1: minute, key_2: minute - 120_000 });
    expect(await store.lastUsed([])).toEqual(new Map());
  });

  guarantee("refunds a unit, which the next call can use", async ({ store }) => {
    const call = sampleCall({ windows: [sampleDay(now, 1)] });
    await store.consume(sampleBatch(call));
    await store.refund(sampleBatch(sampleRefund(now)));
    const reading = await readAll(store);
    expect(reading.used).toEqual([0]);
    expect(reading.buckets).toEqual([expect.objectContaining({ calls: 0, serverErrors: 1 })]);
    expect(reading.lifetime.calls).toBe(0);
    expect(await store.consume(sampleBatch(call))).toEqual([{ outcome: "admitted", used: [1] }]);
  });

  guarantee("refunds a unit to the windows and the bucket of its admission", async ({ store }) => {
    const before = midnight - 1;
    await store.consume(sampleBatch(sampleCall({ at: before }), sampleCall({ at: before }), sampleCall()));
    await store.refund(sampleBatch(sampleRefund(before)));
    const windows = [sampleDay(before, 0).id, sampleDay(now, 0).id];
    const read = {
      account: "acct_1",
      boundaries: quarters(midnight - bucketMs, quarter + bucketMs),
      windows,
    };
    const { used, buckets } = await store.read(read);
    expect(used).toEqual([1, 1]);
    expect(buckets.map(({ start, calls, serverErrors }) => [start, calls, serverErrors])).toEqual([
      [midnight - bucketMs, 1, 1],
      [quarter, 1, 0],
    ]);
  });

  guarantee("refunds a unit once if the refund is sent several times", async ({ store, another }) => {
    await store.consume(sampleBatch(sampleCall(), sampleCall(), sampleCall()));
    const batch = sampleBatch(sampleRefund(now));
    await Promise.all([store.refund(batch), (await another()).refund(batch), store.refund(batch)]);
    const { used, buckets } = await readAll(store);
    expect(used).toEqual([2]);
    expect(buckets).toEqual([expect.objectContaining({ calls: 2, serverErrors: 1 })]);
  });

  guarantee("refunds all units of a call, which the next call can use", async ({ store }) => {
    const three = sampleCall({ windows: [sampleDay(now, 7)], units: 3 });
    await store.consume(sampleBatch(three, sampleCall(), three));
    await store.refund(sampleBatch(sampleRefund(now, 3)));
    const reading = await readAll(store);
    expect(reading.used).toEqual([4]);
    expect(reading.buckets).toEqual([expect.objectContaining({ calls: 2, units: 4, serverErrors: 1 })]);
    expect(reading.lifetime.calls).toBe(2);
    expect(await store.consume(sampleBatch(three))).toEqual([{ outcome: "admitted", used: [7] }]);
    await store.refund(sampleBatch(sampleRefund(now), sampleRefund(now, 3), sampleRefund(now, 3)));
    const { used, buckets } = await readAll(store);
    expect(used).toEqual([0]);
    expect(buckets).toEqual([expect.objectContaining({ calls: 0, units: 0, serverErrors: 4 })]);
  });

  guarantee("returns no unit of the calls that remain, whatever is refunded", async ({ store }) => {
    await store.consume(sampleBatch(sampleCall(), sampleCall({ units: 2 }), sampleCall()));
    await store.refund(sampleBatch(sampleRefund(now, 9)));
    expect(await readAll(store)).toMatchObject({ used: [2], buckets: [{ calls: 2, units: 2 }] });
    await store.refund(sampleBatch(sampleRefund(now, 9), sampleRefund(now, 9), sampleRefund(now, 9)));
    const { used, buckets } = await readAll(store);
    expect(used).toEqual([0]);
    expect(buckets).toEqual([expect.objectContaining({ calls: 0, units: 0, serverErrors: 3 })]);
  });

  guarantee("never refunds more units than were counted", async ({ store }) => {
    await store.refund(sampleBatch(sampleRefund(now)));
    expect((await readAll(store)).buckets).toEqual([]);
    await store.consume(sampleBatch(sampleCall({ windows: [sampleDay(now, 1)] })));
    await store.refund(sampleBatch(sampleRefund(now), sampleRefund(now), sampleRefund(now)));
    await store.refund(sampleBatch(sampleRefund(now)));
    const { used, buckets, lifetime } = await readAll(store);
    expect(used).toEqual([0]);
    expect(buckets).toEqual([expect.objectContaining({ calls: 0, serverErrors: 1 })]);
    expect(lifetime.calls).toBe(0);
    const one = sampleCall({ windows: [sampleDay(now, 1)] });
    const answers = await store.consume(sampleBatch(one, one));
    expect(answers.map(({ outcome }) => outcome)).toEqual(["admitted", "refused"]);
  });
}
