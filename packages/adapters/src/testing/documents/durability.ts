import { expect } from "vitest";
import type { Guarantee } from "../suite.ts";
import type { DocumentStoreSubject } from "./subject.ts";

/** Defines the guarantees beyond one process. */
export function durabilityGuarantees(guarantee: Guarantee<DocumentStoreSubject>): void {
  guarantee("keeps documents and the version counter when it is opened again", async ({ store, reopen }) => {
    await store.commit([
      { key: "a", value: [1, "🙂"] },
      { key: "b", value: 1 },
    ]);
    const deleted = await store.commit([{ key: "b" }]);
    const before = await store.list("", { limit: 10 });
    const opened = await reopen();
    expect(await opened.list("", { limit: 10 })).toEqual(before);
    expect(before.map(({ key }) => key)).toEqual(["a"]);
    const next = await opened.commit([{ key: "b", value: 2 }]);
    expect(next.committed && deleted.committed && next.version > deleted.version).toBe(true);
  });

  guarantee("loses no update across processes", async ({ store }, start) => {
    const processes = await Promise.all([start(), start()]);
    const task = { task: "increment", key: "counters/1", count: 50 } as const;
    await Promise.all(processes.map((worker) => worker.run(task)));
    expect((await store.get("counters/1"))?.value).toBe(100);
  });

  guarantee("keeps every acknowledged commit when its process is killed", async ({ reopen }, start) => {
    const victim = await start();
    const { reports, until } = victim.start({ task: "commit-on", prefix: "crash/" });
    await until(50);
    await victim.kill();
    const committed = reports.filter((report) => report.report === "committed");
    expect(committed.length).toBeGreaterThanOrEqual(50);
    const opened = await reopen();
    for (const { key, version } of committed)
      expect(await opened.get(key)).toEqual({ key, value: key, version });
  });
}
