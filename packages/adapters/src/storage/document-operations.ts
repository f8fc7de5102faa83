import { ToolsError, type WriteOperation } from "@tools-api/core";

/** A write whose value is JSON text; `null` deletes. */
export interface EncodedOperation {
  key: string;
  text: string | null;
  ifVersion: number | undefined;
  ifAbsent: boolean;
  expiresAt: number | null;
  fence: boolean;
}

// Engines disagree on the rest: SQLite turns lone surrogates into U+FFFD, so that two keys would become one,
// and PostgreSQL has no NUL in text.
const storableKey = /^[^\0\p{Surrogate}]+$/u;

function encodeValue(value: unknown, parameter: string): string | null {
  if (value === undefined) return null;
  try {
    // For a function or a symbol it answers `undefined`, which its type does not tell.
    const text: string | undefined = JSON.stringify(value);
    if (text !== undefined) return text;
  } catch (cause) {
    throw new ToolsError("invalid_parameter", `${parameter}: expected a value that JSON can hold`, { cause });
  }
  throw new ToolsError(
    "invalid_parameter",
    `${parameter}: expected a value that JSON can hold, received a ${typeof value}`,
  );
}

/**
 * The operations of a commit with their values as JSON text.
 *
 * @throws ToolsError `invalid_parameter` on a key that not every engine can hold, a key that comes twice, a
 * value that is not JSON and an expiry that is not a whole number.
 */
export function encodeOperations(operations: readonly WriteOperation[]): EncodedOperation[] {
  const keys = new Set<string>();
  return operations.map(({ key, value, ifVersion, ifAbsent = false, expiresAt, fence = false }, index) => {
    const parameter = `operations[${index}]`;
    if (typeof key !== "string" || !storableKey.test(key))
      throw new ToolsError(
        "invalid_parameter",
        `${parameter}.key: expected a string with neither NUL nor lone surrogates, received ${JSON.stringify(key)}`,
      );
    if (keys.has(key))
      throw new ToolsError(
        "invalid_parameter",
        `${parameter}.key: expected each key once, received ${key} again`,
      );
    keys.add(key);
    if (expiresAt !== undefined && !Number.isSafeInteger(expiresAt))
      throw new ToolsError(
        "invalid_parameter",
        `${parameter}.expiresAt: expected epoch milliseconds, received ${expiresAt}`,
      );
    const text = encodeValue(value, `${parameter}.value`);
    return { key, text, ifVersion, ifAbsent, expiresAt: expiresAt ?? null, fence };
  });
}

/** Whether an operation may be done to a document at that version; `undefined` for an absent one. */
export function conditionHolds(operation: EncodedOperation, version: number | undefined): boolean {
  if (operation.ifAbsent && version !== undefined) return false;
  return operation.ifVersion === undefined || operation.ifVersion === version;
}

/** Throws `invalid_parameter` unless the limit of a page is a positive integer. */
export function checkPageLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new ToolsError("invalid_parameter", `page.limit: expected a positive integer, received ${limit}`);
}
