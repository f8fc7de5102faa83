import { createHash } from "node:crypto";
import { ToolsError } from "@tools-api/core";
import { dayMs } from "@tools-api/core/internal";
import { bucketMs, type UsageBucket, type UsageReading } from "@tools-api/core/storage";
import { sumRanges } from "../lib/sum-ranges.ts";
import { emptyBucket } from "../lib/usage-changes.ts";

/** The prefix of all items in a storage. */
export const root = "tools-api";

/** A value that the stores keep as JSON under a name. */
export interface Item<Value> {
  /** Lower-case letters, digits, `-`, and `:` between segments: every driver preserves them. */
  name: string;
  /** The value if there is no such item. */
  absent: Value;
}

/** A document with its value as JSON text. */
export type DocumentRow = [key: string, text: string, version: number, expiresAt: number | null];

/** The pages of documents, sorted by key. A page has the keys from `first` until before that of the next page. */
export interface PageIndex {
  pages: readonly { first: string; number: number }[];
  /** The number of the next new page. No number is used twice. */
  next: number;
}

export const pingItem: Item<boolean> = { name: "ping", absent: false };
export const versionItem: Item<number> = { name: "documents:version", absent: 0 };
export const indexItem: Item<PageIndex> = {
  name: "documents:index",
  absent: { pages: [{ first: "", number: 0 }], next: 1 },
};

/** Returns the item with a page of documents, sorted by key. */
export function pageItem(number: number): Item<readonly DocumentRow[]> {
  return { name: `documents:${number}`, absent: [] };
}

/** The item with the responses to the last batches. */
export const answersItem: Item<[key: string, text: string][]> = { name: "usage-answers", absent: [] };

/** The usage of an account, except for its days. */
export interface Account {
  /** For operators: the name of the item is a digest. */
  account: string;
  windows: [id: string, count: { used: number; ends: number; keptMs: number }][];
  lifetime: UsageReading["lifetime"];
  /** A bitmap of the days that have an item, in days since 1970-01-01: 32 days per block. */
  days: [block: number, bits: number][];
  /** The day before which items contain sums of whole days, except for late additions. */
  foldedBefore: number;
}

/** The usage of an account on a UTC day. A row has the index of its endpoint. */
export interface Day {
  endpoints: string[];
  rows: [quarter: number, endpoint: number, ...counts: number[]][];
}

/** Returns a segment of an item's name for a text of any length and characters, and a folder for drivers of files. */
function digestName(text: string): string {
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 40);
  return `${digest.slice(0, 2)}:${digest.slice(2)}`;
}

export function accountItem(account: string): Item<Account> {
  const lifetime = { calls: 0, firstCallAt: null, lastCallAt: null };
  const absent = { account, windows: [], lifetime, days: [], foldedBefore: 0 };
  return { name: `usage:${digestName(account)}:account`, absent };
}

/** Returns the item with the fences of the account that a fence names in its second segment, and their revisions. */
export function fencesItem(fence: string): Item<[fence: string, revision: number][]> {
  return { name: `usage:${digestName(fence.split("/")[1] ?? "")}:fences`, absent: [] };
}

/** Returns the item with the last use of a credential. */
export function lastUseItem(credential: string): Item<number> {
  return { name: `usage-credentials:${digestName(credential)}`, absent: -Infinity };
}

/** Returns the day of an instant, in days since 1970-01-01. */
export function dayNumber(at: number): number {
  return Math.floor(at / dayMs);
}

/** Throws `invalid_parameter` for a day outside the range of a Date. */
export function dayItem(account: string, day: number): Item<Day> {
  const date = new Date(day * dayMs);
  if (Number.isNaN(date.valueOf()))
    throw new ToolsError("invalid_parameter", `at: expected epoch milliseconds, received ${day * dayMs}`);
  const name = `usage:${digestName(account)}:${date.toISOString().slice(0, 10)}`;
  return { name, absent: { endpoints: [], rows: [] } };
}

/** Returns the days that have an item, in order, from one day until before another. */
export function daysBetween({ days }: Account, from: number, to: number): number[] {
  return days
    .flatMap(([block, bits]) =>
      Array.from({ length: 32 }, (_, bit) => ((bits >>> bit) & 1 ? block * 32 + bit : -Infinity)),
    )
    .filter((day) => day >= from && day < to)
    .toSorted((a, b) => a - b);
}

/** Returns an account whose bitmap has a day. */
export function withDay(account: Account, day: number): Account {
  const block = Math.floor(day / 32);
  const blocks = new Map(account.days);
  const [known = 0, bit] = [blocks.get(block), 1 << (day - block * 32)];
  return known & bit ? account : { ...account, days: [...blocks.set(block, known | bit)] };
}

// The order of counts in a row. addCounts of core names the same ones.
const counts = [
  "calls",
  "succeeded",
  "failed",
  "serverErrors",
  "rejected",
  "bytesIn",
  "bytesOut",
  "durationUs",
] as const;

/** Returns the buckets of a day. */
export function decodeDay(day: number, { endpoints, rows }: Day): UsageBucket[] {
  return rows.map(([quarter, endpoint, ...values]) => {
    const bucket = emptyBucket(endpoints[endpoint] ?? "", day * dayMs + quarter * bucketMs);
    for (const [place, count] of counts.entries()) bucket[count] = values[place] ?? 0;
    return bucket;
  });
}

/** Returns a day with the sums of its buckets and others, per endpoint and `stepMs`. */
export function sumDay(day: number, known: Day, added: readonly UsageBucket[], stepMs: number): Day {
  const start = day * dayMs;
  const steps = Array.from({ length: dayMs / stepMs + 1 }, (_, step) => start + step * stepMs);
  const buckets = sumRanges([...decodeDay(day, known), ...added], steps);
  const endpoints = [...new Set(buckets.map(({ endpoint }) => endpoint))];
  const rows = buckets.map((bucket): Day["rows"][number] => [
    (bucket.start - start) / bucketMs,
    endpoints.indexOf(bucket.endpoint),
    ...counts.map((count) => bucket[count]),
  ]);
  return { endpoints, rows };
}
