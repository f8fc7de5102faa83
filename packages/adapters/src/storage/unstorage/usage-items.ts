import type { UsageReading } from "@tools-api/core";
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

/** What an account has beside its days. */
export interface Account {
  windows: ReadonlyMap<string, WindowState>;
  lifetime: UsageReading["lifetime"];
  /** The days that have an item, in days since 1970-01-01: for each 32 of them a number of 32 bits. */
  days: ReadonlyMap<number, number>;
  /** The day before which the items hold sums of whole days, but for what came in later. */
  foldedBefore: number;
}

/** An account that nothing is known of. */
export const emptyAccount: Account = {
  windows: new Map(),
  lifetime: { calls: 0, firstCallAt: null, lastCallAt: null },
  days: new Map(),
  foldedBefore: 0,
};

/** Where what is known of an account stands. */
export function accountName(account: string): string {
  const name = nameOf(account);
  // A folder in between for drivers that keep items in folders.
  return `usage:${name.slice(0, 2)}:${name.slice(2)}`;
}

interface AccountJson extends Pick<Account, "lifetime" | "foldedBefore"> {
  account: string;
  windows: [id: string, state: WindowState][];
  days: [number, number][];
}

/** The windows and the lifetime of an account, and which days it has. */
export function accountItem(account: string): Item<Account> {
  return {
    name: `${accountName(account)}:account`,
    decode(json) {
      // Only `encode` writes this item, and its text carries a checksum.
      const { windows, days, lifetime, foldedBefore } = json as AccountJson;
      return { windows: new Map(windows), days: new Map(days), lifetime, foldedBefore };
    },
    encode: ({ windows, days, lifetime, foldedBefore }): AccountJson => ({
      // For operators: the item's name does not tell.
      account,
      windows: [...windows],
      days: [...days],
      lifetime,
      foldedBefore,
    }),
  };
}

/** The day of an instant, in days since 1970-01-01. */
export function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}

/** The days of an account that have an item, in their order, from one to before another. */
export function daysBetween({ days }: Account, from: number, to: number): number[] {
  const found: number[] = [];
  for (const [block, bits] of days)
    for (let bit = 0; bit < 32; bit++) {
      const day = block * 32 + bit;
      if ((bits & (1 << bit)) !== 0 && day >= from && day < to) found.push(day);
    }
  return found.toSorted((a, b) => a - b);
}

/** Days with one more among them. */
export function withDay(days: Account["days"], day: number): Account["days"] {
  const block = Math.floor(day / 32);
  return new Map(days).set(block, (days.get(block) ?? 0) | (1 << (day - block * 32)));
}

/** The last use of a credential, in epoch milliseconds. */
export function lastUseItem(credential: string): Item<number> {
  const name = nameOf(credential);
  return plainItem(`usage-credentials:${name.slice(0, 2)}:${name.slice(2)}`);
}

/** The fences of the account that a fence's id names as its second segment, with their revisions. */
export function fencesItem(fence: string): Item<ReadonlyMap<string, number>> {
  const [, account = ""] = fence.split("/");
  return {
    name: `${accountName(account)}:fences`,
    // Only `encode` writes this item, and its text carries a checksum.
    decode: (json) => new Map(json as [string, number][]),
    encode: (fences) => [...fences],
  };
}

/** Raises a fence; one that stands higher stays, and with `onlyKnown` one that is not known stays unknown. */
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
