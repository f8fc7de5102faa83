import { systemClock } from "@tools-api/core";
import { foldingHorizon, type UsageQuery, type UsageStore } from "@tools-api/core/storage";
import { batchRetentionMs, everyNth } from "../lib/expiry.ts";
import type { UsageChanges } from "../lib/change-set.ts";
import { admitCalls, refundCalls, recordOutcomes } from "../lib/usage-changes.ts";
import { connect } from "./connection.ts";
import type { SqliteStoreOptions } from "./documents.ts";
import { buildReading, readingParameters, readingSql } from "./usage-reading.ts";
import { prepareSession, type Session } from "./usage-session.ts";
import type { UsageStatements } from "./usage-statements.ts";

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
  const connection = connect({
    database,
    synchronous: "NORMAL",
    prepare: prepareSession,
    onBegin: (session) => session.begin(),
    onRollback: (session) => session.rollBack(),
    onClose: ({ journal }) => journal.fold(),
  });
  const sweepIsDue = everyNth(128);

  function sweep({ statements, state }: Session): void {
    const now = clock.now();
    statements.sweepBatches({ before: now - batchRetentionMs });
    if (statements.sweepWindows({ now })) state.forget();
    statements.foldQuarters({ horizon: foldingHorizon(now) });
    statements.removeFolded({ horizon: foldingHorizon(now) });
  }

  /** Writes the changes of a batch and returns its result. */
  function write<Result>(
    decide: (session: Session) => { changes: UsageChanges; result: Result },
  ): Promise<Result> {
    return connection.write((session) => {
      const { changes, result } = decide(session);
      session.apply(changes);
      // Each sweep can remove more rows than were added since the last one, so that old rows cannot accumulate.
      if (sweepIsDue()) sweep(session);
      return result;
    });
  }

  return {
    capabilities: { exactAcross: "host", durable: true },

    consume: ({ items }) =>
      write(({ state }) => {
        state.load(items);
        const { admissions, changes } = admitCalls(items, state);
        return { changes, result: admissions };
      }),

    complete: ({ items }) => write(() => ({ changes: recordOutcomes(items), result: undefined })),

    refund: ({ items }) =>
      write(({ state, journal }) => {
        // A refund depends on the calls in the table.
        journal.fold();
        return { changes: refundCalls(items, state), result: undefined };
      }),

    fence: (id, revision) =>
      connection.write(({ statements, state }) => {
        statements.raiseFence({ id, revision });
        state.forget();
      }),

    async read(query) {
      const parameters = readingParameters(query);
      const readHere = ({ statements }: Session) => statements.reading.map((all) => all(parameters));
      const { background } = connection;
      const rows =
        (await connection.read((session) =>
          !background || isShort(session.statements, query) ? readHere(session) : null,
        )) ??
        (await background?.read(readingSql, parameters).catch(() => null)) ??
        // Without its thread, the store blocks the event loop. The result is the same.
        (await connection.read(readHere));
      return buildReading(query, rows);
    },

    lastUsed: (credentials) =>
      connection.read(({ statements }) => {
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
