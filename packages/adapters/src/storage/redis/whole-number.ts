import { ToolsError } from "@tools-api/core";

/**
 * Refuses what the scripts cannot count with.
 *
 * @throws ToolsError `invalid_parameter`
 */
export function requireWhole(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new ToolsError(
    "invalid_parameter",
    `${name}: expected a whole number from 0 to 2^53, received ${value}`,
  );
}

/**
 * Refuses text that would come back changed.
 *
 * @throws ToolsError `invalid_parameter`
 */
export function requireWellFormed(name: string, text: string): string {
  if (text.isWellFormed()) return text;
  throw new ToolsError(
    "invalid_parameter",
    `${name}: expected no lone surrogates, received ${JSON.stringify(text)}`,
  );
}
