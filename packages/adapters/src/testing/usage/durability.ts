import type { UsageStore } from "@tools-api/core";
import { expect } from "vitest";
import { sampleBatch, sampleCall, sampleDay, now, sampleOutcome, readAll } from "../samples.ts";
import type { Guarantee, Subject } from "../suite.ts";
import type { WorkerProcess } from "../worker-process.ts";

/** Defines the guarantees beyond one process. */
export function durabilityGuarantees(guarantee: Guarantee<Subject<UsageStore>>): void {
  guarantee("keeps all acknowledged writes when it is opened again", async ({ store, reopen }) => {
    const fences = [{ id: "accounts/acct_1", revision: 4 }];
    await store.fence("accounts/acct_1", 4);
    await store.consume(sampleBatch(sampleCall({ fences }), sampleCall({ fences })));
    await store.complete(sampleBatch(sampleOutcome({ bytesIn: 7, durationMs: 1 })));
    const before = await readAll(store);
    const lastUsed = await store.lastUsed(["key_1"]);
    const opened = await reopen();
    expect(await readAll(opened)).toEqual(before);
    expect(before.used).toEqual([2]);
    expect(await opened.lastUsed(["key_1"])).toEqual(lastUsed);
    expect((await opened.consume(sampleBatch(sampleCall({ fences }))))[0]).toEqual({
      outcome: "admitted",
      used: [3],
    });
  });

  guarantee("admits exactly the remaining units of a window across processes", async ({ store }, start) => {
    const processes = await Promise.all([start(), start()]);
    const call = sampleCall({ windows: [sampleDay(now, 187)] });
    const admitted = await Promise.all(
      processes.map((worker) => worker.run({ task: "consume", call, count: 150 })),
    );
    expect(admitted.reduce((sum, count) => sum + count)).toBe(187);
    const { used, buckets } = await readAll(store);
    expect(used).toEqual([187]);
    expect(buckets).toEqual([expect.objectContaining({ calls: 187, rejected: 300 - 187 })]);
  });

  const call = sampleCall({ windows: [sampleDay(now, 1e9)] });

  /** Returns the acknowledged calls of a process that was killed. */
  async function readKilledCalls(start: () => Promise<WorkerProcess>) {
    const victim = await start();
    const { reports, until } = victim.start({ task: "consume-on", call });
    await until(100);
    await victim.kill();
    const consumed = reports.filter((report) => report.report === "consumed");
    expect(consumed.length).toBeGreaterThanOrEqual(100);
    return consumed;
  }

  guarantee("keeps every acknowledged call when its process is killed", async ({ reopen }, start) => {
    const consumed = await readKilledCalls(start);
    const { used, buckets } = await readAll(await reopen());
    expect(used[0]).toBeGreaterThanOrEqual(consumed.length);
    expect(buckets).toEqual([expect.objectContaining({ calls: used[0] })]);
  });

  guarantee("recognizes the batches of a process that was killed", async ({ reopen }, start) => {
    const consumed = await readKilledCalls(start);
    const opened = await reopen();
    const repeatAll = async () => {
      for (const { id, admission } of consumed)
        expect(await opened.consume({ id, at: call.at, items: [call] })).toEqual([admission]);
    };
    // A database can commit the last call of the process a moment after the process has died.
    await repeatAll();
    const { used } = await readAll(opened);
    await repeatAll();
    expect((await readAll(opened)).used).toEqual(used);
  });
}
