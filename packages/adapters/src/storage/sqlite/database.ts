import { ToolsError } from "@tools-api/core";

/** What is bound to a statement's parameters. */
export type SqliteValue = string | number | null;

/** A prepared statement, as `node:sqlite` and `libsql` have it. */
export interface SqliteStatement {
  /** `changes`: the rows that it has written. */
  run(...parameters: SqliteValue[]): { changes: number | bigint };
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

/** A statement that is run for its effect. It answers whether it had one. */
export function command(database: SqliteDatabase, sql: string): (...parameters: SqliteValue[]) => boolean {
  const statement = database.prepare(sql);
  return (...parameters) => {
    checkBindable(parameters, sql);
    return Number(statement.run(...parameters).changes) > 0;
  };
}

/** Strings as the drivers bind them, with U+FFFD for lone surrogates: a name has to be the same in every statement. */
function asBound(value: SqliteValue): SqliteValue {
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** Values or rows of them as one parameter, which `json_each` takes apart. */
export function jsonList(items: readonly (SqliteValue | readonly SqliteValue[])[]): string {
  return JSON.stringify(
    items.map((item) => (typeof item === "object" && item !== null ? item.map(asBound) : asBound(item))),
  );
}

// So many that the call costs little beside them.
const rowsAtOnce = 16;

/**
 * A command that writes rows, and meets those that are there with `update`. To call the driver costs as much as to write
 * a row: so rows go by the dozen, and only what is left over goes one by one.
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
