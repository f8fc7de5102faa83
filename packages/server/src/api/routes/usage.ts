import { reportUsage, toWire, UsageReportRecord, UsageRequest } from "@tools-api/core/internal";
import type { ApiContext, Services } from "../../http/context.ts";
import { readParameters } from "../../http/parameters.ts";
import { respondJson } from "../../http/respond.ts";
import { admittedCall } from "../middleware/metered.ts";
import { rateLimitsAt } from "../../http/rate-limit.ts";

/** Handles `GET /v1/analytics/usage`. */
export async function usage(c: ApiContext, services: Services): Promise<Response> {
  const { usage: store, plans, endpoints } = services;
  const request = await readParameters(c, UsageRequest);
  const { principal, at, allowances } = await admittedCall(c);
  const report = await reportUsage(
    { usage: store, account: principal.account, plans, now: at, endpoints },
    request,
  );
  c.set("rateLimits", rateLimitsAt(report.quota, allowances));
  return respondJson(c, toWire(UsageReportRecord, report));
}
