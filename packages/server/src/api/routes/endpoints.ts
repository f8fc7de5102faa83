import type { Principal } from "@tools-api/core";
import type { Allowance, Endpoint } from "@tools-api/core/usage";
import type { ApiContext, EarlyJson, Services } from "../context.ts";
import { imageConverter } from "./image-converter.ts";
import { earlyProfile, profile } from "./profile.ts";
import { textAnalyzer } from "./text-analyzer.ts";
import { usage } from "./usage.ts";

/** A metered endpoint. To add one, add a row. */
export interface EndpointRoute {
  endpoint: Endpoint;
  method: "GET" | "POST";
  path: string;
  scope: string;
  /** The work queue in which a call needs a slot. */
  queue?: "text" | "image";
  /** True if its calls may end before they are admitted. The handler admits those with longer work itself. */
  endsFirst?: true;
  /** Returns the answer to a GET without parameters, if it needs nothing from the store except the admission. */
  early?: (caller: Principal, services: Services, daily?: Allowance) => EarlyJson;
  handle: (c: ApiContext, services: Services) => Promise<Response>;
}

/** The four endpoints under /v1. */
export const endpointRoutes: readonly EndpointRoute[] = [
  {
    endpoint: "text-analyzer",
    method: "POST",
    path: "/v1/tools/text-analyzer",
    scope: "text:analyze",
    queue: "text",
    endsFirst: true,
    handle: textAnalyzer,
  },
  {
    endpoint: "image-converter",
    method: "POST",
    path: "/v1/tools/image-converter",
    scope: "image:convert",
    queue: "image",
    handle: imageConverter,
  },
  {
    endpoint: "usage",
    method: "GET",
    path: "/v1/analytics/usage",
    scope: "usage:read",
    handle: usage,
  },
  {
    endpoint: "profile",
    method: "GET",
    path: "/v1/user/profile",
    scope: "profile:read",
    endsFirst: true,
    early: earlyProfile,
    handle: profile,
  },
];
