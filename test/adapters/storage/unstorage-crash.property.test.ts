import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import type { UsageStore } from "@tools-api/core";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createStorage } from "unstorage";
import { isWhole } from "../../whole.ts";
import { faultyDriver } from "./unstorage-faulty-driver.ts";

const at = Date.UTC(2126, 10, 21, 12);
const clock = { now: () => at };
const accounts = ["acct_1", "acct_2", "acct_3"];
const windows = [{ id: "day", limit: 1e9, ends: at + 60_000 }];

/** A request of a process to its stores. */
type Step =
  | { step: "commit"; documents: number; size: number; deletes: boolean }
  | { step: "consume"; callers: number[] }
  | { step: "complete"; account: number }
  | { step: "refund"; account: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    step: fc.constant("commit" as const),
    documents: fc.integer({ min: 1, max: 4 }),
    size: fc.constantFrom(10, 3_000, 20_000),
    deletes: fc.boolean(),
  }),
  fc.record({
    step: fc.constant("consume" as const),
    callers: fc.array(fc.nat(2), { minLength: 1, maxLength: 30 }),
  }),
  fc.record({ step: fc.constant("complete" as const), account: fc.nat(2) }),
  fc.record({ step: fc.constant("refund" as const), account: fc.nat(2) }),
);

/** The life of a process: groups of concurrent steps, and the write during which it ends. */
const lives = fc.array(
  fc.record({
    groups: fc.array(fc.array(steps, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
    endsInWrite: fc.integer({ min: 1, max: 25 }),
    leaves: fc.constantFrom("half", "half", "nothing", "all"),
  }),
  { minLength: 2, maxLength: 5 },
);

type UsageStep = Exclude<Step, { step: "commit" }>;
type Send = (usage: UsageStore) => Promise<unknown>;

/** Returns the batch of a step, which can be sent repeatedly. */
function batchOf(step: UsageStep): Send {
  const id = crypto.randomUUID();
  const placed = (caller: number) => ({ account: accounts[caller] ?? "", endpoint: "text-analyzer", at });
  if (step.step === "consume") {
    const items = step.callers.map((caller) => ({ ...placed(caller), windows, fences: [] }));
    return (usage) => usage.consume({ id, at, items });
  }
  if (step.step === "complete") {
    const outcome = { credential: "key_1", succeeded: true, bytesIn: 7, bytesOut: 9, durationMs: 2 };
    return (usage) => usage.complete({ id, at, items: [{ ...placed(step.account), ...outcome }] });
  }
  const refund = { ...placed(step.account), windows: ["day"] };
  return (usage) => usage.refund({ id, at, items: [refund] });
}

async function readAll(usage: UsageStore) {
  const read = (account: string) =>
    usage.read({ account, boundaries: [0, at + 3_600_000], windows: ["day"] });
  return Promise.all(accounts.map(read));
}

it("completes each write or leaves it undone when the process ends in any write, and counts each retried write once", async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (processes) => {
      const items = new Map<string, string>();
      const model = memoryUsage({ clock });
      const texts = new Map<string, string>();
      let commits = 0;

      for (const { groups, endsInWrite, leaves } of processes) {
        const { driver, faults } = faultyDriver("memory", items);
        const storage = createStorage({ driver });
        const [documents, usage] = [
          unstorageDocuments({ storage, clock }),
          unstorageUsage({ storage, clock }),
        ];
        let writes = 0;
        let end = () => {};
        const ended = new Promise<"ended">((resolve) => {
          end = () => resolve("ended");
        });
        faults.onWrite = (_, text, write) => {
          if (++writes < endsInWrite) return write(text);
          if (writes === endsInWrite && leaves === "all") write(text);
          if (writes === endsInWrite && leaves === "half") write(text && text.slice(0, text.length / 2));
          end();
          return new Promise(() => {});
        };

        const unanswered: { keys: string[]; text: string; deletes: boolean }[] = [];
        const unansweredBatches: Send[] = [];
        let isOver = false;
        for (const group of groups) {
          if (isOver) break;
          const answered = group.map(async (step) => {
            if (step.step !== "commit") {
              const send = batchOf(step);
              unansweredBatches.push(send);
              // Batches sent together are decided in this order.
              await send(usage);
              return;
            }
            const commit = commits++;
            // Some keys repeat, but not within a group.
            const keys = Array.from({ length: step.documents }, (_, place) => `k/${place}/${commit % 7}`);
            const text = `${commit}`.padEnd(step.size, "x");
            const write = { keys, text, deletes: step.deletes };
            unanswered.push(write);
            await documents.commit(keys.map((key) => (step.deletes ? { key } : { key, value: text })));
          });
          isOver = (await Promise.race([ended, Promise.all(answered)])) === "ended";
          for (const each of answered) each.catch(() => {});
          if (isOver) break;
          for (const { keys, text, deletes } of unanswered.splice(0))
            for (const key of keys) {
              if (deletes) texts.delete(key);
              else texts.set(key, text);
            }
          for (const send of unansweredBatches.splice(0)) await send(model);
        }

        const next = createStorage({ driver: faultyDriver("memory", items).driver });
        const [after, usageAfter] = [
          unstorageDocuments({ storage: next, clock }),
          unstorageUsage({ storage: next, clock }),
        ];
        for (const { keys, text, deletes } of unanswered) {
          const found = await Promise.all(keys.map(async (key) => (await after.get(key))?.value));
          const done = found.map((value) => (deletes ? value === undefined : value === text));
          const undone = found.map((value, place) => value === texts.get(keys[place] ?? ""));
          expect(done.every(Boolean) || undone.every(Boolean)).toBe(true);
          if (done.every(Boolean))
            for (const key of keys) {
              if (deletes) texts.delete(key);
              else texts.set(key, text);
            }
        }
        for (const send of unansweredBatches) {
          await send(usageAfter);
          await send(model);
        }
        expect(await readAll(usageAfter)).toEqual(await readAll(model));
        const all = await after.list("", { limit: 1_000 });
        expect(new Map(all.map(({ key, value }) => [key, value]))).toEqual(texts);
        await Promise.all([after.close(), usageAfter.close()]);
      }
    }),
    { numRuns: isWhole ? 200 : 70 },
  );
});
