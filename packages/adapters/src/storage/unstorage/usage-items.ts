import type { UsageReading } from "@tools-api/core/storage";
import { type Item, nameOf, plainItem } from "./items.ts";
import type { Edit } from "./rounds.ts";

/** Milliseconds of a UTC day. */
export const dayMs = 86_400_000;

/** The counter of a window. */
interface WindowState {
  used: number;
  ends: number;
  keptMs: number;
}

/** The data of an account, except for its days. */
export interface Account {
  windows: ReadonlyMap<string, WindowState>;
  lifetime: UsageReading["lifetime"];
  /** A bitmap of the days that have an item, in days since 1970-01-01: 32 days per number. */
  days: ReadonlyMap<number, number>;
  /** The day before which items contain sums of whole days, except for late additions. */
  foldedBefore: number;
}

/** An account without any usage. */
export const emptyAccount: Account = {
  windows: new Map(),
  lifetime: { calls: 0, firstCallAt: null, lastCallAt: null },
  days: new Map(),
  foldedBefore: 0,
};

/** Returns the name prefix of an account's items. */
export function accountName(account: string): string {
  const name = nameOf(account);
  // A folder in between, for drivers that store items in folders.
  return `usage:${name.slice(0, 2)}:${name.slice(2)}`;
}

interface AccountJson extends Pick<Account, "lifetime" | "foldedBefore"> {
  account: string;
  windows: [id: string, state: WindowState][];
  days: [number, number][];
}

/** Returns the item with the windows, the lifetime and the days of an account. */
export function accountItem(account: string): Item<Account> {
  return {
    name: `${accountName(account)}:account`,
    decode(json) {
      // Only `encode` writes this item, and its text carries a checksum.
      const { windows, days, lifetime, foldedBefore } = json as AccountJson;
      return { windows: new Map(windows), days: new Map(days), lifetime, foldedBefore };
    },
    encode: ({ windows, days, lifetime, foldedBefore }): AccountJson => ({
      // For operators: the name of the item is only a digest.
      account,
      windows: [...windows],
      days: [...days],
      lifetime,
      foldedBefore,
    }),
  };
}

/** Returns the day of an instant, in days since 1970-01-01. */
export function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}

/** Returns the days of an account that have an item, in order, from one day until before another. */
export function daysBetween({ days }: Account, from: number, to: number): number[] {
  const found: number[] = [];
  for (const [block, bits] of days)
    for (let bit = 0; bit < 32; bit++) {
      const day = block * 32 + bit;
      if ((bits & (1 << bit)) !== 0 && day >= from && day < to) found.push(day);
    }
  return found.toSorted((a, b) => a - b);
}

/** Returns the days with one more. */
export function withDay(days: Account["days"], day: number): Account["days"] {
  const block = Math.floor(day / 32);
  return new Map(days).set(block, (days.get(block) ?? 0) | (1 << (day - block * 32)));
}

/** Returns the item with the last use of a credential, in epoch milliseconds. */
export function lastUseItem(credential: string): Item<number> {
  const name = nameOf(credential);
  return plainItem(`usage-credentials:${name.slice(0, 2)}:${name.slice(2)}`);
}

/**
 * Returns the item with the fences of an account and their revisions. The account is the second segment of a fence's
 * id.
 */
export function fencesItem(fence: string): Item<ReadonlyMap<string, number>> {
  const [, account = ""] = fence.split("/");
  return {
    name: `${accountName(account)}:fences`,
    // Only `encode` writes this item, and its text carries a checksum.
    decode: (json) => new Map(json as [string, number][]),
    encode: (fences) => [...fences],
  };
}

/** Raises a fence. A higher revision stays. With `onlyKnown`, an unknown fence stays unknown. */
export function raiseFence(
  edit: Edit,
  fence: string,
  revision: number,
  { onlyKnown }: { onlyKnown: boolean },
): void {
  const item = fencesItem(fence);
  const fences = edit.get(item) ?? new Map<string, number>();
  const known = fences.get(fence);
  if (known === undefined ? onlyKnown : known >= revision) return;
  edit.put(item, new Map(fences).set(fence, revision));
}
