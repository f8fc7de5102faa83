import { systemClock } from "@tools-api/core";
import {
  type Admission,
  foldingHorizon,
  type UsageBatch,
  type UsageBucket,
  type UsageCall,
  type UsageReading,
  type UsageStore,
} from "@tools-api/core/storage";
import { decideCalls } from "../lib/decide-calls.ts";
import { batchRetentionMs } from "../lib/expiry.ts";
import { endedOutcomes, pairKey, recordOutcomes, type UsageChanges } from "../lib/usage-changes.ts";
import { type ArrangedCalls, arrangeCalls } from "./call-runs.ts";
import { connect } from "./connection.ts";
import type { PostgresStoreOptions } from "./documents.ts";
import { sqlState, uniqueViolation } from "./failure.ts";
import type { BatchArguments, BatchFunction, Types } from "./function-calls.ts";
import { numberColumn } from "./placed-rows.ts";
import { arrangeRefunds } from "./refund-units.ts";
import { completeCalls, consumeCalls, readQuery, refundCalls, settleCalls } from "./usage-queries.ts";
import { sweepAfter } from "../lib/expiry.ts";

/** The state on which PostgreSQL decided a batch, in the order of the parameters. */
interface DecidedOn {
  /** Includes the demand of the batch. */
  used: number[] | null;
  revisions: (number | null)[] | null;
}

/**
 * Derives the response to a batch. PostgreSQL decides by the same rules and stores the state before its decision, which
 * is enough to answer a repetition.
 */
function parseAdmissions(
  calls: readonly UsageCall[],
  { windows, fences, ranges }: ArrangedCalls,
  answer: string,
): Admission[] {
  // Only our functions write this text, so its shape is known.
  const { used, revisions } = JSON.parse(answer) as DecidedOn;
  const revisionById = new Map(fences.map(({ id }, index) => [id, revisions?.[index] ?? undefined]));
  const countByKey = new Map(
    windows.map(({ account, id, demand }, index) => [
      pairKey(account, id),
      { used: (used?.[index] ?? 0) - demand },
    ]),
  );
  const admissions = decideCalls(
    calls,
    (fence) => revisionById.get(fence),
    (account, id) => countByKey.get(pairKey(account, id)) ?? { used: 0 },
  );
  const isSettled =
    ranges?.every(({ min, max }, index) => {
      const count = used?.[index] ?? 0;
      return min <= count && count <= Math.min(max, windows[index]?.limit ?? 0);
    }) && fences.every(({ revision }, index) => revisions?.[index] === revision);
  return isSettled ? admissions.map((admission) => ({ ...admission, isRecorded: true })) : admissions;
}

function isRepeated(error: unknown): boolean {
  return sqlState(error) === uniqueViolation;
}

/**
 * Creates a usage store in PostgreSQL, which any number of servers can share. Each batch is one statement that locks
 * its counters, so calls are admitted exactly. The durability of an answered batch depends on the database's
 * `synchronous_commit`; by default it survives a crash of PostgreSQL and a loss of power.
 *
 * @throws ToolsError `storage_unavailable` from every method if PostgreSQL does not respond within 5 s, refuses, or has
 *   a schema that this release does not support; `invalid_parameter` on numbers that are not whole.
 *
 * @example
 * ```ts
 * import { postgresUsage } from "@tools-api/adapters/storage/postgres";
 * import { Pool } from "pg";
 *
 * const pool = new Pool({ connectionString: "postgres://localhost/tools" });
 * const usage = postgresUsage({ pool });
 * const at = Date.now();
 * const windows = [{ id: "minute", limit: 1, ends: at + 60_000 }];
 * const call = { account: "acct_1", endpoint: "/v1/tools/text-analyzer", at, windows, fences: [] };
 * const admissions = await usage.consume({ id: crypto.randomUUID(), at, items: [call, call] });
 * console.log(admissions.map(({ outcome }) => outcome)); // [ "admitted", "refused" ]
 * await usage.close();
 * await pool.end();
 * ```
 */
export function postgresUsage({ pool, clock = systemClock }: PostgresStoreOptions): UsageStore {
  const connection = connect(pool);
  const written = sweepAfter((portion) => {
    const now = clock.now();
    connection.chore("SELECT usage_sweep_v1($1, $2, $3, $4)", [
      now - batchRetentionMs,
      now,
      foldingHorizon(now),
      portion,
    ]);
  });

  /** Writes a batch. Returns `null` if it was written before. */
  async function write<Item, Names extends Types>(
    { statement, document }: BatchFunction<Names>,
    { id, items }: UsageBatch<Item>,
    parameters: BatchArguments<Names>,
  ): Promise<{ answer: string }[] | null> {
    try {
      const values = [document(id, clock.now(), parameters)];
      const rows = await connection.query<{ answer: string }>(statement, values, isRepeated);
      written(1 + items.length);
      return rows;
    } catch (error) {
      if (isRepeated(error)) return null;
      throw error;
    }
  }

  /** The columns of outcomes. `buckets` are in the order of the other columns. */
  const outcomeColumns = ({ buckets, lastUses }: Pick<UsageChanges, "buckets" | "lastUses">) => ({
    succeeded_calls: numberColumn(buckets, ({ succeeded }) => succeeded),
    failed_calls: numberColumn(buckets, ({ failed }) => failed),
    read_bytes: numberColumn(buckets, ({ bytesIn }) => bytesIn),
    written_bytes: numberColumn(buckets, ({ bytesOut }) => bytesOut),
    durations_us: numberColumn(buckets, ({ durationUs }) => durationUs),
    credential_ids: lastUses.map(({ credential }) => credential),
    credential_uses: numberColumn(lastUses, ({ at }) => at),
  });

  function consumeOrSettle(batch: UsageBatch<UsageCall>, { parameters, ranges }: ArrangedCalls) {
    if (!ranges) return write(consumeCalls, batch, parameters);
    return write(settleCalls, batch, {
      ...parameters,
      window_mins: numberColumn(ranges, ({ min }) => min),
      window_maxs: numberColumn(ranges, ({ max }) => max),
      ...outcomeColumns(recordOutcomes(endedOutcomes(batch.items))),
    });
  }

  async function askDatabase(batch: UsageBatch<UsageCall>, arranged: ArrangedCalls): Promise<string> {
    const rows =
      (await consumeOrSettle(batch, arranged)) ??
      (await connection.query<{ answer: string }>(
        "SELECT answer FROM usage_batches WHERE id = $1 AND method = 'consume'",
        [batch.id],
      ));
    const [row] = rows;
    if (!row) throw new Error("usage_batches: expected the answer of a batch that was written, found none");
    return row.answer;
  }

  return {
    capabilities: { exactAcross: "everywhere", durable: true },

    async consume(batch) {
      const arranged = arrangeCalls(batch.items);
      return parseAdmissions(batch.items, arranged, await askDatabase(batch, arranged));
    },

    async complete(batch) {
      const { buckets, lastUses } = recordOutcomes(batch.items);
      await write(completeCalls, batch, {
        bucket_accounts: buckets.map(({ account }) => account),
        bucket_starts: numberColumn(buckets, ({ start }) => start),
        bucket_endpoints: buckets.map(({ endpoint }) => endpoint),
        ...outcomeColumns({ buckets, lastUses }),
      });
    },

    async refund(batch) {
      await write(refundCalls, batch, arrangeRefunds(batch.items));
    },

    async fence(id, revision) {
      await connection.query(
        `INSERT INTO usage_fences AS stored (id, revision) VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE SET revision = excluded.revision WHERE excluded.revision > stored.revision`,
        [id, revision],
      );
    },

    async read({ account, boundaries, windows }) {
      const [row] = await connection.query<{
        buckets: UsageBucket[] | null;
        used: number[] | null;
        lifetime: UsageReading["lifetime"] | null;
      }>(readQuery, [account, `{${boundaries.join(",")}}`, windows]);
      return {
        buckets: row?.buckets ?? [],
        used: row?.used ?? [],
        lifetime: row?.lifetime ?? { calls: 0, firstCallAt: null, lastCallAt: null },
      };
    },

    async lastUsed(credentials) {
      const rows = await connection.query<{ id: string; at: string }>(
        "SELECT id, last_used_at AS at FROM usage_credentials WHERE id = ANY ($1)",
        [credentials],
      );
      return new Map(rows.map(({ id, at }) => [id, Number(at)]));
    },

    ping: () => connection.ping(),
    close: () => connection.close(),
  };
}
