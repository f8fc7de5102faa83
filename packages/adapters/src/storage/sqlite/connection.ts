import { ToolsError } from "@tools-api/core";
import { type Background, backgroundOf } from "./background.ts";
import { command, row, type SqliteDatabase } from "./database.ts";
import { everyNth } from "./every-nth.ts";
import { jointWrites } from "./joint-writes.ts";
import { lockQueue } from "./lock-queue.ts";
import { migrate } from "./migrate.ts";
import { type Begin, inTransaction } from "./transaction.ts";

/** A store's way to its database. Work is synchronous, so that nothing comes between its statements. */
export interface Connection<Statements> {
  write<Result>(work: (statements: Statements) => Result): Promise<Result>;
  /** All that the work reads is of one instant. */
  read<Result>(work: (statements: Statements) => Result): Promise<Result>;
  /** Writes a row of no consequence, which takes what every write takes: the lock, and space on the disk. */
  ping(): Promise<void>;
  /** The thread for what takes long; `null` for a database in memory. */
  readonly background: Background | null;
  close(): Promise<void>;
}

/** What {@link connect} is made from. */
export interface ConnectionOptions<Statements> {
  database: SqliteDatabase;
  /** `FULL` survives a loss of power at each commit, `NORMAL` the end of the process. */
  synchronous: "FULL" | "NORMAL";
  prepare(database: SqliteDatabase): Statements;
}

interface Prepared<Statements> {
  statements: Statements;
  touch: () => boolean;
  rowsWritten: () => { total: number } | undefined;
}

// What the driver may block the event loop for. SQLite's own wait is the quickest where locks last microseconds.
const busyTimeoutMs = 5;

// 16 MB at pages of 4 kB. Counters are written over and over, and a checkpoint writes each of their pages once.
const checkpointPages = 4_000;

// A checkpoint of the background thread is due long before. Without the thread, or if it falls behind, this one bounds
// the log, and holds up the event loop.
const fallbackCheckpointPages = 4 * checkpointPages;

// To ask for what was written costs little, and the log grows by some hundred pages in so many transactions at most.
const transactionsBetweenLooks = 8;

// As many pages as the batch of a busy moment: if a disk has space for one more page, a smaller write succeeds while
// calls fail. Random, since SQLite does not write a page again that has not changed. The row is swept with old batches.
const touchSql = `INSERT OR REPLACE INTO usage_batch_log (at, id, method, answer)
  VALUES (0, '', 'ping', hex(randomblob(32768)))`;

const taken = new WeakSet<SqliteDatabase>();

/**
 * Prepares a connection at its first use: that may have to wait for the lock, and a factory cannot wait.
 *
 * @throws ToolsError `invalid_parameter` when another open store uses the connection.
 */
export function connect<Statements>({
  database,
  synchronous,
  prepare,
}: ConnectionOptions<Statements>): Connection<Statements> {
  // `synchronous` belongs to the connection: usage would take documents their durability.
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
    // The timeout comes first: to enter WAL takes a lock, and processes that start together meet there.
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

  /** Has the log copied once about so many of its pages are written: a row of a small write takes a page of the log. */
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
      // libsql keeps a closed file open for as long as a statement of it lives.
      prepared = undefined;
      await background?.close();
      taken.delete(database);
    },
  };
}
