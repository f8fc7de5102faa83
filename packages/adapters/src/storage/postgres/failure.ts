import { ToolsError } from "@tools-api/core";

/** The SQLSTATE of an error that PostgreSQL has answered; `undefined` for one of the connection. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("severity" in error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** SQLSTATEs: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const uniqueViolation = "23505";
export const undefinedTable = "42P01";

const dataException = /^22/;

/** A transaction that PostgreSQL has taken back for the sake of another one, and which may simply be repeated. */
const serializationFailure = /^40/;

/**
 * What passes by itself: connections that break or are too many (08, 53), a shutdown or a start (57), a lock that
 * another session holds (55P03), and a primary that has become a standby (25006).
 */
const passing = /^(08|40|53|57|55P03|25006)/;

/** With these the session ends too: a connection that breaks, a shutdown, a crash. */
const sessionEnd = /^(08|57P|58|XX)/;

/** Whether a connection can be used again after the error: whether PostgreSQL has told it at a statement's end. */
export function leavesSession(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !sessionEnd.test(state);
}

/** Whether the same statement, sent again at once, may succeed. */
export function mayRepeat(error: unknown): boolean {
  return serializationFailure.test(sqlState(error) ?? "");
}

const lostNames = new Set(["26000", "42P05"]);

/** Whether a session does not know a prepared statement, or has one of that name already; nothing was done then. */
export function isNameLost(error: unknown): boolean {
  return lostNames.has(sqlState(error) ?? "");
}

/** Any failure as the error that the ports promise. */
export function storageFailure(error: unknown): ToolsError {
  if (error instanceof ToolsError) return error;
  const state = sqlState(error);
  if (state !== undefined && dataException.test(state))
    return new ToolsError(
      "invalid_parameter",
      "expected what PostgreSQL can store, received what it refuses",
      {
        cause: error,
      },
    );
  return new ToolsError("storage_unavailable", "PostgreSQL does not answer, or not as it should.", {
    cause: error,
    // An error of the connection has no SQLSTATE.
    ...((state === undefined || passing.test(state)) && { retryAfter: 1 }),
  });
}
