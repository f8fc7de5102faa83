import { reportUsage } from "@tools-api/core/internal";
import { listEndpoints } from "@tools-api/core/tools";
import { UsageReportRecord, UsageRequest } from "@tools-api/core/usage";
import { usageExample } from "../../api/routes/call-examples.ts";
import { type ManagementRoute, managementRoute } from "../call/route.ts";

/** The report of `GET /v1/analytics/usage` for the owner, without counting a call. */
export const getUsage = managementRoute({
  method: "GET",
  path: "/account/usage",
  operationId: "get-account-usage",
  summary: "Get the report of `/v1/analytics/usage` without counting a call.",
  description: "The parameters, the record and its figures are those of `/v1/analytics/usage`.",
  query: UsageRequest,
  status: 200,
  answer: UsageReportRecord,
  example: usageExample,
  handle: ({ services: { usage, plans, tools }, caller: { account }, query, now }) =>
    reportUsage({ usage, account, plans, now, endpoints: listEndpoints(tools) }, query),
});

/** The management calls under `/account/usage`. */
export const usageRoutes: readonly ManagementRoute[] = [getUsage];
