import type { Principal } from "@tools-api/core";
import type { ApiContext, Services } from "../context.ts";

/** Shows the caller its allowances as they stand, on a response that is not counted. */
export async function showAllowances(
  c: ApiContext,
  { meter }: Services,
  principal: Principal,
): Promise<void> {
  // What is shown where the store does not answer.
  c.set("rateLimits", meter.lastKnown(principal));
  c.set("rateLimits", await meter.allowances(principal));
}
