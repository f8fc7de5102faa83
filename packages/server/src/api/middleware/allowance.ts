import type { Principal } from "@tools-api/core";
import type { ApiContext, Services } from "../context.ts";

/** Adds the caller's current allowances to a response that is not counted. */
export async function showAllowances(
  c: ApiContext,
  { meter }: Services,
  principal: Principal,
): Promise<void> {
  // These are shown if the store does not respond.
  c.set("rateLimits", meter.lastKnown(principal));
  c.set("rateLimits", await meter.allowances(principal));
}
