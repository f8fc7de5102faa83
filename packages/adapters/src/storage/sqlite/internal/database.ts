import { ToolsError } from "@tools-api/core/errors";

/** A value of a statement's parameter. */
export type SqliteValue = string | number | null;

/** A prepared statement, as in `node:sqlite` and `libsql`. */
export interface SqliteStatement {
  /** Runs the statement. `changes` is the number of written rows. */
  run(...parameters: SqliteValue[]): { changes: number | bigint };
  get(...parameters: SqliteValue[]): unknown;
  all(...parameters: SqliteValue[]): unknown[];
}

/** A connection, as in `node:sqlite` (`DatabaseSync`), `libsql` and `better-sqlite3`. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

/**
 * The start of a transaction. `BEGIN IMMEDIATE` takes the writers' lock immediately: a reader that starts to write
 * could not wait for it.
 */
export type Begin = "BEGIN" | "BEGIN IMMEDIATE";

/** Runs synchronous work in one transaction. A throw rolls it back. */
export function inTransaction<Result>(database: SqliteDatabase, begin: Begin, work: () => Result): Result {
  database.exec(begin);
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    try {
      database.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled back, as it does on a full disk. Report the first error.
    }
    throw error;
  }
}

/**
 * Returns whether the driver ends a statement that finds the lock taken. libsql 0.5.29 leaves it active, with the state
 * that it has read, until it runs again. Until then, the connection cannot commit a transaction.
 */
export function endsBusyStatements(database: SqliteDatabase): boolean {
  // Only libsql replicates.
  return !("sync" in database);
}

/** Returns the members of records that a statement binds, in the order of `names`. */
function boundValues(names: readonly string[], ...records: readonly object[]): SqliteValue[] {
  const values: SqliteValue[] = [];
  // Each value is checked below.
  for (const record of records as readonly Readonly<Record<string, SqliteValue>>[])
    for (const name of names) {
      const value = record[name];
      // libsql ends the process on a boolean, and stores `undefined` and NaN as NULL.
      if (typeof value !== "string" && value !== null && !Number.isSafeInteger(value))
        throw new ToolsError(
          "invalid_parameter",
          `${name}: expected a string or a whole number to store, received a ${typeof value}`,
        );
      // A safe integer is a number.
      values.push(value as SqliteValue);
    }
  return values;
}

/**
 * Converts a statement with named parameters (`:account`) to positions. The drivers bind names too, but measured on
 * Deno 2.9 that takes four times as long.
 */
export function withPositions(sql: string): { text: string; values: (record: object) => SqliteValue[] } {
  const names: string[] = [];
  const text = sql.replaceAll(/:(\w+)/g, (_, name: string) => {
    names.push(name);
    return "?";
  });
  return { text, values: (record) => boundValues(names, record) };
}

/** Prepares a statement without a result. Returns a function that runs it and returns whether it changed a row. */
export function command(database: SqliteDatabase, sql: string): (parameters: object) => boolean {
  const { text, values } = withPositions(sql);
  const statement = database.prepare(text);
  return (parameters) => Number(statement.run(...values(parameters)).changes) > 0;
}

/** Prepares a statement that returns one row or `undefined`. */
export function row<Row>(database: SqliteDatabase, sql: string): (parameters?: object) => Row | undefined {
  const { text, values } = withPositions(sql);
  const statement = database.prepare(text);
  // The statement names the columns, and the tables are STRICT.
  return (parameters = {}) => statement.get(...values(parameters)) as Row | undefined;
}

/**
 * Prepares a statement that returns rows. Each statement is always run in the same way: in libsql 0.5.29, a `get` after
 * an `all` on the same statement ignores its parameters.
 */
export function rows<Row>(database: SqliteDatabase, sql: string): (parameters: object) => Row[] {
  const { text, values } = withPositions(sql);
  const statement = database.prepare(text);
  // The statement names the columns, and the tables are STRICT.
  return (parameters) => statement.all(...values(parameters)) as Row[];
}

// Large enough that the cost of the driver call is small in comparison.
const rowsAtOnce = 16;

/**
 * Prepares an upsert: a command that inserts records, and applies `update` to existing rows. `columns` has the property
 * of a record for each column. A call of the driver costs as much as writing a row. Rows are therefore written in
 * groups of 16, and only the remainder one by one.
 */
export function upsert(
  database: SqliteDatabase,
  table: string,
  columns: Readonly<Record<string, string>>,
  update: string,
): (records: readonly object[]) => void {
  const properties = Object.values(columns);
  const places = `(${properties.map(() => "?").join(", ")})`;
  const insert = (count: number) =>
    database.prepare(
      `INSERT INTO ${table} (${Object.keys(columns).join(", ")}) VALUES ${Array(count).fill(places).join(", ")}
       ON CONFLICT DO UPDATE SET ${update}`,
    );
  const one = insert(1);
  const several = insert(rowsAtOnce);
  return (records) => {
    const rest = records.length % rowsAtOnce;
    for (const record of records.slice(0, rest)) one.run(...boundValues(properties, record));
    for (let next = rest; next < records.length; next += rowsAtOnce)
      several.run(...boundValues(properties, ...records.slice(next, next + rowsAtOnce)));
  };
}

/** Returns the values of each record in the order of `properties`. Throws if SQLite cannot store one. */
export function recordValues(properties: readonly string[], records: readonly object[]): SqliteValue[][] {
  return records.map((record) => boundValues(properties, record));
}

/**
 * Encodes values, or lists of them, as one parameter for `json_each`: one long parameter costs less than many short
 * ones. Lone surrogates become U+FFFD, as the drivers bind them, so that a name is the same in every statement.
 */
export function jsonList(items: readonly (SqliteValue | readonly SqliteValue[])[]): string {
  const text = JSON.stringify(items);
  // JSON has lone surrogates only as escapes.
  if (!text.includes("\\ud")) return text;
  const asBound = (value: SqliteValue) => (typeof value === "string" ? value.toWellFormed() : value);
  return JSON.stringify(
    items.map((item) => (typeof item === "object" && item !== null ? item.map(asBound) : asBound(item))),
  );
}
