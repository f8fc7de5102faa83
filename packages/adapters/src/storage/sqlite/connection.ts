import { statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { ToolsError } from "@tools-api/core/errors";
import { everyNth } from "../lib/expiry.ts";
import { type Background, startBackground } from "./internal/background.ts";
import { command, inTransaction, row, type SqliteDatabase } from "./internal/database.ts";
import { loadDriver, type SqliteDriver } from "./internal/driver.ts";
import { migrate } from "./schema.ts";
import { writeQueue } from "./internal/write-queue.ts";

async function findDriver(): Promise<SqliteDriver> {
  try {
    return await loadDriver();
  } catch (cause) {
    throw new ToolsError(
      "storage_unavailable",
      "SQLite: expected Node 22.13 or later, Deno, or the package libsql to be installed; found none of them",
      { cause },
    );
  }
}

// Not `recursive`: Node 20 then tries forever in a folder that cannot hold another, such as /proc.
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

async function createFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (isFolder(folder) || parent === folder) return;
  await createFolder(parent);
  // The file holds digests of keys and people's email addresses, so only the owner can read a folder that we create.
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    // Another process may have created it.
    if (!isFolder(folder)) throw error;
  });
}

/**
 * Opens a SQLite file. Creates the file and its folder if they do not exist. Uses the runtime's own `node:sqlite`, or
 * else the optional dependency `libsql`. The caller closes the connection after its store.
 *
 * @param path A path, or `:memory:` for a database that only this connection sees.
 * @throws ToolsError `storage_unavailable` if there is no driver or the file cannot be opened.
 *
 * @example
 * ```ts
 * import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
 *
 * const database = await openSqlite(":memory:");
 * const documents = sqliteDocuments({ database });
 * await documents.commit([{ key: "notes/1", value: "Hello" }]);
 * await documents.close();
 * database.close();
 * ```
 */
export async function openSqlite(path: string): Promise<SqliteDatabase> {
  const Driver = await findDriver();
  try {
    if (path !== ":memory:") await createFolder(dirname(path));
    return new Driver(path);
  } catch (cause) {
    throw new ToolsError("storage_unavailable", `SQLite: ${path} cannot be opened`, { cause });
  }
}

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

/** Runs work in a transaction under the writers' lock. A throw rolls it back. */
export type Transaction = <Result>(work: () => Result) => Result;

/** The options of {@link connect}. */
export interface ConnectionOptions<Statements> {
  database: SqliteDatabase;
  /** `FULL` survives a loss of power after each commit, `NORMAL` only the end of the process. */
  synchronous: "FULL" | "NORMAL";
  prepare(database: SqliteDatabase): Statements;
  /** Runs the writes of one turn of the event loop. Default: in one transaction. */
  run?<Result>(statements: Statements, transaction: Transaction, work: () => Result): Result;
  /** Called in a write before it changes a row itself. Default: `run` has taken the lock. */
  needLock?(statements: Statements): void;
  /** Returns the number of pages that rows have taken in addition to one each. Default: 0. */
  longRowPages?(statements: Statements): number;
  /** Called in a last write, unless the connection was never used or the lock is not free. */
  onClose?(statements: Statements): void;
}

interface Prepared<Statements> {
  statements: Statements;
  touch: (parameters: object) => boolean;
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
 * Returns a function that receives the number of written pages, and requests a checkpoint after about as many as the log
 * can have. A row of a small write takes one page.
 */
function checkpoints(database: SqliteDatabase, background: Background | null, isClosed: () => boolean) {
  let pagesAtCheckpoint = 0;
  return (pages: number): void => {
    if (!background || pages - pagesAtCheckpoint < checkpointPages) return;
    pagesAtCheckpoint = pages;
    background.checkpoint().catch(() => {
      if (!isClosed()) database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
    });
  };
}

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
  run = (_, transaction, work) => transaction(work),
  needLock = () => {},
  longRowPages = () => 0,
  onClose,
}: ConnectionOptions<Statements>): Connection<Statements> {
  // `synchronous` applies to the whole connection: usage would reduce the durability of documents.
  if (taken.has(database))
    throw new ToolsError(
      "invalid_parameter",
      "database: expected a connection of the store's own, received one that another open store uses",
    );
  taken.add(database);

  const background = startBackground(database);
  const checkpointAfter = checkpoints(database, background, () => closed);
  const lookIsDue = everyNth(transactionsBetweenLooks);
  let prepared: Prepared<Statements> | undefined;
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

  const queue = writeQueue<Statements>((begin, work) => {
    const ours = ready();
    const { statements } = ours;
    const transaction: Transaction = (inside) => inTransaction(database, begin, inside);
    if (begin === "BEGIN") return transaction(() => work(statements));
    const result = run(statements, transaction, () => work(statements));
    if (background && lookIsDue())
      checkpointAfter((ours.rowsWritten()?.total ?? 0) + longRowPages(statements));
    return result;
  });

  function checkOpen() {
    if (closed) throw new ToolsError("storage_unavailable", "SQLite: the store is closed");
  }

  return {
    background,
    async write(work) {
      checkOpen();
      return queue.write(work);
    },
    async read(work) {
      checkOpen();
      return queue.read(work);
    },
    async ping() {
      checkOpen();
      await queue.write((statements) => {
        needLock(statements);
        ready().touch({});
      });
    },
    async close() {
      if (closed) return;
      closed = true;
      if (prepared && onClose) await queue.write(onClose).catch(() => {});
      await queue.idle();
      // libsql keeps a closed file open as long as one of its statements is alive.
      prepared = undefined;
      await background?.close();
      taken.delete(database);
    },
  };
}
