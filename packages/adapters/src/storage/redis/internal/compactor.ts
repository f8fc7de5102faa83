import type { Buffer } from "node:buffer";
import type { Clock } from "@tools-api/core";
import { dayMs, hourMs } from "@tools-api/core/internal/time";
import { type AccountKeys, bucketField, bucketFields, countNames, type Keys } from "../schema.ts";
import { type RedisClient, runScript } from "../connection.ts";
import {
  bucketsOfDay,
  dayFields,
  firstDayInQuarters,
  groupByDay,
  packDay,
  type PackedDay,
  packedFields,
  quartersField,
  sumQuarters,
  type UnpackedBucket,
} from "./packed-days.ts";
import { exchangeScript, unpackScript } from "./scripts.ts";

/** The options of {@link dayCompactor}. */
export interface DayCompactorOptions {
  client: RedisClient;
  keys: Keys;
  clock: Clock;
  quarterDays: number;
  /** Runs one step against Redis. Throws if it takes too long. */
  step<Result>(work: () => Promise<Result>): Promise<Result>;
}

// By then, outcomes and refunds of a day's last calls have arrived. Later ones are packed a day later.
const closedAfterMs = 3 * hourMs;

// Accounts are packed at different times; otherwise all would be packed right after midnight.
const spreadMs = 3 * hourMs;

// Maximum number of waiting accounts. The next call of an account that was left out schedules it again.
const waitingLimit = 10_000;

// Number of days that one command folds.
const foldedAtOnce = 32;

/** Returns a number below `spreadMs` that depends only on the account. */
function compactionDelay(account: string): number {
  let hash = 0;
  for (let index = 0; index < account.length; index++)
    hash = (Math.imul(hash, 31) + account.charCodeAt(index)) >>> 0;
  return hash % spreadMs;
}

/** One change of {@link exchangeScript}: position of the hash, field, expected and next value. */
type Change = [hash: "1" | "2", field: string, expected: Buffer | string, next: Buffer | string];

/** Creates the access to the packed days of accounts. */
function packedDays(client: RedisClient, keys: Keys) {
  async function read(names: AccountKeys, day: number): Promise<PackedDay> {
    const [sums = null, quarters = null, extras = null] = await client.hmgetBuffer(
      names.days,
      ...dayFields(day),
    );
    return { sums, quarters, extras };
  }

  return {
    /** Packs buckets into a day. Returns false if another process changes the day at the same time. */
    async pack(
      names: AccountKeys,
      day: number,
      group: readonly UnpackedBucket[],
      firstInQuarters: number,
    ): Promise<boolean> {
      const before = await read(names, day);
      const buckets = group.map(({ bucket }) => bucket);
      const after = packedFields(day, packDay(before, day, buckets, firstInQuarters));
      const changes: Change[] = [
        ...packedFields(day, before).map(([field, expected], index): Change => {
          const [, next = ""] = after[index] ?? [];
          return ["1", field, expected, next];
        }),
        ...group.map(({ field, record }): Change => ["2", field, record, ""]),
      ];
      const done = await runScript(client, exchangeScript, [names.days, names.account], changes.flat());
      // A client may be configured to return numbers as text.
      return Number(done) === 1;
    },

    /** Unpacks a day, so that a script can change its buckets. */
    async unpack(account: string, day: number): Promise<void> {
      const names = keys.of(account);
      const before = await read(names, day);
      const buckets = sumQuarters(bucketsOfDay(before, day), day);
      if (buckets.length === 0) return;
      const restored = {
        fields: buckets.map(({ start, endpoint }) => bucketField(start, endpoint)),
        sums: buckets.map((bucket) => countNames.map((name) => bucket[name])),
        extras: buckets.map(({ units, calls }) => units - calls),
      };
      const values = [...packedFields(day, before).flat(), JSON.stringify(restored)];
      await runScript(client, unpackScript, [names.account, names.days], values);
    },
  };
}

/**
 * Creates a packer of closed days. It works in the background, one account after another, and packs each day in one
 * atomic step. The step changes nothing if another process changes the day at the same time.
 */
export function dayCompactor({ client, keys, clock, quarterDays, step }: DayCompactorOptions) {
  const days = packedDays(client, keys);
  const waiting = new Set<string>();
  let packing: Promise<void> | undefined;
  let closed = false;

  const firstInQuarters = () => firstDayInQuarters(clock.now(), quarterDays);

  /** Returns the day before which all days of an account are closed. */
  function packTo(account: string): number {
    return Math.floor((clock.now() - closedAfterMs - compactionDelay(account)) / dayMs);
  }

  async function fold(names: AccountKeys, from: number, to: number): Promise<void> {
    for (let day = from; day < to; day += foldedAtOnce) {
      if (closed) return;
      const end = Math.min(to, day + foldedAtOnce);
      const fields = Array.from({ length: end - day }, (_, index) => quartersField(day + index));
      await step(async () => {
        await client.hdel(names.days, ...fields);
        await client.hset(names.account, "folded", end);
      });
    }
  }

  async function pack(account: string): Promise<void> {
    const names = keys.of(account);
    const to = packTo(account);
    const open = groupByDay(bucketFields(await step(() => client.hgetall(names.account))));
    const due = [...open].filter(([day]) => day < to).toSorted(([a], [b]) => a - b);
    for (const [day, group] of due) {
      if (closed) return;
      const packed = await step(() => days.pack(names, day, group, firstInQuarters()));
      // Another process is changing the day. The next call of the account schedules it again.
      if (!packed) return;
    }
    const [noted] = await step(() => client.hmget(names.account, "folded"));
    const oldest = Math.min(due[0]?.[0] ?? Infinity, noted ? Number(noted) : Infinity);
    if (oldest < Number(noted ?? Infinity)) await step(() => client.hset(names.account, "folded", oldest));
    await fold(names, oldest, firstInQuarters());
    await step(() => client.hset(names.account, "packed", to));
  }

  async function packWaiting(): Promise<void> {
    for (const account of waiting) {
      if (closed) return;
      try {
        await pack(account);
      } catch {
        // The failure also affects callers, who get the error. The next answered call tries again.
      }
      waiting.delete(account);
    }
  }

  return {
    packTo,

    /** Schedules the closed days of an account for packing. */
    schedule(account: string): void {
      if (closed || waiting.size >= waitingLimit) return;
      waiting.add(account);
      packing ??= packWaiting().finally(() => {
        packing = undefined;
      });
    },

    unpack: days.unpack,

    /** Resolves when the current step has ended. The next calls of the waiting accounts schedule them again. */
    async close(): Promise<void> {
      closed = true;
      await packing;
    },
  };
}
