import type { Principal } from "@tools-api/core";
import type { ApiContext, Services } from "../context.ts";
import { dailyRateLimit } from "../rate-limit.ts";

/** Shows the caller its allowance as it stands, on a response that is not counted. */
export async function showAllowance(c: ApiContext, { meter }: Services, principal: Principal): Promise<void> {
  c.set("rateLimit", dailyRateLimit(await meter.quota(principal)));
}
