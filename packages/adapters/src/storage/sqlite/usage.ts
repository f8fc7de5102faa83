import { systemClock } from "@tools-api/core/internal/time";
import { foldingHorizon, type UsageQuery, type UsageStore } from "@tools-api/core/storage";
import { batchRetentionMs, everyNth } from "../lib/expiry.ts";
import { checkQuarterDays, type QuarterDaysOption } from "../lib/quarter-days.ts";
import { admitCalls, refundCalls, recordOutcomes } from "../lib/usage-changes.ts";
import { connect } from "./connection.ts";
import type { SqliteStoreOptions } from "./documents.ts";
import {
  buildReading,
  buildTotals,
  readingParameters,
  readingSql,
  totalsParameters,
  totalsSql,
} from "./internal/usage-reading.ts";
import { prepareSession, type Session } from "./internal/usage-session.ts";
import type { UsageStatements } from "./internal/usage-statements.ts";

/** The statements of long reads. */
const readSql = { reading: readingSql, totals: totalsSql };

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
 * Creates a usage store in a SQLite file, which any number of processes on one host can share. A batch is written
 * only if nothing has changed since it was decided, so calls are admitted exactly. An answered batch survives `kill -9`
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
 * const call = { account: "acct_1", endpoint: "qr-code", at, windows, fences: [] };
 * const admissions = await usage.consume({ id: crypto.randomUUID(), at, items: [call, call] });
 * console.log(admissions.map(({ outcome }) => outcome)); // [ "admitted", "refused" ]
 * ```
 */
export function sqliteUsage({
  database,
  clock = systemClock,
  quarterDays: option,
}: SqliteStoreOptions & QuarterDaysOption): UsageStore {
  const quarterDays = checkQuarterDays(option);
  function sweep(statements: UsageStatements): boolean {
    const now = clock.now();
    const horizon = foldingHorizon(now, quarterDays);
    statements.sweepBatches({ before: now - batchRetentionMs });
    statements.foldQuarters({ horizon });
    statements.removeFolded({ horizon });
    return statements.sweepCounters({ now });
  }

  // Each sweep can remove more rows than were added since the last one, so that old rows cannot accumulate.
  const sweepIsDue = everyNth(128);
  const connection = connect({
    database,
    synchronous: "NORMAL",
    prepare: () => prepareSession(database, sweepIsDue, sweep),
    run: ({ run }, transaction, work) => run(transaction, work),
    needLock: ({ needLock }) => needLock(),
    longRowPages: ({ pages }) => pages(),
    onClose: ({ fold }) => fold(),
  });

  /** Runs statements that read one state, in the background unless `isShortRead` returns true. */
  async function readRows(
    name: keyof typeof readSql,
    parameters: object,
    isShortRead: (statements: UsageStatements) => boolean = () => false,
  ): Promise<unknown[][]> {
    const readHere = ({ statements }: Session) => statements[name].map((all) => all(parameters));
    const { background } = connection;
    return (
      (await connection.read((session) =>
        !background || isShortRead(session.statements) ? readHere(session) : null,
      )) ??
      (await background?.read(readSql[name], parameters).catch(() => null)) ??
      // Without its thread, the store blocks the event loop. The result is the same.
      connection.read(readHere)
    );
  }

  return {
    capabilities: { exactAcross: "host", durable: true },
    quarterDays,

    consume: ({ items }) =>
      connection.write(({ load, state, apply }) => {
        load(items);
        const { admissions, changes } = admitCalls(items, state);
        apply(changes);
        return admissions;
      }),

    complete: ({ items }) => connection.write(({ apply }) => apply(recordOutcomes(items))),

    refund: ({ items }) =>
      connection.write(({ needLock, state, apply }) => {
        needLock();
        apply(refundCalls(items, state));
      }),

    fence: (id, revision) => connection.write(({ raiseFence }) => raiseFence({ id, revision })),

    async read(query) {
      const rows = await readRows("reading", readingParameters(query), (statements) =>
        isShort(statements, query),
      );
      return buildReading(query, rows);
    },

    async totals(query) {
      return buildTotals(query, await readRows("totals", totalsParameters(query)));
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
