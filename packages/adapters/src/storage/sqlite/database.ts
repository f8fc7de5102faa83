import { ToolsError } from "@tools-api/core";

/** What is bound to a statement's parameters. */
export type SqliteValue = string | number | null;

/** A prepared statement, as `node:sqlite` and `libsql` have it. */
export interface SqliteStatement {
  run(...parameters: SqliteValue[]): unknown;
  get(...parameters: SqliteValue[]): unknown;
  all(...parameters: SqliteValue[]): unknown[];
}

/** A connection, as `node:sqlite` (`DatabaseSync`), `libsql` and `better-sqlite3` have it. */
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

/** A statement that is run for its effect. */
export function command(database: SqliteDatabase, sql: string): (...parameters: SqliteValue[]) => void {
  const statement = database.prepare(sql);
  return (...parameters) => {
    checkBindable(parameters, sql);
    statement.run(...parameters);
  };
}

/** A statement that answers one row, or none. */
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
 * A statement that answers rows. Each statement here has one way to be run, for good: in libsql 0.5.29 a `get`
 * after an `all` on the same statement ignores its parameters.
 */
export function rows<Row>(database: SqliteDatabase, sql: string): (...parameters: SqliteValue[]) => Row[] {
  const statement = database.prepare(sql);
  return (...parameters) => {
    checkBindable(parameters, sql);
    // The statement names the columns, and the tables are STRICT.
    return statement.all(...parameters) as Row[];
  };
}
