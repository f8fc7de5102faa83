import type { Plans, Principal } from "@tools-api/core";
import type { UsageWindow } from "@tools-api/core/storage";
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
  /** The quota of the last day: its JSON before and after the count and the remaining calls. */
  quota?: { window: UsageWindow; before: string; after: string };
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
  const frame: Frame = {
    plans,
    plan,
    cycle: currentCycle(account.cycleAnchor, now),
    opening: `${JSON.stringify(toWire(ProfileRecord, owner)).slice(0, -1)},"quota":`,
    closing: `,${JSON.stringify(toWire(ProfileRecord, { credential })).slice(1)}`,
  };
  frames.set(principal, frame);
  return frame;
}

function quotaFrame(frame: Frame, window: UsageWindow): { before: string; after: string } {
  const known = frame.quota;
  if (known?.window.id === window.id && known.window.limit === window.limit) return known;
  const unused = JSON.stringify(toWire(ProfileRecord.shape.quota, toQuota(window, 0)));
  const [before = "", after = ""] = unused.split(`0,"remaining":${window.limit}`);
  frame.quota = { window, before, after };
  return frame.quota;
}

/** Returns a profile without statistics as JSON. Only the quota differs from call to call. */
function profileJson(principal: Principal, plans: Plans, now: number, used: number): string {
  const frame = profileFrame(principal, plans, now);
  const window = dailyWindow(principal.account, plans, now);
  const { before, after } = quotaFrame(frame, window);
  const { remaining } = toQuota(window, used);
  return `${frame.opening}${before}${used},"remaining":${remaining}${after}${frame.closing}`;
}

/** Returns the range of whole numbers with as many digits as the given one. */
function sameDigits(count: number): [min: number, max: number] {
  const next = 10 ** String(count).length;
  return [next === 10 ? 0 : next / 10, next - 1];
}

/** Returns the counts for which a profile has as many bytes as with this one. */
function sameLength(used: number, limit: number): [min: number, max: number] {
  const [min, max] = sameDigits(used);
  const [least, most] = sameDigits(Math.max(0, limit - used));
  return [Math.max(min, limit - most), Math.min(max, limit - least)];
}

/**
 * Responds with a profile without statistics. Its length is recorded with the admission, so it is created before with
 * the expected count.
 */
async function respondProfile(c: ApiContext, { plans, clock }: Services, caller: Principal) {
  const [daily] = c.get("lastKnown") ?? [];
  const expected = (daily?.used ?? 0) + 1;
  const json = profileJson(caller, plans, clock.now(), expected);
  const { principal, at, allowances } = await admittedCall(c, {
    bytesOut: c.req.method === "HEAD" ? 0 : Buffer.byteLength(json),
    used: sameLength(expected, daily?.limit ?? 0),
  });
  const [counted] = allowances;
  const isExpected =
    counted?.used === expected && counted.resetsAt === daily?.resetsAt && principal === caller;
  return respondJsonText(c, isExpected ? json : profileJson(principal, plans, at, counted?.used ?? expected));
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
  const caller = c.get("principal");
  if (!include_stats && caller) return respondProfile(c, services, caller);
  const { principal, at, allowances } = await admittedCall(c);
  const source = { principal, plans: services.plans, now: at };
  const found = await getProfile({ usage: services.usage, ...source }, { includeStats: true });
  c.set("rateLimits", rateLimitsAt(found.quota, allowances));
  return respondJson(c, toWire(ProfileRecord, found));
}
