import { ToolsError } from "@tools-api/core";

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

// libsql ends the process on a boolean, and stores `undefined` and NaN as NULL.
function checkBindable(values: readonly unknown[], sql: string): void {
  for (const value of values)
    if (typeof value !== "string" && value !== null && !Number.isSafeInteger(value))
      throw new ToolsError(
        "invalid_parameter",
        `expected strings and whole numbers to store, received a ${typeof value} (${sql.trim().split("\n", 1)[0]})`,
      );
}

/** Prepares a statement without a result. Returns a function that runs it and returns whether it changed a row. */
export function command(database: SqliteDatabase, sql: string): (...parameters: SqliteValue[]) => boolean {
  const statement = database.prepare(sql);
  return (...parameters) => {
    checkBindable(parameters, sql);
    return Number(statement.run(...parameters).changes) > 0;
  };
}

/**
 * Returns a string as the drivers bind it, with U+FFFD for lone surrogates, so that a name is the same in every
 * statement.
 */
function asBound(value: SqliteValue): SqliteValue {
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** Encodes values, or rows of them, as one parameter for `json_each`. */
export function jsonList(items: readonly (SqliteValue | readonly SqliteValue[])[]): string {
  return JSON.stringify(
    items.map((item) => (typeof item === "object" && item !== null ? item.map(asBound) : asBound(item))),
  );
}

// Large enough that the cost of the driver call is small in comparison.
const rowsAtOnce = 16;

/**
 * Prepares an upsert: a command that inserts rows, and applies `update` to existing ones. A call of the driver costs as
 * much as writing a row. Rows are therefore written in groups of 16, and only the remainder one by one.
 */
export function upsert(
  database: SqliteDatabase,
  table: string,
  columns: readonly string[],
  update: string,
): (rows: readonly SqliteValue[][]) => void {
  const places = `(${columns.map(() => "?").join(", ")})`;
  const insert = (rows: number) =>
    command(
      database,
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${Array(rows).fill(places).join(", ")}
       ON CONFLICT DO UPDATE SET ${update}`,
    );
  const one = insert(1);
  const several = insert(rowsAtOnce);
  return (rows) => {
    const rest = rows.length % rowsAtOnce;
    for (let next = rest; next < rows.length; next += rowsAtOnce)
      several(...rows.slice(next, next + rowsAtOnce).flat());
    for (const row of rows.slice(0, rest)) one(...row);
  };
}

/** Prepares a statement that returns one row or `undefined`. */
export function row<Row>(
  database: SqliteDatabase,
  sql: string,
): (...parameters: SqliteValue[]) => Row | undefined {
  const statement = database.prepare(sql);
  return (...parameters) => {
    checkBindable(parameters, sql);
    // The statement names the columns, and the tables are STRICT.
    return statement.get(...parameters) as Row | undefined;
  };
}

/**
 * Prepares a statement that returns rows. Each statement is always run in the same way: in libsql 0.5.29, a `get` after
 * an `all` on the same statement ignores its parameters.
 */
export function rows<Row>(database: SqliteDatabase, sql: string): (...parameters: SqliteValue[]) => Row[] {
  const statement = database.prepare(sql);
  return (...parameters) => {
    checkBindable(parameters, sql);
    // The statement names the columns, and the tables are STRICT.
    return statement.all(...parameters) as Row[];
  };
}
