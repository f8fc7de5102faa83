import { type Admission, defaultWindowKeptMs, type UsageCall } from "@tools-api/core";
import { admitCalls, type UsageState } from "../usage-changes.ts";
import { bucketField } from "./bucket-record.ts";
import { batchSliceKeptMs, fenceField } from "./keys.ts";
import { requireWellFormed, requireWhole } from "./whole-number.ts";

/** Gives each key that it meets a number from 1 on, as Lua counts. */
function numbering() {
  const numbers = new Map<string, number>();
  return {
    keys: () => [...numbers.keys()],
    of(key: string): number {
      const number = numbers.get(key) ?? numbers.size + 1;
      numbers.set(key, number);
      return number;
    },
  };
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

function addDecision(
  plan: ConsumePlan,
  call: UsageCall,
  fenceOf: (id: string) => number,
  windowOf: (id: string) => number,
): void {
  const lowest = new Map<number, number>();
  for (const { id, limit, ends, keptMs = defaultWindowKeptMs } of call.windows) {
    const window = windowOf(id);
    if (Number.isNaN(limit)) requireWhole("windows.limit", limit);
    // Lua's numbers are not read from "Infinity" everywhere, and no count comes near the largest whole one.
    const units = Math.max(0, Math.min(limit, Number.MAX_SAFE_INTEGER));
    lowest.set(window, Math.min(units, lowest.get(window) ?? units));
    const until = requireWhole("windows.ends", ends) + requireWhole("windows.keptMs", keptMs);
    const { until: longest, ms } = plan.kept[window - 1] ?? { until: 0, ms: 1 };
    plan.kept[window - 1] = { until: Math.max(longest, until), ms: Math.max(ms, keptMs) };
  }
  const claims = call.fences.flatMap(({ id, revision }) => [
    fenceOf(id),
    requireWhole("fences.revision", revision),
  ]);
  plan.decisions.push({ claims, limits: [...lowest].flat() });
}

/** Sums up the calls of one account, in their order. */
export function planCalls(calls: readonly UsageCall[]): ConsumePlan {
  const [windows, fences, fields, decisions] = [numbering(), numbering(), numbering(), numbering()];
  const plan: ConsumePlan = {
    windows: [],
    fences: [],
    fields: [],
    decisions: [],
    steps: [],
    kept: [],
  };
  let last = "";
  for (const call of calls) {
    const kind = calls.length === 1 ? "" : JSON.stringify([call.windows, call.fences]);
    const decision = decisions.of(kind);
    if (decision > plan.decisions.length) addDecision(plan, call, fences.of, windows.of);
    const field = fields.of(
      bucketField(requireWhole("at", call.at), requireWellFormed("endpoint", call.endpoint)),
    );
    const step = `${call.at}/${field}/${decision}`;
    if (step === last) plan.steps[plan.steps.length - 4] = (plan.steps.at(-4) ?? 0) + 1;
    else plan.steps.push(1, call.at, field, decision);
    last = step;
  }
  plan.windows = windows.keys();
  plan.fences = fences.keys();
  plan.fields = fields.keys();
  return plan;
}

/** The decisions that the script has taken, from what it found before it: revisions of fences, counts of windows. */
export function decideCalls(calls: readonly UsageCall[], plan: ConsumePlan, found: string): Admission[] {
  const values = found.split(" ").map(Number);
  const revisions = new Map(plan.fences.map((id, index) => [id, values[index]]));
  const counts = new Map(plan.windows.map((id, index) => [id, values[plan.fences.length + index]]));
  const state: UsageState = {
    revision: (fence) => revisions.get(fence),
    window: (_account, id) => ({ used: counts.get(id) ?? 0, ends: 0, keptMs: 0 }),
    bucketCalls: () => 0,
  };
  return admitCalls(calls, state).admissions;
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
