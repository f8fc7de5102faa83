import { systemClock } from "@tools-api/core";
import { addCounts, dayMs } from "@tools-api/core/internal";
import { foldingHorizon, type UsageBatch, type UsageStore } from "@tools-api/core/storage";
import { decodeAdmissions, encodeAdmissions } from "../lib/admissions-text.ts";
import { sumRangesInSlices, sumRanges } from "../lib/sum-ranges.ts";
import {
  addToLifetime,
  admitCalls,
  bucketKey,
  type BucketSum,
  emptyBucket,
  pairKey,
  recordOutcomes,
  refundCalls,
  type UsageChanges,
  type UsageState,
} from "../lib/usage-changes.ts";
import { findBatch } from "./batches.ts";
import { connect, isDurable, type Items, type UnstorageStoreOptions } from "./connection.ts";
import {
  type Account,
  accountItem,
  type Day,
  dayItem,
  dayNumber,
  daysBetween,
  decodeDay,
  encodeDay,
  fencesItem,
  type Item as StoredItem,
  lastUseItem,
  withDay,
} from "./schema.ts";

function createState(items: Items): UsageState {
  return {
    revision: (fence) => new Map(items.peek(fencesItem(fence))).get(fence),
    window(account, id) {
      const count = new Map(items.peek(accountItem(account)).windows).get(id);
      return count && { ...count, ttlMs: count.keptMs };
    },
    bucketCalls(account, start, endpoint) {
      const day = dayNumber(start);
      const buckets = decodeDay(day, items.peek(dayItem(account, day)));
      return buckets.find((bucket) => bucket.start === start && bucket.endpoint === endpoint)?.calls ?? 0;
    },
  };
}

/** Raises a fence that was read. A higher revision stays. With `onlyKnown`, an unknown fence stays unknown. */
export function raiseFence(items: Items, fence: string, revision: number, { onlyKnown = false } = {}): void {
  const item = fencesItem(fence);
  const fences = new Map(items.peek(item));
  const known = fences.get(fence);
  if (known === undefined ? onlyKnown : known >= revision) return;
  items.put(item, [...fences.set(fence, revision)]);
}

function addToDay(day: number, known: Day, sums: readonly BucketSum[]): Day {
  const buckets = new Map(decodeDay(day, known).map((bucket) => [bucketKey(bucket), bucket]));
  for (const sum of sums) {
    const bucket = buckets.get(bucketKey(sum)) ?? emptyBucket(sum.endpoint, sum.start);
    addCounts(bucket, sum);
    buckets.set(bucketKey(sum), bucket);
  }
  return encodeDay(day, [...buckets.values()]);
}

/** Returns the oldest day that is due to be folded, if there is one. */
function dayToFold(account: Account, now: number): number | undefined {
  const horizon = dayNumber(foldingHorizon(now));
  return account.foldedBefore < horizon ? daysBetween(account, account.foldedBefore, horizon)[0] : undefined;
}

/** Writes the changes of a batch. With an account's counters, it removes expired ones and folds an old day. */
function applyChanges(items: Items, changes: UsageChanges, now: number): void {
  for (const { credential, at } of changes.lastUses) {
    const item = lastUseItem(credential);
    if (at > items.peek(item)) items.put(item, at);
  }
  for (const id of new Set(changes.buckets.map(({ account }) => account))) {
    const isOwn = (change: { account: string }) => change.account === id;
    const known = items.peek(accountItem(id));
    let { days } = known;
    const sums = changes.buckets.filter(isOwn);
    for (const day of new Set(sums.map(({ start }) => dayNumber(start)))) {
      const item = dayItem(id, day);
      items.put(
        item,
        addToDay(
          day,
          items.peek(item),
          sums.filter(({ start }) => dayNumber(start) === day),
        ),
      );
      if (daysBetween(known, day, day + 1).length === 0) days = withDay(days, day);
    }

    const windows = changes.windows.filter(isOwn);
    const lifetime = changes.lifetimes.find(isOwn);
    if (windows.length === 0 && !lifetime && days === known.days) continue;
    const fold = dayToFold(known, now);
    if (fold !== undefined) {
      const item = dayItem(id, fold);
      const day = [fold * dayMs, (fold + 1) * dayMs];
      items.put(item, encodeDay(fold, sumRanges(decodeDay(fold, items.peek(item)), day)));
    }
    items.put(accountItem(id), {
      ...known,
      windows: [
        ...new Map([
          ...known.windows.filter(([, { ends, keptMs }]) => ends + keptMs > now),
          ...windows.map(({ id: window, used, ends, ttlMs }): Account["windows"][number] => [
            window,
            { used, ends, keptMs: ttlMs },
          ]),
        ]),
      ],
      lifetime: lifetime ? addToLifetime(known.lifetime, lifetime) : known.lifetime,
      days,
      foldedBefore: fold === undefined ? known.foldedBefore : fold + 1,
    });
  }
}

/**
 * Creates a usage store on any unstorage driver. See {@link unstorageDocuments} for its guarantees.
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

  /** Reads everything that a batch can change. */
  async function load(items: Items, batch: readonly { account: string; at: number }[]): Promise<void> {
    const places = new Map(batch.map(({ account, at }) => [`${dayNumber(at)}/${account}`, { account, at }]));
    await Promise.all(
      [...places.values()].map(async ({ account, at }) => {
        await items.get(dayItem(account, dayNumber(at)));
        const fold = dayToFold(await items.get(accountItem(account)), clock.now());
        if (fold !== undefined) await items.get(dayItem(account, fold));
      }),
    );
  }

  /** Returns the response to a batch. Calls `decide` and applies its changes only the first time. */
  function once<Item extends { account: string; at: number }>(
    method: string,
    batch: UsageBatch<Item>,
    related: readonly StoredItem<unknown>[],
    decide: (state: UsageState) => { answer: string; changes: UsageChanges },
  ): Promise<string> {
    return connection.run(async (items) => {
      const { known, record } = await findBatch(items, clock, pairKey(method, batch.id));
      if (known !== undefined) return known;
      await load(items, batch.items);
      await Promise.all(related.map((item) => items.get(item)));
      const { answer, changes } = decide(createState(items));
      applyChanges(items, changes, clock.now());
      record(answer);
      return answer;
    });
  }

  return {
    capabilities: { exactAcross: "process", durable },

    async consume(batch) {
      const fences = batch.items.flatMap((call) => call.fences.map(({ id }) => fencesItem(id)));
      const answer = await once("consume", batch, fences, (state) => {
        const { admissions, changes } = admitCalls(batch.items, state);
        return { answer: encodeAdmissions(admissions), changes };
      });
      return decodeAdmissions(answer);
    },

    async complete(batch) {
      const uses = batch.items.map(({ credential }) => lastUseItem(credential));
      await once("complete", batch, uses, () => ({ answer: "", changes: recordOutcomes(batch.items) }));
    },

    async refund(batch) {
      await once("refund", batch, [], (state) => ({ answer: "", changes: refundCalls(batch.items, state) }));
    },

    fence: (id, revision) =>
      connection.run(async (items) => {
        await items.get(fencesItem(id));
        raiseFence(items, id, revision);
      }),

    async read({ account: id, boundaries, windows }) {
      const first = boundaries[0] ?? 0;
      const last = boundaries.at(-1) ?? first;
      const { account, days } = await connection.run(async (items) => {
        const account = await items.get(accountItem(id));
        const numbers = daysBetween(account, dayNumber(first), Math.ceil(last / dayMs));
        const days = numbers.map(async (day) => ({ day, value: await items.get(dayItem(id, day)) }));
        return { account, days: await Promise.all(days) };
      });
      // The value of an item is replaced and never changed, so it can be read later.
      function* buckets() {
        for (const { day, value } of days) yield* decodeDay(day, value);
      }
      const used = new Map(account.windows);
      return {
        buckets: await sumRangesInSlices(buckets(), boundaries),
        used: windows.map((window) => used.get(window)?.used ?? 0),
        lifetime: { ...account.lifetime },
      };
    },

    lastUsed: (credentials) =>
      connection.run(async (items) => {
        const uses = credentials.map(
          async (credential) => [credential, await items.get(lastUseItem(credential))] as const,
        );
        return new Map((await Promise.all(uses)).filter(([, at]) => at > -Infinity));
      }),

    ping: connection.ping,
    close: connection.close,
  };
}
