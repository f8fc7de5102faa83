import type { Buffer } from "node:buffer";
import { ToolsError } from "@tools-api/core";
import {
  type ArchiveOptions,
  byCodePoints,
  foldingHorizon,
  type StoreArchive,
  type StoreRecord,
  type UsageBucket,
} from "@tools-api/core/storage";
import { dayMs } from "@tools-api/core/internal/time";
import { type ArchivedUsage, pagesOf, usageOf, usageRecord } from "../lib/archive-records.ts";
import { answering, listServers, type RedisClient } from "./connection.ts";
import { splitIntoShares } from "./internal/account-groups.ts";
import { inspect } from "./internal/inspect.ts";
import { bucketsOfDay, dayFields, daysIn, packDay, packedFields } from "./internal/packed-days.ts";
import { bucketField, bucketFields, countNames, type Keys, keysUnder, parseBucket } from "./schema.ts";

/** The options of {@link redisArchive}. */
export interface RedisArchiveOptions extends Omit<ArchiveOptions, "kinds"> {
  /** The client, which the caller configures and closes. */
  client: RedisClient;
  /** The prefix of all keys, without braces. Default: `tools-api:`. */
  prefix?: string;
}

const keysAtOnce = 1_000;
// Few enough that a server in use is not delayed.
const accountsAtOnce = 64;

/** The names of accounts with their windows, and of credentials, in a Redis. */
interface Names {
  accounts: Map<string, string[]>;
  credentials: string[];
}

async function* scan(client: RedisClient, prefix: string): AsyncGenerator<string[]> {
  // In a pattern, these characters have a meaning: https://redis.io/docs/latest/commands/keys/
  const match = `${prefix.replaceAll(/[*?[\]\\]/g, String.raw`\$&`)}*`;
  for (const server of listServers(client))
    // An object stream yields what was pushed: lists of keys.
    yield* server.scanStream({ match, count: keysAtOnce }) as AsyncIterable<string[]>;
}

/** Finds all names. A key that is written meanwhile may be missing. */
async function findNames(client: RedisClient, keys: Keys, prefix: string): Promise<Names> {
  const accounts = new Map<string, Set<string>>();
  const credentials = new Set<string>();
  for await (const found of scan(client, prefix))
    for (const key of found) {
      const name = keys.parse(key);
      if (!name) continue;
      if ("credential" in name) credentials.add(name.credential);
      else {
        const windows = accounts.get(name.account) ?? new Set();
        accounts.set(name.account, windows);
        if (name.window !== undefined) windows.add(name.window);
      }
    }
  return {
    accounts: new Map(
      [...accounts].toSorted(([a], [b]) => byCodePoints(a, b)).map(([account, ids]) => [account, [...ids]]),
    ),
    credentials: [...credentials].toSorted(byCodePoints),
  };
}

/** Reads the usage of an account, of one instant. */
async function readAccount(
  client: RedisClient,
  keys: Keys,
  account: string,
  windows: readonly string[],
): Promise<ArchivedUsage> {
  const names = keys.of(account);
  const asked = client.multi().hgetall(names.account).hgetallBuffer(names.days);
  if (windows.length > 0) asked.mget(windows.map(names.window));
  const answers = (await asked.exec()) ?? [];
  for (const [error] of answers) if (error) throw error;
  // The replies are in the order of the commands above.
  const [hash, days, counters = []] = answers.map(([, answer]) => answer) as [
    Record<string, string>,
    Record<string, Buffer>,
    (string | null)[]?,
  ];
  const packed = daysIn(days).flatMap((day) => {
    const [sums = null, quarters = null, extras = null] = dayFields(day).map((field) => days[field]);
    return bucketsOfDay({ sums, quarters, extras }, day);
  });
  const { calls, first, last } = hash;
  return {
    account,
    windows: windows.flatMap((id, index) => {
      const [used, keptUntil] = (counters[index] ?? "").split(" ").map(Number);
      return keptUntil === undefined ? [] : [[id, used ?? 0, keptUntil] as const];
    }),
    buckets: [...packed, ...bucketFields(hash).map(([field, record]) => parseBucket(field, record))],
    lifetime:
      first === undefined || last === undefined
        ? null
        : { calls: Number(calls), firstCallAt: Number(first), lastCallAt: Number(last) },
  };
}

/** Returns the fields of the two hashes of an account. Days that have long closed are packed. */
function hashesOf({ buckets, lifetime }: ArchivedUsage, firstInQuarters: number, now: number) {
  const open = Math.floor(now / dayMs) - 1;
  const account: Record<string, string | number> = {};
  const days: Record<string, Buffer> = {};
  if (lifetime)
    Object.assign(account, {
      calls: lifetime.calls,
      first: lifetime.firstCallAt,
      last: lifetime.lastCallAt,
      packed: open,
      folded: firstInQuarters,
    });
  const closed = new Map<number, UsageBucket[]>();
  for (const bucket of buckets) {
    const day = Math.floor(bucket.start / dayMs);
    if (day < open) {
      const group = closed.get(day) ?? [];
      closed.set(day, group);
      group.push(bucket);
      continue;
    }
    const field = bucketField(bucket.start, bucket.endpoint);
    account[field] = countNames.map((name) => bucket[name]).join(" ");
    if (bucket.units > bucket.calls) account[`u${field}`] = bucket.units - bucket.calls;
  }
  for (const [day, group] of closed) {
    const packed = packDay({ sums: null, quarters: null, extras: null }, day, group, firstInQuarters);
    for (const [field, bytes] of packedFields(day, packed)) if (bytes !== "") days[field] = bytes;
  }
  return { account, days };
}

/**
 * Opens the usage in a Redis or a Cluster for a backup or a move. Redis cannot read all keys of one instant. The usage of
 * each account is of one instant, and a counter that starts during the read may be missing. Only a Redis that no server
 * uses is read exactly. The names of all accounts and windows are in memory meanwhile, about 250 bytes per account.
 *
 * @throws ToolsError `invalid_parameter` for a prefix with braces; `storage_unavailable` from every method if Redis does
 *   not respond within 5 s, or was written by a release that is incompatible with this one.
 *
 * @example
 * ```ts
 * import { redisArchive } from "@tools-api/adapters/storage/redis";
 * import { Redis } from "ioredis";
 *
 * const client = new Redis("redis://127.0.0.1:6379");
 * const archive = redisArchive({ client, readOnly: true });
 * for await (const page of archive.read("usage")) console.log(page.length);
 * await archive.close();
 * await client.quit();
 * ```
 */
export function redisArchive({
  client,
  prefix = "tools-api:",
  ...options
}: RedisArchiveOptions): StoreArchive {
  const { now = Date.now(), foldBefore = foldingHorizon(now) } = options;
  const keys = keysUnder(prefix);
  const answers = answering(client);
  let inspected: Promise<unknown> | undefined;
  let names: Names = { accounts: new Map(), credentials: [] };

  const run = <Result>(work: () => Promise<Result>) =>
    answers.run(work, async () => void (await (inspected ??= inspect(client, keys))));

  async function findAll(): Promise<Names> {
    await run(() => client.get(keys.schema));
    // Many commands, so no bound on the whole.
    names = await findNames(client, keys, prefix);
    return names;
  }

  async function* readUsage(): AsyncGenerator<StoreRecord | null> {
    const { accounts } = await findAll();
    for (const some of splitIntoShares([...accounts], accountsAtOnce)) {
      const usage = await run(() =>
        Promise.all(some.map(([account, windows]) => readAccount(client, keys, account, windows))),
      );
      for (const each of usage) yield usageRecord(each, { now, foldBefore });
    }
  }

  async function* readLastUses(): AsyncGenerator<StoreRecord | null> {
    const { credentials } = await findAll();
    for (const some of splitIntoShares(credentials, keysAtOnce)) {
      const found = await run(() => Promise.all(some.map((id) => client.get(keys.lastUse(id)))));
      for (const [index, key] of some.entries()) {
        const text = found[index];
        yield typeof text === "string" ? { key, text } : null;
      }
    }
  }

  const keysOf = (account: string) => {
    const { account: hash, days, window } = keys.of(account);
    return [hash, days, ...(names.accounts.get(account) ?? []).map(window)];
  };

  async function put(record: StoreRecord): Promise<void> {
    const usage = usageOf(record);
    const { account, days, window } = keys.of(usage.account);
    const hashes = hashesOf(usage, foldBefore / dayMs, now);
    const writes = client.multi().del(...keysOf(usage.account));
    if (Object.keys(hashes.account).length > 0) writes.hset(account, hashes.account);
    if (Object.keys(hashes.days).length > 0) writes.hset(days, hashes.days);
    for (const [id, used, keptUntil] of usage.windows)
      writes.set(window(id), `${used} ${keptUntil}`, "PX", Math.max(1, keptUntil - now));
    for (const [error] of (await writes.exec()) ?? []) if (error) throw error;
  }

  return {
    kinds: ["usage", "last-use"],

    async count(kind) {
      const { accounts, credentials } = await findAll();
      return kind === "usage" ? accounts.size : credentials.length;
    },

    read: (kind) => pagesOf(kind === "usage" ? readUsage() : readLastUses()),

    async write(kind, { remove, put: records }) {
      const isUsage = kind === "usage";
      const writes = [
        ...remove.map((key) => () => client.del(...(isUsage ? keysOf(key) : [keys.lastUse(key)]))),
        ...records.map(
          (record) => () => (isUsage ? put(record) : client.set(keys.lastUse(record.key), record.text)),
        ),
      ];
      for (const some of splitIntoShares(writes, accountsAtOnce))
        await run(() => Promise.all<unknown>(some.map((write) => write())));
    },

    version: async () => 0,

    async raiseVersion() {
      throw new ToolsError("invalid_parameter", "Redis: expected a store of documents");
    },

    async close() {
      answers.close();
    },
  };
}
