import { type Clock, systemClock } from "@tools-api/core";
import {
  type Admission,
  foldingHorizon,
  type UsageBatch,
  type UsageBucket,
  type UsageCall,
  type UsageReading,
  type UsageStore,
  type UsageTotal,
} from "@tools-api/core/storage";
import { decideCalls } from "../lib/decide-calls.ts";
import { batchRetentionMs, sweepAfter } from "../lib/expiry.ts";
import { notedUses } from "../lib/noted-uses.ts";
import type { LastUse, UsageChanges } from "../lib/change-set.ts";
import { pairKey } from "../lib/row-order.ts";
import { recordOutcomes } from "../lib/usage-changes.ts";
import { arrangeCalls, type DecidedRows } from "./internal/call-runs.ts";
import { connect, type Connection } from "./connection.ts";
import type { PostgresStoreOptions } from "./documents.ts";
import { arrangeEnded, type EndedCalls } from "./internal/ended-calls.ts";
import { checkQuarterDays, type QuarterDaysOption } from "../lib/quarter-days.ts";
import { sqlState, uniqueViolation } from "./internal/failure.ts";
import type { BatchArguments, BatchFunction, NamedStatement, Types } from "./internal/function-calls.ts";
import { numberColumn } from "./internal/placed-rows.ts";
import type { completeTypes } from "./internal/record-functions.ts";
import { arrangeRefunds } from "./internal/refund-units.ts";
import {
  completeCalls,
  consumeCalls,
  readQuery,
  refundCalls,
  settleCalls,
  totalsQuery,
} from "./internal/usage-queries.ts";

/** The state on which PostgreSQL decided a batch, in the order of the parameters. */
interface DecidedOn {
  /** Includes the demand of the batch. */
  used: number[] | null;
  /** Absent if all fences had the revisions that the calls claim. */
  revisions?: (number | null)[] | null;
  isRecorded?: boolean;
}

/**
 * Derives the response to a batch. PostgreSQL decides by the same rules and stores the state before its decision, which
 * is enough to answer a repetition.
 */
function parseAdmissions(
  calls: readonly UsageCall[],
  { windows, fences }: DecidedRows,
  { used, revisions, isRecorded = false }: DecidedOn,
): Admission[] {
  const revisionById = new Map(
    fences.map(({ id, revision }, index) => [id, revisions ? (revisions[index] ?? undefined) : revision]),
  );
  const countByKey = new Map(
    windows.map(({ account, id, demand }, index) => [
      pairKey(account, id),
      { used: (used?.[index] ?? 0) - demand },
    ]),
  );
  return decideCalls(
    calls,
    (fence) => revisionById.get(fence),
    (account, id) => countByKey.get(pairKey(account, id)) ?? { used: 0 },
    () => isRecorded,
  );
}

function isRepeated(error: unknown): boolean {
  return sqlState(error) === uniqueViolation;
}

/**
 * Creates the writes of batches.
 *
 * @param written Called with the number of rows of a batch that was written.
 */
function batchWrites(
  connection: Connection,
  uses: ReturnType<typeof notedUses>,
  clock: Clock,
  written: (rows: number) => void,
) {
  /** Writes a batch. Returns `undefined` if it was written before. */
  async function write(
    statement: NamedStatement,
    values: unknown[],
    { items }: UsageBatch<unknown>,
  ): Promise<string | null | undefined> {
    try {
      const [row] = await connection.query<{ answer: string | null }>(statement, values, isRepeated);
      written(1 + items.length);
      return row?.answer ?? null;
    } catch (error) {
      if (isRepeated(error)) return undefined;
      throw error;
    }
  }

  function call<Names extends Types>(
    { statement, document }: BatchFunction<Names>,
    batch: UsageBatch<unknown>,
    parameters: BatchArguments<Names>,
  ) {
    return write(statement, [document(batch.id, clock.now(), parameters)], batch);
  }

  async function firstAnswer({ id }: UsageBatch<unknown>): Promise<string> {
    const [row] = await connection.query<{ answer: string }>(
      "SELECT answer FROM usage_batches WHERE id = $1 AND method = 'consume'",
      [id],
    );
    if (!row) throw new Error("usage_batches: expected the answer of a batch that was written, found none");
    return row.answer;
  }

  async function admissionsFrom(
    batch: UsageBatch<UsageCall>,
    rows: DecidedRows,
    answer: string | undefined,
  ): Promise<Admission[]> {
    // Only our functions write this text, so its shape is known.
    const decidedOn = JSON.parse(answer ?? (await firstAnswer(batch))) as DecidedOn;
    return parseAdmissions(batch.items, rows, decidedOn);
  }

  /** Admits calls that have all ended, and records their outcomes. Returns `null` if that is not possible. */
  async function settle(batch: UsageBatch<UsageCall>, ended: EndedCalls): Promise<Admission[] | null> {
    const answer = await write(settleCalls, [batch.id, ended.texts, `{${ended.numbers.join(",")}}`], batch);
    if (answer === null) return null;
    const admissions = await admissionsFrom(batch, ended, answer);
    const [first] = admissions;
    if (first?.outcome === "admitted" && first.isRecorded) uses.note(ended.lastUses);
    return admissions;
  }

  return { call, settle, admissionsFrom };
}

/** Returns the arguments of `usage_complete_v1`. */
function outcomeArguments(
  buckets: UsageChanges["buckets"],
  lastUses: readonly LastUse[],
): BatchArguments<typeof completeTypes> {
  return {
    bucket_accounts: buckets.map(({ account }) => account),
    bucket_starts: numberColumn(buckets, ({ start }) => start),
    bucket_endpoints: buckets.map(({ endpoint }) => endpoint),
    succeeded_calls: numberColumn(buckets, ({ succeeded }) => succeeded),
    failed_calls: numberColumn(buckets, ({ failed }) => failed),
    read_bytes: numberColumn(buckets, ({ bytesIn }) => bytesIn),
    written_bytes: numberColumn(buckets, ({ bytesOut }) => bytesOut),
    durations_us: numberColumn(buckets, ({ durationUs }) => durationUs),
    credential_ids: lastUses.map(({ credential }) => credential),
    credential_uses: numberColumn(lastUses, ({ at }) => at),
  };
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
 * const call = { account: "acct_1", endpoint: "qr-code", at, windows, fences: [] };
 * const admissions = await usage.consume({ id: crypto.randomUUID(), at, items: [call, call] });
 * console.log(admissions.map(({ outcome }) => outcome)); // [ "admitted", "refused" ]
 * await usage.close();
 * await pool.end();
 * ```
 */
export function postgresUsage({
  pool,
  clock = systemClock,
  quarterDays: option,
}: PostgresStoreOptions & QuarterDaysOption): UsageStore {
  const quarterDays = checkQuarterDays(option);
  const connection = connect(pool);
  const uses = notedUses();
  const written = sweepAfter((portion) => {
    const now = clock.now();
    connection.chore("SELECT usage_sweep_v2($1, $2, $3, $4)", [
      now - batchRetentionMs,
      now,
      foldingHorizon(now, quarterDays),
      portion,
    ]);
  });

  const { call, settle, admissionsFrom } = batchWrites(connection, uses, clock, written);

  return {
    capabilities: { exactAcross: "everywhere", durable: true },
    quarterDays,

    async consume(batch) {
      const ended = arrangeEnded(batch.items, uses.isNew, clock.now());
      const settled = ended && (await settle(batch, ended));
      if (settled) return settled;
      const arranged = arrangeCalls(batch.items);
      return admissionsFrom(
        batch,
        arranged,
        (await call(consumeCalls, batch, arranged.parameters)) ?? undefined,
      );
    },

    async complete(batch) {
      const { buckets, lastUses } = recordOutcomes(batch.items);
      const newUses = lastUses.filter(uses.isNew);
      await call(completeCalls, batch, outcomeArguments(buckets, newUses));
      uses.note(newUses);
    },

    async refund(batch) {
      await call(refundCalls, batch, arrangeRefunds(batch.items));
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

    // The driver parses `float8` as numbers, and whole numbers below 2^53 are exact in it.
    totals: ({ accounts, boundaries }) =>
      connection.query<UsageTotal>(totalsQuery, [accounts, `{${boundaries.join(",")}}`]),

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
