import type { UsageStore } from "@tools-api/core/storage";
import type { QuarterDaysOption } from "../lib/quarter-days.ts";
import { usageOnRows } from "../lib/usage-on-rows.ts";
import { connect, type UnstorageStoreOptions } from "./connection.ts";

/**
 * Creates a usage store on any unstorage driver. See {@link unstorageDocuments} for its guarantees. A repeated batch
 * is recognized for an hour, and after a restart only if it is in the last commit.
 *
 * @throws ToolsError `invalid_parameter` for a `leaseMs` that is too short, and for instants outside the range of a
 *   Date; `storage_unavailable` as from {@link unstorageDocuments}.
 *
 * @example
 * ```ts
 * import { unstorageUsage } from "@tools-api/adapters/storage/unstorage";
 * import { createStorage } from "unstorage";
 *
 * const usage = unstorageUsage({ storage: createStorage() });
 * const at = Date.now();
 * const windows = [{ id: "minute", limit: 1, ends: at + 60_000 }];
 * const call = { account: "acct_1", endpoint: "qr-code", at, windows, fences: [] };
 * const admissions = await usage.consume({ id: crypto.randomUUID(), at, items: [call, call] });
 * console.log(admissions.map(({ outcome }) => outcome)); // [ "admitted", "refused" ]
 * await usage.close();
 * ```
 */
export function unstorageUsage(options: UnstorageStoreOptions & QuarterDaysOption): UsageStore {
  const { capabilities, clock, run, ping, close } = connect(options);
  return { capabilities, ...usageOnRows(run, clock, options.quarterDays), ping, close };
}
