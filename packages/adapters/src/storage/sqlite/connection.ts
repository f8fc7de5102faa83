import { ToolsError } from "@tools-api/core";
import { type Background, backgroundOf } from "./background.ts";
import { command, row, type SqliteDatabase } from "./database.ts";
import { everyNth } from "./every-nth.ts";
import { jointWrites } from "./joint-writes.ts";
import { lockQueue } from "./lock-queue.ts";
import { migrate } from "./migrate.ts";
import { type Begin, inTransaction } from "./transaction.ts";

/** The connection of a store to its database. Work is synchronous, so nothing runs between its statements. */
export interface Connection<Statements> {
  write<Result>(work: (statements: Statements) => Result): Promise<Result>;
  /** Runs work that reads. Everything it reads is of one instant. */
  read<Result>(work: (statements: Statements) => Result): Promise<Result>;
  /** Writes a row that no reader uses. It needs what every write needs: the lock, and space on the disk. */
  ping(): Promise<void>;
  /** The thread for slow work; `null` for a database in memory. */
  readonly background: Background | null;
  close(): Promise<void>;
}

/** The options of {@link connect}. */
export interface ConnectionOptions<Statements> {
  database: SqliteDatabase;
  /** `FULL` survives a loss of power after each commit, `NORMAL` only the end of the process. */
  synchronous: "FULL" | "NORMAL";
  prepare(database: SqliteDatabase): Statements;
}

interface Prepared<Statements> {
  statements: Statements;
  touch: () => boolean;
  rowsWritten: () => { total: number } | undefined;
}

// The time for which the driver may block the event loop. For locks of microseconds, SQLite's own wait is the fastest.
const busyTimeoutMs = 5;

// 16 MB with pages of 4 kB. Counters are written repeatedly, and a checkpoint writes each of their pages once.
const checkpointPages = 4_000;

// The background thread runs a checkpoint long before. Without the thread, or if it is too slow, this checkpoint
// bounds the log but blocks the event loop.
const fallbackCheckpointPages = 4 * checkpointPages;

// Reading the number of written rows is cheap. Between two reads, the log grows by a few hundred pages at most.
const transactionsBetweenLooks = 8;

// As many pages as a large batch: if the disk has space for one more page, a smaller write succeeds while calls fail.
// The content is random because SQLite does not rewrite an unchanged page. The row is swept with old batches.
const touchSql = `INSERT OR REPLACE INTO usage_batch_log (at, id, method, answer)
  VALUES (0, '', 'ping', hex(randomblob(32768)))`;

const taken = new WeakSet<SqliteDatabase>();

/**
 * Connects a store to its database. The connection is prepared at its first use, because preparing may wait for the
 * lock and a factory cannot.
 *
 * @throws ToolsError `invalid_parameter` if another open store uses the connection.
 */
export function connect<Statements>({
  database,
  synchronous,
  prepare,
}: ConnectionOptions<Statements>): Connection<Statements> {
  // `synchronous` applies to the whole connection: usage would reduce the durability of documents.
  if (taken.has(database))
    throw new ToolsError(
      "invalid_parameter",
      "database: expected a connection of the store's own, received one that another open store uses",
    );
  taken.add(database);

  const queue = lockQueue();
  const background = backgroundOf(database);
  const lookIsDue = everyNth(transactionsBetweenLooks);
  let prepared: Prepared<Statements> | undefined;
  let rowsAtCheckpoint = 0;
  let closed = false;

  function ready(): Prepared<Statements> {
    if (prepared) return prepared;
    // The timeout comes first: entering WAL takes a lock, for which processes that start together compete.
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    database.exec("PRAGMA journal_mode = WAL");
    database.exec(`PRAGMA synchronous = ${synchronous}`);
    database.exec(`PRAGMA wal_autocheckpoint = ${background ? fallbackCheckpointPages : checkpointPages}`);
    migrate(database);
    prepared = {
      statements: prepare(database),
      touch: command(database, touchSql),
      rowsWritten: row<{ total: number }>(database, "SELECT total_changes() AS total"),
    };
    return prepared;
  }

  /** Requests a checkpoint after about this many pages of the log. A row of a small write takes one page. */
  function checkpointIfDue({ rowsWritten }: Prepared<Statements>): void {
    if (!background || !lookIsDue()) return;
    const total = rowsWritten()?.total ?? 0;
    if (total - rowsAtCheckpoint < checkpointPages) return;
    rowsAtCheckpoint = total;
    background.checkpoint().catch(() => {
      if (!closed) database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
    });
  }

  const transaction =
    <Result>(begin: Begin, work: (statements: Statements) => Result) =>
    () => {
      const { statements } = ready();
      return inTransaction(database, begin, () => work(statements));
    };

  function writeAndCheckpoint<Result>(work: (statements: Statements) => Result): Result {
    const result = transaction("BEGIN IMMEDIATE", work)();
    checkpointIfDue(ready());
    return result;
  }

  const joint = jointWrites<Statements>((work) => queue.run(() => writeAndCheckpoint(work)));

  function checkOpen() {
    if (closed) throw new ToolsError("storage_unavailable", "SQLite: the store is closed");
  }

  return {
    background,
    async write(work) {
      checkOpen();
      return joint.write(work);
    },
    async read(work) {
      checkOpen();
      return queue.runAhead(transaction("BEGIN", work));
    },
    async ping() {
      checkOpen();
      await joint.write(() => ready().touch());
    },
    async close() {
      if (closed) return;
      closed = true;
      await joint.idle();
      await queue.idle();
      // libsql keeps a closed file open as long as one of its statements is alive.
      prepared = undefined;
      await background?.close();
      taken.delete(database);
    },
  };
}
