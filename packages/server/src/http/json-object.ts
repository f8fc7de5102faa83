import { ToolsError } from "@tools-api/core";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Throws the error for a body that is not JSON.
 *
 * @throws ToolsError `invalid_json`, with the same message for every syntax error.
 */
export function refuseJson(cause?: unknown): never {
  throw new ToolsError(
    "invalid_json",
    "body: expected a JSON object, received text that is not JSON in UTF-8",
    { cause },
  );
}

/**
 * Parses a JSON object in UTF-8.
 *
 * @throws ToolsError `invalid_json`.
 */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (error) {
    refuseJson(error);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const received = Array.isArray(value) ? "an array" : value === null ? "null" : `a ${typeof value}`;
    throw new ToolsError("invalid_json", `body: expected a JSON object, received ${received}`);
  }
  // An object of JSON, whose members are its own.
  return value as Record<string, unknown>;
}
