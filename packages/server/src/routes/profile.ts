import { ProfileRequest, toSnakeCase, validate } from "@tools-api/core";
import { getProfile } from "@tools-api/core/profile";
import type { ApiContext, Services } from "../context.ts";
import { readQuery } from "../http/query.ts";
import { respondJson } from "../http/respond.ts";
import { callOf } from "../middleware/metered.ts";
import { rateLimitsAt } from "../rate-limit.ts";

/** `GET /v1/user/profile` */
export async function profile(c: ApiContext, services: Services): Promise<Response> {
  const { include_stats } = validate(ProfileRequest, readQuery(c));
  const { principal, at, allowances } = callOf(c);
  const found = await getProfile(
    { usage: services.usage, principal, plans: services.plans, now: at },
    { includeStats: include_stats === "true" || include_stats === "1" },
  );
  c.set("rateLimits", rateLimitsAt(found.quota, allowances));
  return respondJson(c, toSnakeCase(found));
}
