import { ToolsError } from "@tools-api/core";
import { command, type SqliteDatabase } from "./database.ts";
import { jointWrites } from "./joint-writes.ts";
import { lockQueue } from "./lock-queue.ts";
import { migrate } from "./migrate.ts";
import { type Begin, inTransaction } from "./transaction.ts";

/** A store's way to its database. Work is synchronous, so that nothing comes between its statements. */
export interface Connection<Statements> {
  write<Result>(work: (statements: Statements) => Result): Promise<Result>;
  /** All that the work reads is of one instant. */
  read<Result>(work: (statements: Statements) => Result): Promise<Result>;
  /** Writes a row as it is, which takes what every write takes: the lock, and room in the log. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** What {@link connect} is made from. */
export interface ConnectionOptions<Statements> {
  database: SqliteDatabase;
  /** `FULL` survives a loss of power at each commit, `NORMAL` the end of the process. */
  synchronous: "FULL" | "NORMAL";
  prepare(database: SqliteDatabase): Statements;
}

// What the driver may block the event loop for. SQLite's own wait is the quickest where locks last microseconds.
const busyTimeoutMs = 20;

// 16 MB at pages of 4 kB. Counters are written over and over, and a checkpoint writes each of their pages once.
const checkpointPages = 4000;

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
  let prepared: { statements: Statements; touch: () => boolean } | undefined;
  let closed = false;

  function ready(): NonNullable<typeof prepared> {
    if (prepared) return prepared;
    // The timeout comes first: to enter WAL takes a lock, and processes that start together meet there.
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    database.exec("PRAGMA journal_mode = WAL");
    database.exec(`PRAGMA synchronous = ${synchronous}`);
    database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
    migrate(database);
    const touch = command(database, "UPDATE commit_sequence SET version = version");
    prepared = { statements: prepare(database), touch };
    return prepared;
  }

  const transaction =
    <Result>(begin: Begin, work: (statements: Statements) => Result) =>
    () => {
      const { statements } = ready();
      return inTransaction(database, begin, () => work(statements));
    };

  const joint = jointWrites<Statements>((work) => queue.run(transaction("BEGIN IMMEDIATE", work)));

  function checkOpen() {
    if (closed) throw new ToolsError("storage_unavailable", "SQLite: the store is closed");
  }

  return {
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
      taken.delete(database);
    },
  };
}
