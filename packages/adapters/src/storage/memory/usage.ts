import { type Clock, systemClock } from "@tools-api/core";
import type { UsageStore } from "@tools-api/core/storage";
import { createBatchLog } from "../lib/batch-log.ts";
import type { QuarterDaysOption } from "../lib/quarter-days.ts";
import { usageOnRows } from "../lib/usage-on-rows.ts";
import type { Row, Rows } from "../lib/usage-rows.ts";

/**
 * Creates a usage store in the memory of this process. It is exact within the process and ends with it. Counters of
 * closed windows and ids of batches are removed after a while. Buckets are kept, after `quarterDays` as sums per UTC day.
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
 * const call = { account: "acct_1", endpoint: "qr-code", at, windows, fences: [] };
 * const admissions = await usage.consume({ id: crypto.randomUUID(), at, items: [call, call] });
 * console.log(admissions.map(({ outcome }) => outcome)); // [ "admitted", "refused" ]
 * ```
 */
export function memoryUsage({
  clock = systemClock,
  quarterDays,
}: { clock?: Clock } & QuarterDaysOption = {}): UsageStore {
  const values = new Map<string, unknown>();
  const rows: Rows = {
    // A key belongs to one kind of row, which only `put` writes.
    get: <Value>({ key, absent }: Row<Value>) => (values.get(key) ?? absent) as Value,
    put: ({ key }, value) => void values.set(key, value),
    answers: createBatchLog(clock),
  };

  return {
    capabilities: { exactAcross: "process", durable: false },
    ...usageOnRows((task) => task(rows), clock, quarterDays),
    async ping() {},
    async close() {},
  };
}
