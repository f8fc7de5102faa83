import { toWire, UsageReportRecord, UsageRequest } from "@tools-api/core/internal";
import { reportUsage } from "@tools-api/core/internal";
import type { ApiContext, Services } from "../context.ts";
import { readParameters } from "../http/parameters.ts";
import { respondJson } from "../http/respond.ts";
import { admittedCall } from "../middleware/metered.ts";
import { rateLimitsAt } from "../rate-limit.ts";

/** Handles `GET /v1/analytics/usage`. */
export async function usage(c: ApiContext, services: Services): Promise<Response> {
  const request = await readParameters(c, UsageRequest);
  const { principal, at, allowances } = await admittedCall(c);
  const report = await reportUsage(
    { usage: services.usage, account: principal.account, plans: services.plans, now: at },
    request,
  );
  c.set("rateLimits", rateLimitsAt(report.quota, allowances));
  return respondJson(c, toWire(UsageReportRecord, report));
}
