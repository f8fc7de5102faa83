import { ToolsError } from "@tools-api/core";

/** Returns the SQLSTATE of an error that PostgreSQL reported, or `undefined` for a connection error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("severity" in error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** SQLSTATEs: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const uniqueViolation = "23505";
export const undefinedTable = "42P01";

const dataException = /^22/;

/** A transaction that PostgreSQL rolled back in favor of another one. It can be repeated. */
const serializationFailure = /^40/;

/**
 * Temporary failures: broken or too many connections (08, 53), a shutdown or a start (57), a lock that another session
 * holds (55P03), and a primary that became a standby (25006).
 */
const passing = /^(08|40|53|57|55P03|25006)/;

/** Errors that also end the session: a broken connection, a shutdown, a crash. */
const sessionEnd = /^(08|57P|58|XX)/;

/** Returns whether the connection is usable after the error: PostgreSQL reported it at the end of a statement. */
export function leavesSession(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !sessionEnd.test(state);
}

/** Returns whether the same statement may succeed if it is sent again immediately. */
export function mayRepeat(error: unknown): boolean {
  return serializationFailure.test(sqlState(error) ?? "");
}

const lostNames = new Set(["26000", "42P05"]);

/**
 * Returns whether a session does not know a prepared statement, or already has one of that name. The statement did not
 * run.
 */
export function isNameLost(error: unknown): boolean {
  return lostNames.has(sqlState(error) ?? "");
}

/** Converts any failure to the error that the ports specify. */
export function storageFailure(error: unknown): ToolsError {
  if (error instanceof ToolsError) return error;
  const state = sqlState(error);
  if (state !== undefined && dataException.test(state))
    return new ToolsError(
      "invalid_parameter",
      "expected a value that PostgreSQL can store, received one that it refuses",
      {
        cause: error,
      },
    );
  return new ToolsError("storage_unavailable", "PostgreSQL does not respond, or responds with an error.", {
    cause: error,
    // A connection error has no SQLSTATE.
    ...((state === undefined || passing.test(state)) && { retryAfter: 1 }),
  });
}
