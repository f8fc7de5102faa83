import { type Clock, systemClock } from "@tools-api/core";
import type { UsageReading, UsageStore } from "@tools-api/core/storage";
import { createBatchLog } from "../lib/batch-log.ts";
import {
  addToLifetime,
  pairKey,
  type UsageChanges,
  type UsageState,
  type WindowCount,
} from "../lib/usage-changes.ts";
import { sumRangesInSlices } from "../lib/sum-ranges.ts";
import { usageWrites } from "../lib/usage-writes.ts";
import { bucketTable } from "./buckets.ts";
import { sweeper } from "./sweep.ts";

type Lifetime = UsageReading["lifetime"];

/**
 * Creates a usage store in the memory of this process. It is exact within the process and ends with it. Counters of
 * closed windows and ids of batches are removed after a while. Buckets are kept, after 400 days as sums per UTC day.
 *
 * @param options.clock Decides when data may be removed. Default: the host's.
 *
 * @example
 * ```ts
 * import { memoryUsage } from "@tools-api/adapters/storage/memory";
 *
 * const usage = memoryUsage();
 * const at = Date.now();
 * const windows = [{ id: "minute", limit: 1, ends: at + 60_000 }];
 * const call = { account: "acct_1", endpoint: "/v1/tools/text-analyzer", at, windows, fences: [] };
 * const admissions = await usage.consume({ id: crypto.randomUUID(), at, items: [call, call] });
 * console.log(admissions.map(({ outcome }) => outcome)); // [ "admitted", "refused" ]
 * ```
 */
export function memoryUsage({ clock = systemClock }: { clock?: Clock } = {}): UsageStore {
  const fences = new Map<string, number>();
  const windows = new Map<string, WindowCount>();
  const buckets = bucketTable();
  const lifetimes = new Map<string, Lifetime>();
  const lastUses = new Map<string, number>();
  const log = createBatchLog(clock);
  const sweepWindows = sweeper(windows, ({ ends, ttlMs }) => ends + ttlMs <= clock.now());

  const state: UsageState = {
    revision: (fence) => fences.get(fence),
    window: (account, id) => windows.get(pairKey(account, id)),
    bucketCalls: buckets.calls,
  };

  function apply(changes: UsageChanges): void {
    for (const count of changes.windows) windows.set(pairKey(count.account, count.id), count);
    for (const sum of changes.buckets) buckets.add(sum, clock.now());
    for (const sum of changes.lifetimes)
      lifetimes.set(sum.account, addToLifetime(lifetimes.get(sum.account), sum));
    for (const { credential, at } of changes.lastUses)
      lastUses.set(credential, Math.max(at, lastUses.get(credential) ?? at));
    sweepWindows(2 * changes.windows.length);
  }

  const writes = usageWrites((key, _, decide) => {
    const known = log.find(key);
    if (known !== undefined) return known;
    const { answer, changes } = decide(state);
    apply(changes);
    log.add(key, answer);
    return answer;
  });

  return {
    capabilities: { exactAcross: "process", durable: false },

    ...writes,

    async fence(id, revision) {
      fences.set(id, Math.max(revision, fences.get(id) ?? revision));
    },

    async read({ account, boundaries, windows: ids }) {
      // All values are of one instant: the buckets are summed in slices but do not change meanwhile.
      const used = ids.map((id) => windows.get(pairKey(account, id))?.used ?? 0);
      const lifetime = { ...(lifetimes.get(account) ?? { calls: 0, firstCallAt: null, lastCallAt: null }) };
      const range = { from: boundaries[0] ?? 0, to: boundaries.at(-1) ?? 0 };
      const sums = await buckets.read(account, range, (found) => sumRangesInSlices(found, boundaries));
      return { buckets: sums, used, lifetime };
    },

    async lastUsed(credentials) {
      const found = new Map<string, number>();
      for (const credential of credentials) {
        const at = lastUses.get(credential);
        if (at !== undefined) found.set(credential, at);
      }
      return found;
    },

    async ping() {},
    async close() {},
  };
}
