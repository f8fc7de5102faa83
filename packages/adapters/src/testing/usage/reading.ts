import { addCounts, bucketMs, noCounts, type UsageStore, type UsageTotal } from "@tools-api/core/storage";
import { dayMs } from "@tools-api/core/internal/time";
import { expect } from "vitest";
import {
  sampleBatch,
  sampleCall,
  consumeEach,
  sampleDay,
  midnight,
  now,
  sampleOutcome,
  quarter,
  quarters,
  readAll,
} from "../samples.ts";
import type { Guarantee, Subject } from "../suite.ts";

function expectAgreement({ used, buckets, lifetime }: Awaited<ReturnType<typeof readAll>>): void {
  const sumOf = (count: "calls" | "units") => buckets.reduce((sum, bucket) => sum + bucket[count], 0);
  expect({ used, lifetime: lifetime.calls }).toEqual({ used: [sumOf("units")], lifetime: sumOf("calls") });
}

/** Defines the guarantees of `read`. */
export function readingGuarantees(guarantee: Guarantee<Subject<UsageStore>>): void {
  guarantee("returns empty usage for an account that never called", async ({ store }) => {
    await store.consume(sampleBatch(sampleCall()));
    expect(await readAll(store, "acct_2")).toEqual({
      buckets: [],
      used: [0],
      lifetime: { calls: 0, firstCallAt: null, lastCallAt: null },
    });
  });

  guarantee(
    "returns the buckets from the first boundary to before the last, ordered by start and endpoint",
    async ({ store }) => {
      const starts = [3, 0, 2, 1].map((back) => quarter - back * bucketMs);
      const endpoints = ["/v1/user/profile", "/v1/analytics/usage"];
      const calls = starts.flatMap((at) => endpoints.map((endpoint) => sampleCall({ at, endpoint })));
      await store.consume(sampleBatch(...calls, sampleCall({ account: "acct_2", at: quarter - bucketMs })));
      const { buckets } = await store.read({
        account: "acct_1",
        boundaries: quarters(quarter - 2 * bucketMs, quarter),
        windows: [],
      });
      expect(buckets.map((bucket) => Object.getPrototypeOf(bucket) === Object.prototype)).not.toContain(
        false,
      );
      expect(buckets.map(({ start, endpoint, calls: count }) => [start, endpoint, count])).toEqual([
        [quarter - 2 * bucketMs, "/v1/analytics/usage", 1],
        [quarter - 2 * bucketMs, "/v1/user/profile", 1],
        [quarter - bucketMs, "/v1/analytics/usage", 1],
        [quarter - bucketMs, "/v1/user/profile", 1],
      ]);
    },
  );

  guarantee("returns one figure for each window, in the requested order", async ({ store }) => {
    const day = sampleDay(now, 10);
    await store.consume(sampleBatch(sampleCall({ windows: [day, { ...day, id: "other" }] }), sampleCall()));
    const windows = ["none", "other", day.id];
    expect((await store.read({ account: "acct_1", boundaries: [], windows })).used).toEqual([0, 1, 2]);
  });

  guarantee(
    "returns totals of the requested accounts and ranges, equal to the sums of their buckets over all endpoints",
    async ({ store, another }) => {
      const accounts = ["acct_1", "acct_2", "acct_3"];
      const calls = [midnight - dayMs, midnight - 1, now].flatMap((at) =>
        ["/v1/user/profile", "qr-code by key_1"].map((endpoint) => ({ at, endpoint })),
      );
      for (const account of ["acct_1", "acct_2", "acct_4"]) {
        await consumeEach(
          store,
          calls.map((call) => sampleCall({ account, units: 2, ...call })),
        );
        await store.complete(
          sampleBatch(sampleOutcome({ account, endpoint: "qr-code by key_1", bytesOut: 5, durationMs: 1.5 })),
        );
      }
      const boundaries = [midnight - dayMs, midnight, midnight + dayMs, midnight + 2 * dayMs];
      const expected: UsageTotal[] = [];
      for (const account of accounts) {
        const { buckets } = await store.read({ account, boundaries, windows: [] });
        for (const start of boundaries) {
          const ofRange = buckets.filter((bucket) => bucket.start === start);
          const sum = noCounts();
          for (const bucket of ofRange) addCounts(sum, bucket);
          if (ofRange.length > 0) expected.push({ account, start, ...sum });
        }
      }
      const found = await (await another()).totals({ accounts, boundaries });
      const order = (a: UsageTotal, b: UsageTotal) => a.start - b.start || (a.account < b.account ? -1 : 1);
      expect(found.toSorted(order)).toEqual(expected.toSorted(order));
      expect(found.map(({ units }) => units).toSorted((a, b) => a - b)).toEqual([4, 4, 8, 8]);
      expect(await store.totals({ accounts: [], boundaries })).toEqual([]);
      expect(await store.totals({ accounts, boundaries: [] })).toEqual([]);
    },
  );

  guarantee(
    "returns counters, buckets and lifetime of one instant during concurrent writes",
    async ({ store, another }) => {
      const second = await another();
      const { account, endpoint, at, windows } = sampleCall();
      const refund = { account, endpoint, at, windows: windows.map(({ id }) => id), units: 2 };
      const load = Array.from({ length: 40 }, async (_, index) => {
        await consumeEach(index % 2 ? store : second, [
          sampleCall({ units: 2 }),
          sampleCall({ at: quarter - 1, windows }),
        ]);
        if (index % 4 === 0) await second.refund(sampleBatch(refund));
        else await store.complete(sampleBatch(sampleOutcome()));
      });
      const readings = await Promise.all(Array.from({ length: 40 }, () => readAll(store)));
      for (const reading of readings) expectAgreement(reading);
      await Promise.all(load);
      const last = await readAll(second);
      expectAgreement(last);
      expect(last.used).toEqual([100]);
    },
  );

  guarantee("returns the state of one instant while another process writes", async ({ store }, start) => {
    const writer = await start();
    const { reports, until } = writer.start({
      task: "consume-on",
      call: sampleCall({ windows: [sampleDay(now, 1e9)] }),
    });
    await until(1);
    let calls = 0;
    for (const end = reports.length + 100; reports.length < end || calls < 30; calls++) {
      expectAgreement(await readAll(store));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writer.kill();
    expectAgreement(await readAll(store));
  });

  guarantee("answers a ping, and writes nothing that a reader sees", async ({ store }) => {
    await store.consume(sampleBatch(sampleCall()));
    const before = await readAll(store);
    await expect(store.ping()).resolves.toBeUndefined();
    expect(await readAll(store)).toEqual(before);
  });
}
