import {
  bucketMs,
  type UsageBatch,
  type UsageCall,
  type UsageOutcome,
  type UsageStore,
} from "@tools-api/core";

const dayMs = 86_400_000;

/** The instant of the run, on which samples stand: engines may expire what lies far from the host's clock. */
export const now = Date.now();

/** The start of the present quarter of an hour. */
export const quarter = Math.floor(now / bucketMs) * bucketMs;

/** Midnight (UTC) at the start of the present day. */
export const midnight = Math.floor(now / dayMs) * dayMs;

/** The UTC day of an instant, as a window. */
export function dayOf(at: number, limit: number) {
  const start = Math.floor(at / dayMs) * dayMs;
  return { id: `day:${new Date(start).toISOString().slice(0, 10)}`, limit, ends: start + dayMs };
}

/** A call by one account, now, to a day of 1000, except for what is said. */
export function callOf(parts: Partial<UsageCall> = {}): UsageCall {
  const at = parts.at ?? now;
  return {
    account: "acct_1",
    endpoint: "/v1/tools/text-analyzer",
    at,
    windows: [dayOf(at, 1000)],
    fences: [],
    ...parts,
  };
}

/** An outcome of {@link callOf}, a success of no bytes and no time, except for what is said. */
export function outcomeOf(parts: Partial<UsageOutcome> = {}): UsageOutcome {
  const { account, endpoint, at } = callOf();
  const nothing = { bytesIn: 0, bytesOut: 0, durationMs: 0 };
  return { account, endpoint, at, credential: "key_1", succeeded: true, ...nothing, ...parts };
}

/** A batch of an id of its own. */
export function batchOf<Item>(...items: Item[]): UsageBatch<Item> {
  return { id: crypto.randomUUID(), at: now, items };
}

/** Consumes each call in a batch of its own, all at once. */
export async function consumeEach(store: UsageStore, calls: readonly UsageCall[]) {
  const answers = await Promise.all(calls.map((call) => store.consume(batchOf(call))));
  return answers.flat();
}

/** Boundaries that ask for each quarter of an hour from one instant to before another. */
export function quarters(from: number, to: number): number[] {
  return Array.from({ length: (to - from) / bucketMs + 1 }, (_, index) => from + index * bucketMs);
}

/** All of the present day and the one before of an account. */
export function readAll(store: UsageStore, account = "acct_1") {
  const windows = [dayOf(now, 0).id];
  return store.read({ account, boundaries: quarters(midnight - dayMs, midnight + 2 * dayMs), windows });
}
