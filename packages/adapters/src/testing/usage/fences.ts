import type { UsageStore } from "@tools-api/core";
import { expect } from "vitest";
import { sampleBatch, sampleCall, readAll } from "../samples.ts";
import type { Guarantee, Subject } from "../suite.ts";

function callAt(revision: number) {
  return sampleCall({ fences: [{ id: "accounts/acct_1", revision }] });
}

const stale = { outcome: "stale", fences: ["accounts/acct_1"] };

/** Defines the guarantees of `fence`, and of `consume` about fences. */
export function fenceGuarantees(guarantee: Guarantee<Subject<UsageStore>>): void {
  guarantee("returns stale for an unknown fence, and counts nothing", async ({ store }) => {
    expect(await store.consume(sampleBatch(callAt(1)))).toEqual([stale]);
    const reading = await readAll(store);
    expect(reading).toEqual({
      buckets: [],
      used: [0],
      lifetime: { calls: 0, firstCallAt: null, lastCallAt: null },
    });
  });

  guarantee("admits a call only at the current revision of its fence", async ({ store }) => {
    await store.fence("accounts/acct_1", 5);
    const answers = await store.consume(sampleBatch(callAt(4), callAt(5), callAt(6)));
    expect(answers).toEqual([stale, { outcome: "admitted", used: [1] }, stale]);
    expect((await readAll(store)).used).toEqual([1]);
  });

  guarantee("raises a fence and never lowers it", async ({ store }) => {
    await store.fence("accounts/acct_1", 5);
    await store.fence("accounts/acct_1", 3);
    await store.fence("accounts/acct_1", 5);
    expect((await store.consume(sampleBatch(callAt(5))))[0]?.outcome).toBe("admitted");
    await store.fence("accounts/acct_1", 6);
    expect(await store.consume(sampleBatch(callAt(5)))).toEqual([stale]);
    await Promise.all([9, 7, 12, 8].map((revision) => store.fence("accounts/acct_1", revision)));
    const answers = await store.consume(sampleBatch(...[7, 8, 9, 12].map(callAt)));
    expect(answers.map(({ outcome }) => outcome)).toEqual(["stale", "stale", "stale", "admitted"]);
  });

  guarantee("returns the stale fences, and only those", async ({ store }) => {
    await store.fence("accounts/acct_1", 1);
    await store.fence("keys/acct_1/key_1", 2);
    const claims = [
      { id: "accounts/acct_1", revision: 1 },
      { id: "keys/acct_1/key_1", revision: 1 },
      { id: "keys/acct_1/key_2", revision: 1 },
    ];
    expect(await store.consume(sampleBatch(sampleCall({ fences: claims })))).toEqual([
      { outcome: "stale", fences: ["keys/acct_1/key_1", "keys/acct_1/key_2"] },
    ]);
  });

  guarantee("checks the fences before the quota", async ({ store }) => {
    const call = { ...callAt(1), windows: [{ id: "none", limit: 0, ends: callAt(1).at + 60_000 }] };
    expect(await store.consume(sampleBatch(call))).toEqual([stale]);
    expect((await readAll(store)).buckets).toEqual([]);
  });

  guarantee("applies a raised fence in every handle immediately", async ({ store, another }) => {
    const second = await another();
    const ended = { credential: "key_1", succeeded: true, bytesIn: 0, bytesOut: 1, durationMs: 1 };
    // A store may remember the fences of the calls before.
    const outcomes = async (revision: number) => {
      const found: string[] = [];
      for (const handle of [store, second, store])
        for (const call of [callAt(revision), { ...callAt(revision), ended }])
          for (const { outcome } of await handle.consume(sampleBatch(call))) found.push(outcome);
      return [...new Set(found)];
    };
    for (const [index, handle] of [store, store, second, second, store].entries()) {
      await handle.fence("accounts/acct_1", index + 1);
      expect(await outcomes(index)).toEqual(["stale"]);
      expect(await outcomes(index + 1)).toEqual(["admitted"]);
    }
  });
}
