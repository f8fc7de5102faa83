import { ToolsError } from "@tools-api/core/errors";
import type { WriteOperation } from "@tools-api/core/storage";

/** A write operation with its value as JSON text. `null` deletes the document. */
export interface EncodedOperation {
  key: string;
  text: string | null;
  ifVersion: number | undefined;
  ifAbsent: boolean;
  expiresAt: number | null;
  fence: boolean;
}

// Engines disagree about other keys. SQLite turns lone surrogates into U+FFFD, so two keys would become one. PostgreSQL
// does not store NUL in text.
const storableKey = /^[^\0\p{Surrogate}]+$/u;

function encodeValue(value: unknown, parameter: string): string | null {
  if (value === undefined) return null;
  try {
    // It returns `undefined` for a function or a symbol, which its declared type omits.
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
 * Encodes the values of a commit's operations as JSON text.
 *
 * @throws ToolsError `invalid_parameter` if an engine cannot store a key, a key occurs twice, a value is not JSON, or
 *   an expiry is not a whole number.
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

/**
 * Returns whether the conditions of an operation hold for a document at this version. `undefined` is an absent
 * document.
 */
export function conditionHolds(operation: EncodedOperation, version: number | undefined): boolean {
  if (operation.ifAbsent && version !== undefined) return false;
  return operation.ifVersion === undefined || operation.ifVersion === version;
}

/** Throws `invalid_parameter` unless the limit of a page is a positive integer. */
export function checkPageLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new ToolsError("invalid_parameter", `page.limit: expected a positive integer, received ${limit}`);
}
