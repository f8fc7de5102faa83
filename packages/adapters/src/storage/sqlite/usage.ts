import { systemClock } from "@tools-api/core";
import { foldingHorizon, type UsageBatch, type UsageQuery, type UsageStore } from "@tools-api/core/storage";
import { decodeAdmissions, encodeAdmissions } from "../lib/admissions-text.ts";
import { batchRetentionMs, everyNth } from "../lib/expiry.ts";
import { admitCalls, refundCalls, recordOutcomes, type UsageChanges } from "../lib/usage-changes.ts";
import { connect } from "./connection.ts";
import type { SqliteStoreOptions } from "./documents.ts";
import { buildReading, readingParameters, readingSql } from "./usage-reading.ts";
import { stateFor, stateFrom } from "./usage-state.ts";
import { prepareUsage, type UsageStatements } from "./usage-statements.ts";

function apply(statements: UsageStatements, { windows, buckets, lifetimes, lastUses }: UsageChanges): void {
  statements.putWindows(windows.filter(({ isMoved }) => isMoved));
  statements.setUsed(windows.filter(({ isMoved }) => !isMoved));
  statements.addToBuckets(buckets);
  statements.addToLifetimes(lifetimes);
  statements.noteLastUses(lastUses);
}

// Measured: reading this many rows takes 2 ms.
const maxRowsInPlace = 1_500;

/** Returns whether a read is short enough to block the event loop. */
function isShort({ countBuckets }: UsageStatements, { account, boundaries }: UsageQuery): boolean {
  const [from, to] = [boundaries[0], boundaries.at(-1)];
  if (from === undefined || to === undefined) return true;
  // A boundary costs as much as a row.
  const limit = maxRowsInPlace - boundaries.length;
  return limit > 0 && (countBuckets({ account, from, to, limit })?.found ?? 0) < limit;
}

/**
 * Creates a usage store in a SQLite file, which any number of processes on one host can share. Each batch is one
 * transaction that holds the writers' lock, so calls are admitted exactly. An answered batch survives `kill -9`
 * (`synchronous = NORMAL`). A loss of power may undo the last moments.
 *
 * @throws ToolsError `invalid_parameter` for a connection that another store uses; `storage_unavailable` from every
 *   method if the lock is not free within 5 s, the disk fails, or a newer, incompatible release has written the file.
 *
 * @example
 * ```ts
 * import { openSqlite, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
 *
 * const usage = sqliteUsage({ database: await openSqlite(":memory:") });
 * const at = Date.now();
 * const windows = [{ id: "minute", limit: 1, ends: at + 60_000 }];
 * const call = { account: "acct_1", endpoint: "/v1/tools/text-analyzer", at, windows, fences: [] };
 * const admissions = await usage.consume({ id: crypto.randomUUID(), at, items: [call, call] });
 * console.log(admissions.map(({ outcome }) => outcome)); // [ "admitted", "refused" ]
 * ```
 */
export function sqliteUsage({ database, clock = systemClock }: SqliteStoreOptions): UsageStore {
  const connection = connect({ database, synchronous: "NORMAL", prepare: prepareUsage });
  const sweepIsDue = everyNth(128);

  /** Decides a batch and returns its response. Writes the changes only the first time. */
  function once<Item>(
    method: string,
    batch: UsageBatch<Item>,
    decide: (statements: UsageStatements) => { changes: UsageChanges; answer?: string },
  ): Promise<string> {
    return connection.write((statements) => {
      const { changes, answer = "" } = decide(statements);
      // Most batches come once, so a check first would cost more than an occasional needless decision.
      const logged = { at: batch.at, id: batch.id, method, answer };
      const isNew = statements.putBatch(logged);
      if (!isNew) return statements.batch(logged)?.answer ?? answer;
      apply(statements, changes);
      // Each sweep can remove more rows than were added since the last one, so that old rows cannot accumulate.
      if (sweepIsDue()) {
        const now = clock.now();
        statements.sweepBatches({ before: now - batchRetentionMs });
        statements.sweepWindows({ now });
        statements.foldQuarters({ horizon: foldingHorizon(now) });
        statements.removeFolded({ horizon: foldingHorizon(now) });
      }
      return answer;
    });
  }

  return {
    capabilities: { exactAcross: "host", durable: true },

    async consume(batch) {
      const answer = await once("consume", batch, (statements) => {
        const { admissions, changes } = admitCalls(batch.items, stateFor(batch.items, statements));
        return { changes, answer: encodeAdmissions(admissions) };
      });
      return decodeAdmissions(answer);
    },

    async complete(batch) {
      await once("complete", batch, () => ({ changes: recordOutcomes(batch.items) }));
    },

    async refund(batch) {
      await once("refund", batch, (statements) => ({
        changes: refundCalls(batch.items, stateFrom(statements)),
      }));
    },

    fence: (id, revision) =>
      connection.write((statements) => {
        statements.raiseFence({ id, revision });
      }),

    async read(query) {
      const parameters = readingParameters(query);
      const readHere = ({ reading }: UsageStatements) => reading.map((all) => all(parameters));
      const { background } = connection;
      const rows =
        (await connection.read((statements) =>
          !background || isShort(statements, query) ? readHere(statements) : null,
        )) ??
        (await background?.read(readingSql, parameters).catch(() => null)) ??
        // Without its thread, the store blocks the event loop. The result is the same.
        (await connection.read(readHere));
      return buildReading(query, rows);
    },

    lastUsed: (credentials) =>
      connection.read((statements) => {
        const found = new Map<string, number>();
        for (const credential of credentials) {
          const use = statements.lastUse({ credential });
          if (use) found.set(credential, use.at);
        }
        return found;
      }),

    ping: () => connection.ping(),
    close: () => connection.close(),
  };
}
