import { systemClock, ToolsError } from "@tools-api/core";
import type { UsageBatch, UsageStore } from "@tools-api/core/storage";
import type { Storage } from "unstorage";
import { decodeAdmissions, encodeAdmissions } from "../lib/admissions-text.ts";
import { sumRangesInSlices } from "../lib/sum-ranges.ts";
import {
  admitCalls,
  bucketKey,
  refundCalls,
  recordOutcomes,
  type UsageChanges,
  type UsageState,
} from "../lib/usage-changes.ts";
import { type BatchLog, createBatchLog } from "./batches.ts";
import { connect } from "./connection.ts";
import type { UnstorageStoreOptions } from "./documents.ts";
import { isDurable } from "./drivers.ts";
import type { Edit } from "./rounds.ts";
import { applyChanges } from "./usage-write.ts";
import { dayItem } from "./usage-day.ts";
import {
  accountItem,
  dayMs,
  dayOf,
  daysBetween,
  emptyAccount,
  fencesItem,
  lastUseItem,
  raiseFence,
} from "./usage-items.ts";

interface Placed {
  account: string;
  at: number;
}

function stateOf(edit: Edit): UsageState {
  return {
    revision: (fence) => edit.get(fencesItem(fence))?.get(fence),
    window(account, id) {
      const found = edit.get(accountItem(account))?.windows.get(id);
      return found && { ...found, ttlMs: found.keptMs };
    },
    bucketCalls: (account, start, endpoint) =>
      edit
        .get(dayItem(account, dayOf(start)))
        ?.buckets()
        .get(bucketKey({ start, endpoint }))?.calls ?? 0,
  };
}

/** The latest instant of a Date: https://tc39.es/ecma262/#sec-time-values-and-time-range */
const maximumInstant = 8.64e15;

function checkInstants(items: readonly Placed[]): void {
  for (const { at } of items)
    if (!Number.isSafeInteger(at) || Math.abs(at) > maximumInstant)
      throw new ToolsError("invalid_parameter", `at: expected epoch milliseconds, received ${at}`);
}

function needPlaces(edit: Edit, items: readonly Placed[]): void {
  edit.need(items.flatMap(({ account, at }) => [accountItem(account), dayItem(account, dayOf(at))]));
}

// Stores that share a storage share its log of batches.
const logs = new WeakMap<Storage, BatchLog>();

/**
 * Creates a usage store on any unstorage driver, for one process at a time: a second process gets `storage_unavailable`
 * while the first is alive. The driver has written the changes of a batch before it is answered. A batch is atomic even
 * if the process is killed. Frequently used items stay in memory.
 *
 * @throws ToolsError `invalid_parameter` for a `leaseMs` that is too short or differs from that of another store on the
 *   storage, and for instants outside the range of a Date; `storage_unavailable` from every method if another process
 *   has the storage, the driver fails, returns other data than it received or does not respond within 5 s, or a newer,
 *   incompatible release has written the storage.
 *
 * @example
 * ```ts
 * import { unstorageUsage } from "@tools-api/adapters/storage/unstorage";
 * import { createStorage } from "unstorage";
 *
 * const usage = unstorageUsage({ storage: createStorage() });
 * const at = Date.now();
 * const windows = [{ id: "minute", limit: 1, ends: at + 60_000 }];
 * const call = { account: "acct_1", endpoint: "/v1/tools/text-analyzer", at, windows, fences: [] };
 * const admissions = await usage.consume({ id: crypto.randomUUID(), at, items: [call, call] });
 * console.log(admissions.map(({ outcome }) => outcome)); // [ "admitted", "refused" ]
 * await usage.close();
 * ```
 */
export function unstorageUsage({
  storage,
  clock = systemClock,
  durable = isDurable(storage),
  leaseMs,
}: UnstorageStoreOptions): UsageStore {
  const connection = connect(storage, leaseMs);
  const log = logs.get(storage) ?? createBatchLog();
  logs.set(storage, log);

  /** Returns the response to a batch. Calls `write` and applies its changes only the first time. */
  async function once<Item extends Placed>(
    method: string,
    batch: UsageBatch<Item>,
    write: (edit: Edit) => { answer: string; changes: UsageChanges },
  ): Promise<string> {
    checkInstants(batch.items);
    return connection.write((edit) =>
      log.once(edit, { method, id: batch.id, now: clock.now() }, () => {
        needPlaces(edit, batch.items);
        const { answer, changes } = write(edit);
        applyChanges(edit, changes, clock.now());
        return answer;
      }),
    );
  }

  return {
    capabilities: { exactAcross: "process", durable },

    async consume(batch) {
      const answer = await once("consume", batch, (edit) => {
        edit.need(batch.items.flatMap(({ fences }) => fences.map(({ id }) => fencesItem(id))));
        const { admissions, changes } = admitCalls(batch.items, stateOf(edit));
        return { answer: encodeAdmissions(admissions), changes };
      });
      return decodeAdmissions(answer);
    },

    async complete(batch) {
      await once("complete", batch, () => ({ answer: "", changes: recordOutcomes(batch.items) }));
    },

    async refund(batch) {
      await once("refund", batch, (edit) => ({
        answer: "",
        changes: refundCalls(batch.items, stateOf(edit)),
      }));
    },

    fence: (id, revision) => connection.write((edit) => raiseFence(edit, id, revision, { onlyKnown: false })),

    async read({ account: id, boundaries, windows }) {
      const { buckets, ...rest } = await connection.read((view) => {
        const account = view.get(accountItem(id)) ?? emptyAccount;
        const first = boundaries[0] ?? 0;
        const last = boundaries.at(-1) ?? first;
        const days = daysBetween(account, dayOf(first), Math.ceil(last / dayMs));
        view.need(days.map((day) => dayItem(id, day)));
        // A day that no boundary divides is in one range as a whole.
        const divided = new Set(boundaries.filter((at) => at % dayMs !== 0).map(dayOf));
        const found = days.map((day) => ({ day, item: view.get(dayItem(id, day)) }));
        function* buckets() {
          for (const { day, item } of found)
            if (item) yield* divided.has(day) ? item.buckets().values() : item.totals();
        }
        return {
          // A day in memory is replaced and never changed, so it can be read later.
          buckets,
          used: windows.map((window) => account.windows.get(window)?.used ?? 0),
          lifetime: { ...account.lifetime },
        };
      });
      return { ...rest, buckets: await sumRangesInSlices(buckets(), boundaries) };
    },

    lastUsed: (credentials) =>
      connection.read((view) => {
        const items = credentials.map((credential) => ({ credential, item: lastUseItem(credential) }));
        view.need(items.map(({ item }) => item));
        return new Map(
          items.flatMap(({ credential, item }): [string, number][] => {
            const at = view.get(item);
            return at === undefined ? [] : [[credential, at]];
          }),
        );
      }),

    ping: () => connection.ping(),
    close: () => connection.close(),
  };
}
