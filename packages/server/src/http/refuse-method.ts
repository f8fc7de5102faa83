import { ToolsError } from "@tools-api/core";
import type { ApiContext } from "./context.ts";

/**
 * Sets `Allow` and throws the error for a method that the path does not support.
 *
 * @param allow The supported methods, separated by commas.
 * @throws ToolsError `method_not_allowed`.
 */
export function refuseMethod(
  c: ApiContext,
  allow: string,
  reason = `${c.req.path}: expected one of the methods ${allow}, received ${c.req.method}`,
): never {
  c.header("Allow", allow);
  throw new ToolsError("method_not_allowed", reason);
}

/** Answers OPTIONS with the supported methods, and refuses every other method as {@link refuseMethod} does. */
export function answerOptions(c: ApiContext, allow: string, reason?: string): Response {
  if (c.req.method !== "OPTIONS") refuseMethod(c, allow, reason);
  return c.body(null, 204, { Allow: allow });
}
