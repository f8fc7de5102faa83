import { addCounts } from "@tools-api/core/internal";
import { foldingHorizon } from "@tools-api/core/storage";
import {
  addToLifetime,
  bucketKey,
  type BucketSum,
  emptyBucket,
  type UsageChanges,
} from "../lib/usage-changes.ts";
import type { Edit } from "./rounds.ts";
import { dayItem, dayOfBuckets } from "./usage-day.ts";
import {
  type Account,
  accountItem,
  dayOf,
  daysBetween,
  emptyAccount,
  lastUseItem,
  withDay,
} from "./usage-items.ts";

function groupBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

/** Adds sums to the buckets of an account's days. Returns the days. */
function addToDays(edit: Edit, account: string, sums: readonly BucketSum[]): number[] {
  const days = groupBy(sums, ({ start }) => dayOf(start));
  for (const [day, group] of days) {
    const item = dayItem(account, day);
    const buckets = new Map(edit.get(item)?.buckets());
    for (const { account: _, ...sum } of group) {
      const key = bucketKey(sum);
      const bucket = { ...(buckets.get(key) ?? emptyBucket(sum.endpoint, sum.start)) };
      addCounts(bucket, sum);
      buckets.set(key, bucket);
    }
    edit.put(item, dayOfBuckets(day, buckets));
  }
  return [...days.keys()];
}

/** Folds the oldest day that is due, if there is one. */
function foldOne(edit: Edit, id: string, account: Account, now: number): Account {
  const horizon = dayOf(foldingHorizon(now));
  if (account.foldedBefore >= horizon) return account;
  const [day] = daysBetween(account, account.foldedBefore, horizon);
  if (day === undefined) return { ...account, foldedBefore: horizon };
  const item = dayItem(id, day);
  const totals = edit.get(item)?.totals() ?? [];
  edit.put(item, dayOfBuckets(day, new Map(totals.map((total) => [bucketKey(total), total]))));
  return { ...account, foldedBefore: day + 1 };
}

/**
 * Writes the changes of a batch: each day as one item, and the account's counters as another if they change. With the
 * counters it also removes expired ones, and folds a day that is older than 400 days.
 */
export function applyChanges(
  edit: Edit,
  { windows, buckets, lifetimes, lastUses }: UsageChanges,
  now: number,
): void {
  edit.need(lastUses.map(({ credential }) => lastUseItem(credential)));
  for (const { credential, at } of lastUses) {
    const item = lastUseItem(credential);
    if (at > (edit.get(item) ?? -Infinity)) edit.put(item, at);
  }

  const windowsOf = groupBy(windows, ({ account }) => account);
  const lifetimeOf = new Map(lifetimes.map((sum) => [sum.account, sum]));
  for (const [id, sums] of groupBy(buckets, ({ account }) => account)) {
    const item = accountItem(id);
    const account = edit.get(item) ?? emptyAccount;
    const days = addToDays(edit, id, sums).reduce(
      (known, day) => (daysBetween(account, day, day + 1).length > 0 ? known : withDay(known, day)),
      account.days,
    );
    const counts = windowsOf.get(id) ?? [];
    const lifetime = lifetimeOf.get(id);
    if (counts.length === 0 && !lifetime && days === account.days) continue;
    const open = [...account.windows].filter(([, { ends, keptMs }]) => ends + keptMs > now);
    const changed = counts.map(
      ({ id: window, used, ends, ttlMs }) => [window, { used, ends, keptMs: ttlMs }] as const,
    );
    const next: Account = {
      ...account,
      days,
      windows: new Map([...open, ...changed]),
      lifetime: lifetime ? addToLifetime(account.lifetime, lifetime) : account.lifetime,
    };
    edit.put(item, foldOne(edit, id, next, now));
  }
}
