import type { AdmittedCall, Plans, Principal, Profile } from "@tools-api/core";
import type { UsageWindow } from "@tools-api/core/storage";
import { type AccountPlan, currentCycle, planAt } from "@tools-api/core/billing";
import { basicProfile, getProfile, ProfileRecord, ProfileRequest } from "@tools-api/core/profile";
import { toWire } from "@tools-api/core/internal/schema";
import { dayMs } from "@tools-api/core/internal/time";
import { dailyWindow, toQuota } from "@tools-api/core/usage";
import type { Reply } from "../../http/call-context.ts";
import type { Services } from "../../http/context.ts";
import { readParameters } from "../../http/parameters.ts";
import { respondJson, respondJsonText } from "../../http/respond.ts";
import type { EndedAnswer, MeteredCall } from "../middleware/metered-call.ts";
import { rateLimitsAt } from "../../http/rate-limit.ts";
import type { ScopeCatalog } from "../../http/scope-catalog.ts";

/** The JSON of a profile before and after its quota, and the conditions under which it stays valid. */
interface Frame {
  plans: Plans;
  scopes: ScopeCatalog;
  plan: AccountPlan;
  cycle: { start: number; end: number };
  opening: string;
  closing: string;
  lastDay?: DayFrame;
}

/** The JSON of a profile on a day before and after the count and the remaining calls. */
interface DayFrame {
  window: UsageWindow;
  before: string;
  after: string;
  /** The bytes of the last profile, and the counts with which a profile has as many. */
  lastAnswer?: EndedAnswer & { used: [min: number, max: number] };
}

// Principals are cached, so the next call of a caller usually has the same object.
const frames = new WeakMap<Principal, Frame>();

type ProfileServices = Pick<Services, "plans" | "scopes">;

function listed(credential: Profile["credential"], catalog: ScopeCatalog) {
  return { ...credential, scopes: catalog.list(credential.scopes) };
}

function profileFrame(principal: Principal, { plans, scopes }: ProfileServices, now: number): Frame {
  const { account } = principal;
  const plan = planAt(account, now);
  const known = frames.get(principal);
  const isOfServer = known?.plans === plans && known.scopes === scopes;
  if (isOfServer && known.plan === plan && known.cycle.start <= now && now < known.cycle.end) return known;
  const { quota: _, credential, ...owner } = basicProfile({ principal, plans, now }, 0);
  const frame: Frame = {
    plans,
    scopes,
    plan,
    cycle: currentCycle(account.cycleAnchor, now),
    opening: `${JSON.stringify(toWire(ProfileRecord, owner)).slice(0, -1)},"quota":`,
    closing: `,${JSON.stringify(toWire(ProfileRecord, { credential: listed(credential, scopes) })).slice(1)}`,
  };
  frames.set(principal, frame);
  return frame;
}

function dayFrame(principal: Principal, services: ProfileServices, now: number): DayFrame {
  const frame = profileFrame(principal, services, now);
  const { opening, closing, lastDay } = frame;
  // The limit is that of the frame: it follows from the account, the plan and the plans.
  if (lastDay && lastDay.window.ends - dayMs <= now && now < lastDay.window.ends) return lastDay;
  const window = dailyWindow(principal.account, services.plans, now);
  const unused = JSON.stringify(toWire(ProfileRecord.shape.quota, toQuota(window, 0)));
  const [before = "", after = ""] = unused.split(`0,"remaining":${window.limit}`);
  frame.lastDay = { window, before: opening + before, after: after + closing };
  return frame.lastDay;
}

/** Returns a profile without statistics as JSON. Only the quota differs from call to call. */
function profileJson({ window, before, after }: DayFrame, used: number): string {
  return `${before}${used},"remaining":${toQuota(window, used).remaining}${after}`;
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

/** Returns the length of a profile with this count, and all counts with which it has the same length. */
function expectedAnswer(day: DayFrame, used: number): EndedAnswer {
  const { lastAnswer, window } = day;
  if (lastAnswer && lastAnswer.used[0] <= used && used <= lastAnswer.used[1]) return lastAnswer;
  day.lastAnswer = {
    bytesOut: Buffer.byteLength(profileJson(day, used)),
    used: sameLength(used, window.limit),
  };
  return day.lastAnswer;
}

/** A profile without statistics that is created before its call is admitted, from the expected count. */
interface EarlyProfile {
  answer: EndedAnswer;
  /** Returns the JSON for the call as it was counted. */
  json(call: AdmittedCall): string;
}

/** Returns a profile without statistics for the expected count, and the counts for which it has the same length. */
function earlyProfile({ principal: caller, services, lastKnown: [daily] }: MeteredCall): EarlyProfile {
  const expected = (daily?.used ?? 0) + 1;
  const now = services.clock.now();
  const day = dayFrame(caller, services, now);
  return {
    answer: expectedAnswer(day, expected),
    json({ principal, at, allowances: [counted] }) {
      const current = principal === caller && at === now ? day : dayFrame(principal, services, at);
      return profileJson(current, counted?.used ?? expected);
    },
  };
}

/** Handles `GET /v1/user/profile`. */
export async function profile(call: MeteredCall): Promise<Reply> {
  const { c, services } = call;
  const { include_stats } = await readParameters(c, ProfileRequest);
  if (!include_stats) {
    const { answer, json } = earlyProfile(call);
    return respondJsonText(
      c,
      json(await call.admit(c.req.method === "HEAD" ? { ...answer, bytesOut: 0 } : answer)),
    );
  }
  const { principal, at, allowances } = await call.admit();
  const { usage, plans, endpoints } = services;
  const found = await getProfile({ usage, principal, plans, now: at, endpoints }, { includeStats: true });
  c.set("rateLimits", rateLimitsAt(found.quota, allowances));
  const credential = listed(found.credential, services.scopes);
  return respondJson(c, toWire(ProfileRecord, { ...found, credential }));
}
