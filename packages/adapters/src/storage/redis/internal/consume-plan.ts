import { type Admission, defaultWindowTtlMs, type UsageCall } from "@tools-api/core/storage";
import { decideCalls } from "../../lib/decide-calls.ts";
import type { LastUse } from "../../lib/change-set.ts";
import { pairKey } from "../../lib/row-order.ts";
import { anyCount, type CountRange, endedOutcomes, settledRanges } from "../../lib/usage-changes.ts";
import { planOutcomes } from "./record-plans.ts";
import { batchSliceKeptMs, bucketField, fenceField } from "../schema.ts";
import { requireWellFormed, requireWhole } from "./whole-number.ts";

/**
 * Returns the position of an item in a list, counted from 1 as in Lua. Adds the item if it is new. Lists are short
 * here.
 */
function numberIn(list: string[], item: string): number {
  const place = list.indexOf(item) + 1;
  return place > 0 ? place : list.push(item);
}

/** Consecutive calls that are admitted or refused by the same fences and windows. */
interface Decision {
  /** The number of each fence, followed by its required revision. */
  claims: (number | string)[];
  /** The number of each window, followed by its limit. */
  limits: number[];
  /** The units of each call. */
  units: number;
  /** Groups of identical calls: their count, their instant, and the number of their field. */
  steps: number[];
}

/** The calls of one account in a batch, summed up. Numbers count from 1. */
export interface ConsumePlan {
  windows: string[];
  fences: string[];
  fields: string[];
  decisions: Decision[];
  /** The outcomes to record with the admissions. Absent unless all calls have ended. */
  ended?: {
    calls: number;
    /** For each window, the counts for which the outcomes hold. */
    ranges: CountRange[];
    /** The amounts to add to each field, in the order of {@link countNames}, without the first two. */
    sums: number[][];
    lastUses: LastUse[];
  };
  /** For each window, the epoch milliseconds until which its counter must be kept, and the minimum time from now. */
  kept: { until: number; ms: number }[];
}

/** Returns whether two calls have the same fences, windows and units. */
function decidedAlike(one: UsageCall, other: UsageCall): boolean {
  return (
    (one.units ?? 1) === (other.units ?? 1) &&
    one.windows.length === other.windows.length &&
    one.fences.length === other.fences.length &&
    one.fences.every(({ id, revision }, index) => {
      const fence = other.fences[index];
      return fence?.id === id && fence.revision === revision;
    }) &&
    one.windows.every(({ id, limit, ends, ttlMs }, index) => {
      const window = other.windows[index];
      return window?.id === id && window.limit === limit && window.ends === ends && window.ttlMs === ttlMs;
    })
  );
}

function addDecision(plan: ConsumePlan, call: UsageCall): Decision {
  const claims: (number | string)[] = [];
  for (const { id, revision } of call.fences)
    // As text, like the fence in its hash.
    claims.push(numberIn(plan.fences, id), String(requireWhole("fences.revision", revision)));
  const limits: number[] = [];
  for (const { id, limit, ends, ttlMs = defaultWindowTtlMs } of call.windows) {
    const window = numberIn(plan.windows, id);
    if (Number.isNaN(limit)) requireWhole("windows.limit", limit);
    // Lua may not parse "Infinity", and no count comes near the largest safe integer.
    const units = Math.max(0, Math.min(limit, Number.MAX_SAFE_INTEGER));
    const named = limits.findIndex((number, index) => index % 2 === 0 && number === window);
    if (named === -1) limits.push(window, units);
    else limits[named + 1] = Math.min(units, limits[named + 1] ?? units);
    const until = requireWhole("windows.ends", ends) + requireWhole("windows.ttlMs", ttlMs);
    const { until: longest, ms } = plan.kept[window - 1] ?? { until: 0, ms: 1 };
    plan.kept[window - 1] = { until: Math.max(longest, until), ms: Math.max(ms, ttlMs) };
  }
  const decision = { claims, limits, units: requireWhole("units", call.units ?? 1), steps: [] };
  plan.decisions.push(decision);
  return decision;
}

/** Sums up the calls of one account, in order. */
export function planCalls(calls: readonly UsageCall[]): ConsumePlan {
  const plan: ConsumePlan = { windows: [], fences: [], fields: [], decisions: [], kept: [] };
  let before: UsageCall | undefined;
  let decision: Decision | undefined;
  for (const call of calls) {
    const { at, endpoint } = call;
    if (!before || !decision || !decidedAlike(before, call)) decision = addDecision(plan, call);
    const { steps } = decision;
    if (steps.length > 0 && before?.at === at && before.endpoint === endpoint) {
      steps[steps.length - 3] = (steps.at(-3) ?? 0) + 1;
    } else {
      const field = bucketField(requireWhole("at", at), requireWellFormed("endpoint", endpoint));
      steps.push(1, at, numberIn(plan.fields, field));
    }
    before = call;
  }
  const ranges = settledRanges(calls);
  if (ranges) plan.ended = planEnded(calls, plan, ranges);
  return plan;
}

function planEnded(
  calls: readonly UsageCall[],
  { windows, fields }: ConsumePlan,
  ranges: ReadonlyMap<string, CountRange>,
): ConsumePlan["ended"] {
  const { plan, lastUses } = planOutcomes(endedOutcomes(calls));
  const account = calls[0]?.account ?? "";
  return {
    calls: calls.length,
    ranges: windows.map((id) => ranges.get(pairKey(account, id)) ?? anyCount),
    sums: fields.map((field) => plan.sums[plan.fields.indexOf(field)]?.slice(2) ?? []),
    lastUses,
  };
}

/**
 * Derives the decisions of the script from the values that it found: revisions of fences, counts of windows, and whether
 * it has recorded the outcomes.
 */
export function admissionsFrom(
  calls: readonly UsageCall[],
  plan: ConsumePlan,
  found: readonly number[],
): Admission[] {
  const isRecorded = found.at(-1) === 1;
  const counts = found.slice(plan.fences.length).map((used) => ({ used }));
  return decideCalls(
    calls,
    (fence) => found[plan.fences.indexOf(fence)],
    (_, id) => counts[plan.windows.indexOf(id)] ?? { used: 0 },
    () => isRecorded,
  );
}

/** The plan of an account, and the day before which its days may be packed. */
export interface PlannedAccount {
  plan: ConsumePlan;
  packTo: number;
}

/** Returns the plans of accounts as the script reads them. Each list follows its length. */
export function consumeArguments(accounts: readonly PlannedAccount[], now: number): (string | number)[] {
  const values: (string | number)[] = [accounts.length, now, batchSliceKeptMs];
  for (const { plan, packTo } of accounts) {
    const { fences, fields, decisions, kept, ended } = plan;
    values.push(packTo, fences.length, fields.length, kept.length, decisions.length);
    for (const id of fences) values.push(fenceField(id));
    values.push(...fields);
    // As text, like the stored value: Lua would round a number.
    for (const { until, ms } of kept) values.push(String(until), ms);
    for (const { claims, limits, units, steps } of decisions) {
      values.push(claims.length / 2, ...claims, limits.length / 2, ...limits);
      values.push(units, steps.length / 3, ...steps);
    }
    values.push(ended?.calls ?? 0);
    if (!ended) continue;
    for (const { min, max } of ended.ranges) values.push(min, max);
    for (const sums of ended.sums) values.push(...sums);
  }
  return values;
}
