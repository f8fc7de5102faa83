import { ToolsError } from "@tools-api/core";

/**
 * Returns a number that the scripts can count with.
 *
 * @throws ToolsError `invalid_parameter` if it is not a whole number from 0 to 2^53.
 */
export function requireWhole(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new ToolsError(
    "invalid_parameter",
    `${name}: expected a whole number from 0 to 2^53, received ${value}`,
  );
}

/**
 * Returns text that Redis stores unchanged.
 *
 * @throws ToolsError `invalid_parameter` if it has lone surrogates.
 */
export function requireWellFormed(name: string, text: string): string {
  if (text.isWellFormed()) return text;
  throw new ToolsError(
    "invalid_parameter",
    `${name}: expected no lone surrogates, received ${JSON.stringify(text)}`,
  );
}
