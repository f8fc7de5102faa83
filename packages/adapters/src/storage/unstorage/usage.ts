import { dayMs } from "@tools-api/core/internal";
import { bucketMs, foldingHorizon, type UsageStore } from "@tools-api/core/storage";
import { sumRangesInSlices } from "../lib/sum-ranges.ts";
import { addToLifetime, type UsageChanges, type UsageState } from "../lib/usage-changes.ts";
import { type UsageItem, usageWrites } from "../lib/usage-writes.ts";
import { connect, type Items, type UnstorageStoreOptions } from "./connection.ts";
import {
  type Account,
  accountItem,
  dayItem,
  dayNumber,
  daysBetween,
  decodeDay,
  fencesItem,
  lastUseItem,
  sumDay,
  withDay,
} from "./schema.ts";

/** Raises a fence that was read. A higher revision stays. With `onlyKnown`, an unknown fence stays unknown. */
export function raiseFence(items: Items, fence: string, revision: number, { onlyKnown = false } = {}): void {
  items.update(fencesItem(fence), (fences) => {
    const known = new Map(fences).get(fence) ?? (onlyKnown ? Infinity : -Infinity);
    return known >= revision ? fences : [...new Map(fences).set(fence, revision)];
  });
}

/** Returns the oldest day that is due to be folded, if there is one. */
function dayToFold(account: Account, now: number): number | undefined {
  const horizon = dayNumber(foldingHorizon(now));
  return account.foldedBefore < horizon ? daysBetween(account, account.foldedBefore, horizon)[0] : undefined;
}

/** Reads everything that a batch can read or change. */
async function load(items: Items, batch: readonly UsageItem[], now: number): Promise<void> {
  const days = new Map(batch.map(({ account, at }) => [`${dayNumber(at)}/${account}`, { account, at }]));
  const fences = new Set(batch.flatMap((item) => ("fences" in item ? item.fences.map(({ id }) => id) : [])));
  const credentials = new Set(batch.flatMap((item) => ("credential" in item ? [item.credential] : [])));
  await Promise.all([
    ...[...days.values()].map(async ({ account, at }) => {
      await items.get(dayItem(account, dayNumber(at)));
      const fold = dayToFold(await items.get(accountItem(account)), now);
      if (fold !== undefined) await items.get(dayItem(account, fold));
    }),
    ...[...fences].map((id) => items.get(fencesItem(id))),
    ...[...credentials].map((id) => items.get(lastUseItem(id))),
  ]);
}

/** Returns the state of the items that {@link load} has read. */
function stateIn(items: Items): UsageState {
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

/** Writes the changes of a batch. With an account's counters, it removes expired ones and folds an old day. */
function applyChanges(items: Items, changes: UsageChanges, now: number): void {
  for (const { credential, at } of changes.lastUses)
    items.update(lastUseItem(credential), (known) => Math.max(known, at));
  for (const sum of changes.buckets) {
    const day = dayNumber(sum.start);
    items.update(dayItem(sum.account, day), (known) => sumDay(day, known, [sum], bucketMs));
    items.update(accountItem(sum.account), (known) => withDay(known, day));
  }
  for (const { account, id, used, ends, ttlMs } of changes.windows)
    items.update(accountItem(account), (known) => {
      const kept = known.windows.filter(([, count]) => count.ends + count.keptMs > now);
      return { ...known, windows: [...new Map(kept).set(id, { used, ends, keptMs: ttlMs })] };
    });
  for (const sum of changes.lifetimes) {
    const item = accountItem(sum.account);
    items.update(item, (known) => ({ ...known, lifetime: addToLifetime(known.lifetime, sum) }));
    const fold = dayToFold(items.peek(item), now);
    if (fold === undefined) continue;
    items.update(dayItem(sum.account, fold), (known) => sumDay(fold, known, [], dayMs));
    items.update(item, (known) => ({ ...known, foldedBefore: fold + 1 }));
  }
}

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
 * const call = { account: "acct_1", endpoint: "/v1/tools/text-analyzer", at, windows, fences: [] };
 * const admissions = await usage.consume({ id: crypto.randomUUID(), at, items: [call, call] });
 * console.log(admissions.map(({ outcome }) => outcome)); // [ "admitted", "refused" ]
 * await usage.close();
 * ```
 */
export function unstorageUsage(options: UnstorageStoreOptions): UsageStore {
  const { capabilities, clock, run, ping, close } = connect(options);

  const writes = usageWrites((key, batch, decide) =>
    run(async (items) => {
      const known = items.answers.find(key);
      if (known !== undefined) return known;
      const now = clock.now();
      await load(items, batch, now);
      const { answer, changes } = decide(stateIn(items));
      applyChanges(items, changes, now);
      items.answers.add(key, answer);
      return answer;
    }),
  );

  return {
    capabilities,
    ...writes,

    fence: (id, revision) =>
      run(async (items) => {
        await items.get(fencesItem(id));
        raiseFence(items, id, revision);
      }),

    async read({ account: id, boundaries, windows }) {
      const first = boundaries[0] ?? 0;
      const last = boundaries.at(-1) ?? first;
      const { account, days } = await run(async (items) => {
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
      run(async (items) => {
        const uses = credentials.map(async (id) => [id, await items.get(lastUseItem(id))] as const);
        return new Map((await Promise.all(uses)).filter(([, at]) => at > -Infinity));
      }),

    ping,
    close,
  };
}
