import { ProfileRequest, toSnakeCase, validate } from "@tools-api/core";
import { getProfile, profileOf } from "@tools-api/core/profile";
import type { ApiContext, Services } from "../context.ts";
import { readQuery } from "../http/query.ts";
import { respondJson } from "../http/respond.ts";
import { callOf } from "../middleware/metered.ts";
import { rateLimitsAt } from "../rate-limit.ts";

/** `GET /v1/user/profile` */
export async function profile(c: ApiContext, services: Services): Promise<Response> {
  const { include_stats } = validate(ProfileRequest, readQuery(c));
  const { principal, at, allowances } = callOf(c);
  const source = { principal, plans: services.plans, now: at };
  const daily = allowances.find(({ policy }) => policy === "daily");
  if (daily && (include_stats === "false" || include_stats === "0"))
    return respondJson(c, toSnakeCase(profileOf(source, daily.used)));
  const found = await getProfile({ usage: services.usage, ...source }, { includeStats: true });
  c.set("rateLimits", rateLimitsAt(found.quota, allowances));
  return respondJson(c, toSnakeCase(found));
}
