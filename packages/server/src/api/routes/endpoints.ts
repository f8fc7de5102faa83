import type { Principal } from "@tools-api/core";
import { type Allowance, UsageReportRecord, UsageRequest } from "@tools-api/core/usage";
import { reportUsage, toWire } from "@tools-api/core/internal";
import { readParameters } from "../../http/parameters.ts";
import { rateLimitsAt } from "../../http/rate-limit.ts";
import { respondJson } from "../../http/respond.ts";
import { admittedCall } from "../middleware/metered.ts";
import type { ApiContext, EarlyJson, ServedTool, Services } from "../../http/context.ts";
import { answerTool } from "../tools/answer-tool.ts";
import type { WorkQueue } from "../../http/work-queue.ts";
import { earlyProfile, profile } from "./profile.ts";

/** A metered endpoint. */
export interface EndpointRoute {
  endpoint: string;
  method: "GET" | "POST";
  path: string;
  scope: string;
  /** The work queue in which a call needs a slot. */
  queue?: WorkQueue;
  /** True if its calls may end before they are admitted. The handler admits those with longer work itself. */
  endsFirst?: boolean;
  /** Returns the answer to a GET without parameters, if it needs nothing from the store except the admission. */
  early?: (caller: Principal, services: Services, daily?: Allowance) => EarlyJson;
  handle: (c: ApiContext, services: Services) => Promise<Response>;
}

/** Handles `GET /v1/analytics/usage`. */
async function usage(c: ApiContext, services: Services): Promise<Response> {
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
  early: earlyProfile,
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
        handle: (c, services) => answerTool(c, services, served),
      };
    }),
    usageRoute,
    profileRoute,
  ];
}
