import type { Plans, Principal } from "@tools-api/core";
import { type AccountPlan, currentCycle, planAt } from "@tools-api/core/billing";
import { ProfileRecord, ProfileRequest, toWire } from "@tools-api/core/internal";
import { basicProfile, getProfile } from "@tools-api/core/profile";
import { dailyWindow, toQuota } from "@tools-api/core/internal";
import type { ApiContext, Services } from "../context.ts";
import { readParameters } from "../http/parameters.ts";
import { readQuery } from "../http/query.ts";
import { respondJson, respondJsonText } from "../http/respond.ts";
import { admittedCall } from "../middleware/metered.ts";
import { rateLimitsAt } from "../rate-limit.ts";

/** The JSON of a profile before and after its quota, and the conditions under which it stays valid. */
interface Frame {
  plans: Plans;
  plan: AccountPlan;
  cycle: { start: number; end: number };
  opening: string;
  closing: string;
}

// Principals are cached, so the next call of a caller usually has the same object.
const frames = new WeakMap<Principal, Frame>();

function profileFrame(principal: Principal, plans: Plans, now: number): Frame {
  const { account } = principal;
  const plan = planAt(account, now);
  const known = frames.get(principal);
  if (known?.plans === plans && known.plan === plan && known.cycle.start <= now && now < known.cycle.end)
    return known;
  const { quota: _, credential, ...owner } = basicProfile({ principal, plans, now }, 0);
  const frame = {
    plans,
    plan,
    cycle: currentCycle(account.cycleAnchor, now),
    opening: `${JSON.stringify(toWire(ProfileRecord, owner)).slice(0, -1)},"quota":`,
    closing: `,${JSON.stringify(toWire(ProfileRecord, { credential })).slice(1)}`,
  };
  frames.set(principal, frame);
  return frame;
}

/** Returns a profile without statistics as JSON. Only the quota differs from call to call. */
function profileJson(principal: Principal, plans: Plans, now: number, used: number): string {
  const { opening, closing } = profileFrame(principal, plans, now);
  const quota = toQuota(dailyWindow(principal.account, plans, now), used);
  return opening + JSON.stringify(toWire(ProfileRecord.shape.quota, quota)) + closing;
}

// Clients in other languages write a boolean in a query in these ways.
const booleanWords: Readonly<Record<string, string>> = {
  True: "true",
  False: "false",
  1: "true",
  0: "false",
};

function readProfileQuery(c: ApiContext): Record<string, string> {
  const query = readQuery(c);
  const { include_stats: sent } = query;
  if (sent === undefined || !Object.hasOwn(booleanWords, sent)) return query;
  return { ...query, include_stats: booleanWords[sent] ?? sent };
}

/** Handles `GET /v1/user/profile`. */
export async function profile(c: ApiContext, services: Services): Promise<Response> {
  const { include_stats } = await readParameters(c, ProfileRequest, readProfileQuery(c));
  const { principal, at, allowances } = admittedCall(c);
  const source = { principal, plans: services.plans, now: at };
  const daily = allowances.find(({ policy }) => policy === "daily");
  if (daily && !include_stats)
    return respondJsonText(c, profileJson(principal, services.plans, at, daily.used));
  const found = await getProfile({ usage: services.usage, ...source }, { includeStats: true });
  c.set("rateLimits", rateLimitsAt(found.quota, allowances));
  return respondJson(c, toWire(ProfileRecord, found));
}
