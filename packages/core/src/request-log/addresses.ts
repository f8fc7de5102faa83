import { z } from "zod";
import { collection } from "../store/collection.ts";
import type { Stores } from "../store/commit.ts";
import type { WriteOperation } from "../store/storage.ts";
import { dayMs, minuteMs } from "../time.ts";
import { StoredInstant } from "../schema/wire.ts";
import type { LoggedRequest } from "./stored.ts";

const retentionMs = 400 * dayMs;
// About 2 MB. The address of a key that is forgotten is written again.
const maxKeys = 10_000;

/** The client addresses of the last use of API keys. `at` is the first use from the address, or a later one. */
export const lastAddresses = collection(
  "last-addresses/{account}/{key}",
  z.object({ address: z.string(), at: StoredInstant }),
  { expiresAt: ({ at }) => at + retentionMs },
);

/** The last use of a key. */
export interface LastUse {
  /** Epoch milliseconds, to the minute. */
  at: number;
  /** The client's address; `null` if it is unknown. */
  address: string | null;
}

/**
 * Returns the last use of each key of an account. Absent if unused.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { lastUses } from "@tools-api/core/request-log";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * console.log((await lastUses(stores, "acct_1", ["key_1"])).size); // 0
 * ```
 */
export async function lastUses(
  { documents, usage }: Stores,
  account: string,
  keys: readonly string[],
): Promise<Map<string, LastUse>> {
  const used = await usage.lastUsed([...keys]);
  const uses = Array.from(used, async ([key, at]) => {
    const found = await lastAddresses.get(documents, { account, key });
    return [key, { at, address: found?.value.address ?? null }] as const;
  });
  return new Map(await Promise.all(uses));
}

/**
 * Creates the client addresses that a process saw, and those that it has not stored yet. An address is written when it
 * changes, and once a day, so that it expires after the last use.
 */
export function addressNotes() {
  const seen = new Map<string, { address: string; seenAt: number; notedAt: number }>();
  const waiting = new Map<string, Map<string, WriteOperation>>();
  return {
    /** Notes the address of a request with an API key, at most once a minute for each key. */
    note(
      account: string,
      { credential: key, at }: Pick<LoggedRequest, "credential" | "at">,
      readAddress: () => string,
    ): void {
      const known = seen.get(key);
      if ((known && at - known.seenAt < minuteMs) || !key.startsWith("key_")) return;
      const address = readAddress();
      if (address === "") return;
      if (known?.address === address && at - known.notedAt < dayMs) {
        known.seenAt = at;
        return;
      }
      seen.delete(key);
      seen.set(key, { address, seenAt: at, notedAt: at });
      const write = lastAddresses.put({ account, key }, { address, at });
      const writes = waiting.get(account) ?? new Map<string, WriteOperation>();
      waiting.set(account, writes.set(write.key, write));
      const [first] = seen.size > maxKeys ? seen.keys() : [];
      if (first !== undefined) seen.delete(first);
    },
    /** Returns the writes of the addresses of an account that are not stored. */
    writes: (account: string): WriteOperation[] => [...(waiting.get(account)?.values() ?? [])],
    /** Removes writes that were committed. An address that was noted meanwhile stays. */
    stored(account: string, writes: readonly WriteOperation[]): void {
      const left = waiting.get(account);
      for (const write of writes) if (left?.get(write.key) === write) left.delete(write.key);
      if (left?.size === 0) waiting.delete(account);
    },
  };
}
