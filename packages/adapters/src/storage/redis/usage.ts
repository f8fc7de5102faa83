import { performance } from "node:perf_hooks";
import {
  type Admission,
  type Clock,
  type StoreCapabilities,
  systemClock,
  ToolsError,
  type UsageStore,
} from "@tools-api/core";
import { answering } from "./answer.ts";
import { type RedisClient, runScript, scriptOf } from "./client.ts";
import { planOutcomes } from "./complete-plan.ts";
import { consumeArguments, decideCalls, planCalls } from "./consume-plan.ts";
import { inspect } from "./inspect.ts";
import { accountOfFence, batchField, batchSliceKeptMs, fenceField, hashTag, keysUnder } from "./keys.ts";
import { lastUses } from "./last-uses.ts";
import { dayPacker } from "./packer.ts";
import { keysOnEachNode, partOf } from "./parts.ts";
import { readUsage } from "./read-usage.ts";
import { planRefunds } from "./refund-plan.ts";
import { completeScript, consumeScript, fenceScript, refundScript } from "./scripts.ts";
import { type Share, sharesOf } from "./shares.ts";
import { requireWhole } from "./whole-number.ts";

/** What {@link redisUsage} is made from. */
export interface RedisUsageOptions {
  /** The caller's, to configure and to close. */
  client: RedisClient;
  /** What all keys begin with, without braces. Default: `tools-api:`. */
  prefix?: string;
  /** Decides what may be forgotten or packed. Default: the host's. */
  clock?: Clock;
  /** Whether answered changes survive the end of Redis, for a server that does not let us ask. Default: no. */
  durable?: boolean;
}

const scripts = {
  consume: scriptOf(consumeScript),
  complete: scriptOf(completeScript),
  refund: scriptOf(refundScript),
  fence: scriptOf(fenceScript),
};

// After an inspection that not every server has answered.
const inspectAgainMs = 5_000;

// Accounts that one script serves where all lie in one place. Measured: 10 µs of Redis for each in place of 28 µs by
// a script of its own; more at a time save nothing, and all other callers wait for the script to end.
const mostTogether = 64;

// A day that is taken apart for a refund may be packed again by another server in between.
const refundAttempts = 5;

// Longer than any probe waits; then nothing is left of it.
const pingKeptMs = 60_000;

/** What a batch holds for one account. */
interface Group<Item> {
  account: string;
  items: Item[];
  /** The place of each item in the batch. */
  places: number[];
}

/** The items of a batch by account. */
function byAccount<Item extends { account: string }>(items: readonly Item[]): Group<Item>[] {
  const groups = new Map<string, Group<Item>>();
  for (const [place, item] of items.entries()) {
    const { account } = item;
    const group = groups.get(account);
    if (group) {
      group.items.push(item);
      group.places.push(place);
    } else {
      groups.set(account, { account, items: [item], places: [place] });
    }
  }
  return [...groups.values()];
}

/**
 * Usage in Redis 7 or later or Valkey, one server or a Cluster, exact among any number of processes. All keys of an
 * account lie in one slot: on a Cluster, or a proxy that spreads keys, each account of a batch is one script, and on
 * one server up to 64 accounts share one. Answered calls survive the end of Redis
 * where it runs with `appendonly yes` and `appendfsync always`, which the store asks for at its first use
 * (`capabilities.durable`); a failover to a replica may lose its last moments. Redis must not evict
 * (`maxmemory-policy noeviction`).
 *
 * Buckets of closed days are packed behind the calls, to about 2 kB a day and endpoint that was busy in every
 * quarter of an hour. How long counters are kept goes by the caller's clock, whatever Redis' own shows.
 *
 * Set on the client `enableAutoPipelining: true`, by which the accounts of a batch travel together (on one server
 * `autoPipeliningIgnoredCommands: ["evalsha"]` besides, which saves a call a turn of the event loop), and
 * `socketTimeout: 5000`, by which it leaves a server that hangs. Every write can be sent twice, so
 * `autoResendUnfulfilledCommands` may stay as it is. On a Cluster that goes on without a lost node
 * (`cluster-require-full-coverage no`) the accounts of the others are served; `partOf` tells which those are.
 *
 * @throws ToolsError `invalid_parameter` for a prefix with braces; from its methods `invalid_parameter` for numbers
 *   that are not whole, and `storage_unavailable` within 5 s where Redis does not answer, evicts, or has been
 *   written by a release that this one cannot work beside.
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
 * const call = { account: "acct_1", endpoint: "/v1/tools/text-analyzer", at, windows, fences: [] };
 * console.log(await usage.consume({ id: crypto.randomUUID(), at, items: [call, call] })); // admitted, refused
 * await usage.close();
 * await client.quit();
 * ```
 */
export function redisUsage({
  client,
  prefix = "tools-api:",
  clock = systemClock,
  durable = false,
}: RedisUsageOptions): UsageStore {
  const keys = keysUnder(prefix);
  const answers = answering(client);
  const step = <Result>(work: () => Promise<Result>) => answers.run(work);
  const packer = dayPacker({ client, keys, clock, step });
  const uses = lastUses(client, keys);
  const capabilities: StoreCapabilities = { exactAcross: "everywhere", durable };
  // Decided once, before the first batch: one that is sent again has to be found where it was noted.
  let together: number | undefined;
  let inspected = false;
  let inspectFrom = 0;
  let inspection: Promise<void> | undefined;

  async function look(): Promise<void> {
    const { durable: asked, joint, complete } = await inspect(client, keys);
    capabilities.durable = asked ?? durable;
    together ??= joint ? mostTogether : 1;
    inspected = complete;
    inspectFrom = performance.now() + inspectAgainMs;
  }

  function inspectOnce(): Promise<void> {
    inspection ??= look().finally(() => {
      inspection = undefined;
    });
    return inspection;
  }

  function run<Result>(work: () => Promise<Result>): Promise<Result> {
    return answers.run(work, inspected || performance.now() < inspectFrom ? null : inspectOnce);
  }

  /** Does work on accounts, as many at a time as one script may serve. */
  function runShares<Group>(
    groups: readonly Group[],
    work: (share: Share<Group>) => Promise<unknown>,
  ): Promise<unknown> {
    return run(() => Promise.all(sharesOf(groups, together ?? 1).map(work)));
  }

  return {
    capabilities,

    partOf: (account) => partOf(client, hashTag(account)),

    async consume(batch) {
      const admissions: Admission[] = [];
      const field = batchField("consume", batch.id);
      const groups = byAccount(batch.items).map(({ account, items, places }) => ({
        account,
        items,
        places,
        names: keys.of(account),
        plan: planCalls(items),
        packTo: packer.packTo(account),
      }));
      await runShares(groups, async (share) => {
        const accounts = share.map(({ names }) => names.account);
        const windows = share.flatMap(({ names, plan }) => plan.windows.map(names.window));
        // The script answers texts and numbers, which a client may be set to give as text.
        const [before, ...waiting] = (await runScript(
          client,
          scripts.consume,
          [share[0].names.batches(batch.at), ...accounts, ...windows],
          [field, JSON.stringify(consumeArguments(share, clock.now()))],
        )) as [string, ...(number | string)[]];
        const found = before.split(" ").map(Number);
        let position = 0;
        for (const { items, places, plan } of share) {
          const end = position + plan.fences.length + plan.windows.length;
          for (const [index, admission] of decideCalls(items, plan, found.slice(position, end)).entries())
            admissions[places[index] ?? 0] = admission;
          position = end;
        }
        for (const number of waiting) packer.schedule(share[Number(number) - 1]?.account ?? "");
      });
      return admissions;
    },

    async complete(batch) {
      const field = batchField("complete", batch.id);
      const groups = byAccount(batch.items).map(({ account, items }) => ({
        names: keys.of(account),
        ...planOutcomes(items),
      }));
      await runShares(groups, async (share) => {
        const touched = [share[0].names.batches(batch.at), ...share.map(({ names }) => names.account)];
        const accounts = share.map(({ plan }) => plan);
        const message = JSON.stringify({ accounts, batchKeptMs: batchSliceKeptMs });
        await Promise.all([
          runScript(client, scripts.complete, touched, [field, message]),
          ...share.flatMap(({ lastUses: used }) =>
            used.map(({ credential, at }) => uses.note(credential, at)),
          ),
        ]);
      });
    },

    async refund(batch) {
      const groups = byAccount(batch.items).map(({ account, items }) => ({
        account,
        plan: planRefunds(items),
      }));
      const field = batchField("refund", batch.id);

      async function refundAccount({ account, plan }: (typeof groups)[number]): Promise<void> {
        const names = keys.of(account);
        const { windows, ...rest } = plan;
        const values = [field, JSON.stringify({ ...rest, batchKeptMs: batchSliceKeptMs })];
        const touched = [names.batches(batch.at), names.account, names.days, ...windows.map(names.window)];
        for (let attempt = 0; attempt < refundAttempts; attempt++) {
          // The script answers a list of days, numbers or text by the settings of the client.
          const packed = (await runScript(client, scripts.refund, touched, values)) as (number | string)[];
          if (packed.length === 0) return;
          await Promise.all(packed.map((day) => packer.unpack(account, Number(day))));
        }
        const message = "Redis: the day of a refund is being packed; try again.";
        throw new ToolsError("storage_unavailable", message, { retryAfter: 1 });
      }
      await run(() => Promise.all(groups.map(refundAccount)));
    },

    async fence(id, revision) {
      const { account } = keys.of(accountOfFence(id));
      const values = [fenceField(id), String(requireWhole("revision", revision))];
      await run(() => runScript(client, scripts.fence, [account], values));
    },

    async read(query) {
      const { reading, packed } = await run(() =>
        readUsage(client, keys.of(query.account), query, clock.now()),
      );
      if (packed !== null && packed < packer.packTo(query.account)) packer.schedule(query.account);
      return reading;
    },

    lastUsed: (credentials) => run(() => uses.read(credentials)),

    ping: () =>
      answers.run(async () => {
        const writes = keysOnEachNode(client, keys.ping).map((key) => client.set(key, 1, "PX", pingKeptMs));
        await Promise.any(writes).catch((error: unknown) => {
          throw error instanceof AggregateError ? error.errors[0] : error;
        });
      }, inspectOnce),

    async close() {
      answers.close();
      await packer.close();
    },
  };
}
