import { type Admission, defaultWindowKeptMs, type UsageCall } from "@tools-api/core";
import { bucketField } from "./bucket-record.ts";
import { batchSliceKeptMs, fenceField } from "./keys.ts";
import { requireWellFormed, requireWhole } from "./whole-number.ts";

/** The place of an item in a list from 1 on, as Lua counts; it is added where it is new. Lists are short here. */
function numberIn(list: string[], item: string): number {
  const place = list.indexOf(item) + 1;
  return place > 0 ? place : list.push(item);
}

/** What a call's admission depends on, numbers of fences and windows followed by what is asked of them. */
interface Decision {
  claims: number[];
  limits: number[];
}

/** The calls of one account in a batch, summed up; what is numbered is so from 1 on. */
export interface ConsumePlan {
  windows: string[];
  fences: string[];
  fields: string[];
  decisions: Decision[];
  /** Calls of one kind and instant that follow on each other: how many, when, number of field and decision. */
  steps: number[];
  /** For each window, epoch milliseconds until which its counter has to be kept, and the least time from now. */
  kept: { until: number; ms: number }[];
}

/** Whether two calls stand and fall together. */
function decidedAlike(one: UsageCall, other: UsageCall): boolean {
  return (
    one.windows.length === other.windows.length &&
    one.fences.length === other.fences.length &&
    one.fences.every(({ id, revision }, index) => {
      const fence = other.fences[index];
      return fence?.id === id && fence.revision === revision;
    }) &&
    one.windows.every(({ id, limit, ends, keptMs }, index) => {
      const window = other.windows[index];
      return window?.id === id && window.limit === limit && window.ends === ends && window.keptMs === keptMs;
    })
  );
}

function addDecision(plan: ConsumePlan, call: UsageCall): void {
  const claims: number[] = [];
  for (const { id, revision } of call.fences)
    claims.push(numberIn(plan.fences, id), requireWhole("fences.revision", revision));
  const limits: number[] = [];
  for (const { id, limit, ends, keptMs = defaultWindowKeptMs } of call.windows) {
    const window = numberIn(plan.windows, id);
    if (Number.isNaN(limit)) requireWhole("windows.limit", limit);
    // Lua need not know "Infinity", and no count comes near the largest whole number.
    const units = Math.max(0, Math.min(limit, Number.MAX_SAFE_INTEGER));
    const named = limits.findIndex((number, index) => index % 2 === 0 && number === window);
    if (named === -1) limits.push(window, units);
    else limits[named + 1] = Math.min(units, limits[named + 1] ?? units);
    const until = requireWhole("windows.ends", ends) + requireWhole("windows.keptMs", keptMs);
    const { until: longest, ms } = plan.kept[window - 1] ?? { until: 0, ms: 1 };
    plan.kept[window - 1] = { until: Math.max(longest, until), ms: Math.max(ms, keptMs) };
  }
  plan.decisions.push({ claims, limits });
}

/** Sums up the calls of one account, in their order. */
export function planCalls(calls: readonly UsageCall[]): ConsumePlan {
  const plan: ConsumePlan = { windows: [], fences: [], fields: [], decisions: [], steps: [], kept: [] };
  let before: UsageCall | undefined;
  for (const call of calls) {
    const { at, endpoint } = call;
    const alike = before !== undefined && decidedAlike(before, call);
    if (!alike) addDecision(plan, call);
    if (alike && before?.at === at && before.endpoint === endpoint) {
      plan.steps[plan.steps.length - 4] = (plan.steps.at(-4) ?? 0) + 1;
    } else {
      const field = bucketField(requireWhole("at", at), requireWellFormed("endpoint", endpoint));
      plan.steps.push(1, at, numberIn(plan.fields, field), plan.decisions.length);
    }
    before = call;
  }
  return plan;
}

/**
 * The decisions that the script has taken, from what it found before it: revisions of fences, counts of windows.
 * The same as `admitCalls` takes, without the sums that the script has added up already.
 */
export function decideCalls(calls: readonly UsageCall[], plan: ConsumePlan, found: string): Admission[] {
  const values = found.split(" ").map(Number);
  const revisionOf = (fence: string) => values[plan.fences.indexOf(fence)];
  const used = values.slice(plan.fences.length);
  return calls.map(({ fences, windows }) => {
    const stale = fences.filter(({ id, revision }) => revisionOf(id) !== revision);
    if (stale.length > 0) return { outcome: "stale", fences: stale.map(({ id }) => id) };
    const places = windows.map(({ id }) => plan.windows.indexOf(id));
    const count = (place: number) => used[place] ?? 0;
    const exceeded = windows.filter(({ limit }, index) => count(places[index] ?? 0) >= limit);
    if (exceeded.length > 0)
      return { outcome: "refused", used: places.map(count), exceeded: exceeded.map(({ id }) => id) };
    for (const [index, place] of places.entries())
      if (places.indexOf(place) === index) used[place] = count(place) + 1;
    return { outcome: "admitted", used: places.map(count) };
  });
}

/** What the script is told beside the plan. */
export interface ConsumeContext {
  /** The field of the batch. */
  batch: string;
  now: number;
  /** The day before which the account's days may be packed. */
  packTo: number;
}

/** A plan as the arguments of the script, lists behind how long they are. */
export function consumeArguments(
  plan: ConsumePlan,
  { batch, now, packTo }: ConsumeContext,
): (string | number)[] {
  const { fences, fields, decisions, kept, steps } = plan;
  const values = [batch, now, packTo, batchSliceKeptMs, fences.length, fields.length];
  for (const id of fences) values.push(fenceField(id));
  values.push(...fields);
  for (const { until, ms } of kept) values.push(until, ms);
  values.push(decisions.length);
  for (const { claims, limits } of decisions)
    values.push(claims.length / 2, ...claims, limits.length / 2, ...limits);
  values.push(...steps);
  return values;
}
