import { type Admission, defaultWindowKeptMs, type UsageCall } from "@tools-api/core";
import { admitCalls, type UsageState } from "../usage-changes.ts";
import { bucketField } from "./bucket-record.ts";
import { fenceField } from "./keys.ts";
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

/** The calls of one account in a batch as the script wants them. */
export interface ConsumePlan {
  windows: string[];
  fences: string[];
  fields: string[];
  decisions: Decision[];
  /** Calls of one kind and instant that follow on each other: how many, when, number of field and decision. */
  steps: number[];
  /** For each window, epoch milliseconds until which its counter has to be kept, and the least time from now. */
  keptUntil: number[];
  keptMs: number[];
}

function addDecision(
  plan: ConsumePlan,
  call: UsageCall,
  fenceOf: (id: string) => number,
  windowOf: (id: string) => number,
): Decision {
  const lowest = new Map<number, number>();
  for (const { id, limit, ends, keptMs = defaultWindowKeptMs } of call.windows) {
    const window = windowOf(id);
    if (Number.isNaN(limit)) requireWhole("windows.limit", limit);
    // JSON has no infinity, and no count comes near the largest whole number.
    const units = Math.max(0, Math.min(limit, Number.MAX_SAFE_INTEGER));
    lowest.set(window, Math.min(units, lowest.get(window) ?? units));
    const keptUntil = requireWhole("windows.ends", ends) + requireWhole("windows.keptMs", keptMs);
    plan.keptUntil[window - 1] = Math.max(plan.keptUntil[window - 1] ?? 0, keptUntil);
    plan.keptMs[window - 1] = Math.max(plan.keptMs[window - 1] ?? 1, keptMs);
  }
  const claims = call.fences.flatMap(({ id, revision }) => [
    fenceOf(id),
    requireWhole("fences.revision", revision),
  ]);
  const decision = { claims, limits: [...lowest].flat() };
  plan.decisions.push(decision);
  return decision;
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
    keptUntil: [],
    keptMs: [],
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

/** The fields of the fences of a plan. */
export function fenceFields(plan: ConsumePlan): string[] {
  return plan.fences.map(fenceField);
}
