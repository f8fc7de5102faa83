import { type Clock, systemClock, ToolsError } from "@tools-api/core";
import type { Admission, UsageCall, UsageStore, UsageTotal } from "@tools-api/core/storage";
import { type RedisClient, runScript } from "./connection.ts";
import { planOutcomes, planRefunds, type RefundPlan } from "./internal/record-plans.ts";
import { admissionsFrom, consumeArguments, planCalls, type PlannedAccount } from "./internal/consume-plan.ts";
import { inspectedRedis } from "./internal/inspect.ts";
import {
  accountOfFence,
  type AccountKeys,
  batchField,
  batchSliceKeptMs,
  fenceField,
  hashTag,
  keysUnder,
} from "./schema.ts";
import { lastUses } from "./internal/last-uses.ts";
import { dayCompactor } from "./internal/compactor.ts";
import { keysOnEachNode, partitionOf } from "./internal/partitions.ts";
import { readUsage } from "./internal/read-usage.ts";
import { completeScript, consumeScript, fenceScript, refundScript } from "./internal/scripts.ts";
import type { LastUse } from "../lib/change-set.ts";
import { sumEndpoints } from "../lib/sum-ranges.ts";
import { type Group, groupByAccount, type Share, splitIntoShares } from "./internal/account-groups.ts";
import { checkQuarterDays, type QuarterDaysOption } from "../lib/quarter-days.ts";
import { requireWhole } from "./internal/whole-number.ts";

/** The options of {@link redisUsage}. */
export interface RedisUsageOptions extends QuarterDaysOption {
  /** The client, which the caller configures and closes. */
  client: RedisClient;
  /** The prefix of all keys, without braces. Default: `tools-api:`. */
  prefix?: string;
  /** Decides when data may be removed or packed. Default: the host's. */
  clock?: Clock;
  /** Whether answered changes survive a crash of Redis, for a server that does not allow the question. Default: no. */
  durable?: boolean;
}

// Another server may pack a day again after it was unpacked for a refund.
const refundAttempts = 5;

// Accounts whose usage is read together for totals.
const readAtOnce = 16;

// Longer than any probe waits. The key then expires.
const pingKeptMs = 60_000;

/** The parts of a store that write batches. */
interface BatchContext {
  client: RedisClient;
  clock: Clock;
  packer: ReturnType<typeof dayCompactor>;
  uses: ReturnType<typeof lastUses>;
}

/** The field of a batch in the hash of its minute, and its instant. */
interface LoggedBatch {
  field: string;
  at: number;
}

/** The calls of an account in a batch. */
interface ConsumeGroup extends Group<UsageCall>, PlannedAccount {
  names: AccountKeys;
}

/** Admits the calls of some accounts by one script. Returns each admission with its position in the batch. */
async function consumeShare(
  { client, clock, packer, uses }: BatchContext,
  { field, at }: LoggedBatch,
  share: Share<ConsumeGroup>,
): Promise<[place: number, admission: Admission][]> {
  const accounts = share.map(({ names }) => names.account);
  const windows = share.flatMap(({ names, plan }) => plan.windows.map(names.window));
  // The script returns text and numbers. A client may be configured to return numbers as text.
  const [before, ...waiting] = (await runScript(
    client,
    consumeScript,
    [share[0].names.batches(at), ...accounts, ...windows],
    [field, JSON.stringify(consumeArguments(share, clock.now()))],
  )) as [string, ...(number | string)[]];
  const found = before.split(" ").map(Number);
  const admissions: [number, Admission][] = [];
  const recorded: LastUse[] = [];
  let position = 0;
  for (const { items, places, plan } of share) {
    const end = position + plan.fences.length + plan.windows.length + 1;
    for (const [index, admission] of admissionsFrom(items, plan, found.slice(position, end)).entries())
      admissions.push([places[index] ?? 0, admission]);
    if (plan.ended && found[end - 1] === 1) recorded.push(...plan.ended.lastUses);
    position = end;
  }
  await uses.note(recorded);
  for (const number of waiting) packer.schedule(share[Number(number) - 1]?.account ?? "");
  return admissions;
}

/** Refunds the calls of an account. Unpacks their days before, as often as another server packs them. */
async function refundAccount(
  { client, packer }: BatchContext,
  { field, at }: LoggedBatch,
  { account, names, plan }: { account: string; names: AccountKeys; plan: RefundPlan },
): Promise<void> {
  const { windows, ...rest } = plan;
  const values = [field, JSON.stringify({ ...rest, batchKeptMs: batchSliceKeptMs })];
  const touched = [names.batches(at), names.account, names.days, ...windows.map(names.window)];
  for (let attempt = 0; attempt < refundAttempts; attempt++) {
    // The script returns a list of days: numbers, or text if the client is configured so.
    const packed = (await runScript(client, refundScript, touched, values)) as (number | string)[];
    if (packed.length === 0) return;
    await Promise.all(packed.map((day) => packer.unpack(account, Number(day))));
  }
  const message = "Redis: the day of a refund is being packed. Try again.";
  throw new ToolsError("storage_unavailable", message, { retryAfter: 1 });
}

/**
 * Creates a usage store in Redis 7 or later, or Valkey: one server or a Cluster. It is exact among any number of
 * processes. All keys of an account are in one slot. On a Cluster, or a proxy that distributes keys, each account of a
 * batch is one script; on one server, up to 64 accounts share one.
 *
 * Answered calls survive a crash of Redis if it runs with `appendonly yes` and `appendfsync always`, which the store
 * checks at its first use (`capabilities.durable`). A failover to a replica may lose the last moments. Redis must not
 * evict (`maxmemory-policy noeviction`).
 *
 * Buckets of closed days are packed in the background. A day takes about 2 kB per endpoint that was busy in every 15
 * minutes. The caller's clock decides how long counters are kept, regardless of Redis' clock.
 *
 * Recommended settings of the client:
 * - `enableAutoPipelining: true` sends the accounts of a batch together. On one server,
 *   `autoPipeliningIgnoredCommands: ["evalsha"]` saves a turn of the event loop per call.
 * - `socketTimeout: 5000` closes the connection to a server that hangs.
 * - `autoResendUnfulfilledCommands` can keep its default, because every write is safe to repeat.
 *
 * A Cluster that continues without a lost node (`cluster-require-full-coverage no`) serves the accounts of the other
 * nodes. `partitionOf` returns the node of an account.
 *
 * @throws ToolsError `invalid_parameter` for a prefix with braces. The methods throw `invalid_parameter` for numbers
 *   that are not whole, and `storage_unavailable` within 5 s if Redis does not respond, evicts, or was written by a
 *   release that is incompatible with this one.
 *
 * @example
 * ```ts
 * import { redisUsage } from "@tools-api/adapters/storage/redis";
 * import { Redis } from "ioredis";
 *
 * const client = new Redis("redis://127.0.0.1:6379");
 * const usage = redisUsage({ client });
 * const at = Date.now();
 * const windows = [{ id: "minute", limit: 1, ends: at + 60_000 }];
 * const call = { account: "acct_1", endpoint: "qr-code", at, windows, fences: [] };
 * const admissions = await usage.consume({ id: crypto.randomUUID(), at, items: [call, call] });
 * console.log(admissions.map(({ outcome }) => outcome)); // [ "admitted", "refused" ]
 * await usage.close();
 * await client.quit();
 * ```
 */
export function redisUsage({
  client,
  prefix = "tools-api:",
  clock = systemClock,
  durable = false,
  quarterDays: option,
}: RedisUsageOptions): UsageStore {
  const quarterDays = checkQuarterDays(option);
  const keys = keysUnder(prefix);
  const redis = inspectedRedis(client, keys, durable);
  const packer = dayCompactor({ client, keys, clock, quarterDays, step: redis.step });
  const context: BatchContext = { client, clock, packer, uses: lastUses(client, keys) };
  const { run } = redis;

  /** Runs work on accounts, in shares that one script can serve. */
  function runShares<Group>(
    groups: readonly Group[],
    work: (share: Share<Group>) => Promise<unknown>,
  ): Promise<unknown> {
    return run(() => Promise.all(splitIntoShares(groups, redis.accountsPerScript()).map(work)));
  }

  return {
    capabilities: redis.capabilities,
    quarterDays,

    partitionOf: (account) => partitionOf(client, hashTag(account)),

    async consume(batch) {
      const admissions: Admission[] = [];
      const field = batchField("consume", batch.id);
      const groups = groupByAccount(batch.items).map(({ account, items, places }) => ({
        account,
        items,
        places,
        names: keys.of(account),
        plan: planCalls(items),
        packTo: packer.packTo(account),
      }));
      await runShares(groups, async (share) => {
        for (const [place, admission] of await consumeShare(context, { field, at: batch.at }, share))
          admissions[place] = admission;
      });
      return admissions;
    },

    async complete(batch) {
      const field = batchField("complete", batch.id);
      const groups = groupByAccount(batch.items).map(({ account, items }) => ({
        names: keys.of(account),
        ...planOutcomes(items),
      }));
      await runShares(groups, async (share) => {
        const touched = [share[0].names.batches(batch.at), ...share.map(({ names }) => names.account)];
        const accounts = share.map(({ plan }) => plan);
        const message = JSON.stringify({ accounts, batchKeptMs: batchSliceKeptMs });
        await Promise.all([
          runScript(client, completeScript, touched, [field, message]),
          context.uses.note(share.flatMap(({ lastUses: used }) => used)),
        ]);
      });
    },

    async refund(batch) {
      const field = batchField("refund", batch.id);
      const groups = groupByAccount(batch.items).map(({ account, items }) => ({
        account,
        names: keys.of(account),
        plan: planRefunds(items),
      }));
      await run(() =>
        Promise.all(groups.map((group) => refundAccount(context, { field, at: batch.at }, group))),
      );
    },

    async fence(id, revision) {
      const { account } = keys.of(accountOfFence(id));
      const values = [fenceField(id), String(requireWhole("revision", revision))];
      await run(() => runScript(client, fenceScript, [account], values));
    },

    async read(query) {
      const { reading, packed } = await run(() =>
        readUsage(client, keys.of(query.account), query, clock.now()),
      );
      if (packed !== null && packed < packer.packTo(query.account)) packer.schedule(query.account);
      return reading;
    },

    async totals({ accounts, boundaries }) {
      const sums: UsageTotal[] = [];
      // Bounds the commands that wait in Redis at a time.
      for (const share of splitIntoShares(accounts, readAtOnce)) {
        const readings = await run(() =>
          Promise.all(
            share.map((account) =>
              readUsage(client, keys.of(account), { account, boundaries, windows: [] }, clock.now()),
            ),
          ),
        );
        for (const [index, { reading }] of readings.entries())
          sums.push(...sumEndpoints(share[index] ?? "", reading, boundaries));
      }
      return sums;
    },

    lastUsed: (credentials) => run(() => context.uses.read(credentials)),

    ping: () =>
      redis.runInspected(async () => {
        const writes = keysOnEachNode(client, keys.ping).map((key) => client.set(key, 1, "PX", pingKeptMs));
        await Promise.any(writes).catch((error: unknown) => {
          throw error instanceof AggregateError ? error.errors[0] : error;
        });
      }),

    async close() {
      redis.close();
      await packer.close();
    },
  };
}
