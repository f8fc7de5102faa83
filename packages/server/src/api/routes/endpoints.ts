import { reportUsage } from "@tools-api/core/internal";
import { toWire } from "@tools-api/core/internal/schema";
import { UsageReportRecord, UsageRequest } from "@tools-api/core/usage";
import { readParameters } from "../../http/parameters.ts";
import { rateLimitsAt } from "../../http/rate-limit.ts";
import { respondJson } from "../../http/respond.ts";
import type { Reply } from "../../http/call-context.ts";
import type { ServedTool } from "../../http/context.ts";
import type { MeteredCall, MeteredEndpoint } from "../middleware/metered-call.ts";
import { answerTool } from "../tools/answer-tool.ts";
import type { WorkQueue } from "../../http/work-queue.ts";
import { profile } from "./profile.ts";

/** A metered endpoint. */
export interface EndpointRoute extends MeteredEndpoint {
  method: "GET" | "POST";
  path: string;
  /** The work queue in which a call needs a slot. */
  queue?: WorkQueue;
  handle: (call: MeteredCall) => Promise<Reply>;
}

/** Handles `GET /v1/analytics/usage`. */
async function usage(call: MeteredCall): Promise<Reply> {
  const { c, services } = call;
  const { usage: store, plans, endpoints } = services;
  const request = await readParameters(c, UsageRequest);
  const { principal, at, allowances } = await call.admit();
  const report = await reportUsage(
    { usage: store, account: principal.account, plans, now: at, endpoints },
    request,
  );
  c.set("rateLimits", rateLimitsAt(report.quota, allowances));
  return respondJson(c, toWire(UsageReportRecord, report));
}

const usageRoute: EndpointRoute = {
  endpoint: "usage",
  method: "GET",
  path: "/v1/analytics/usage",
  scope: "usage:read",
  handle: usage,
};

const profileRoute: EndpointRoute = {
  endpoint: "profile",
  method: "GET",
  path: "/v1/user/profile",
  scope: "profile:read",
  endsFirst: true,
  handle: profile,
};

/** Returns the metered endpoints under /v1: those of the tools, usage and profile. */
export function endpointRoutes(tools: readonly ServedTool[]): readonly EndpointRoute[] {
  return [
    ...tools.map((served): EndpointRoute => {
      const { name, scope, isPure = false, units } = served.tool;
      return {
        endpoint: name,
        method: "POST",
        path: `/v1/tools/${name}`,
        scope,
        queue: served.queue,
        // The units of a call are known once its body is read.
        endsFirst: isPure || units !== undefined,
        handle: (call) => answerTool(call, served),
      };
    }),
    usageRoute,
    profileRoute,
  ];
}
