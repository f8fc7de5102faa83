import { dayMs } from "@tools-api/core/internal/time";
import {
  bucketMs,
  type UsageBatch,
  type UsageCall,
  type UsageOutcome,
  type UsageStore,
} from "@tools-api/core/storage";

/** The instant of the run, used by the samples. Engines may expire data that is far from the host's clock. */
export const now = Date.now();

/** The start of the current 15 minutes. */
export const quarter = Math.floor(now / bucketMs) * bucketMs;

/** Midnight (UTC) at the start of the current day. */
export const midnight = Math.floor(now / dayMs) * dayMs;

/** Returns the UTC day of an instant, as a window. */
export function sampleDay(at: number, limit: number) {
  const start = Math.floor(at / dayMs) * dayMs;
  return { id: `day:${new Date(start).toISOString().slice(0, 10)}`, limit, ends: start + dayMs };
}

/** Returns a call of one account, now, in a day of 1000 calls. `parts` overrides the defaults. */
export function sampleCall(parts: Partial<UsageCall> = {}): UsageCall {
  const at = parts.at ?? now;
  return {
    account: "acct_1",
    endpoint: "qr-code",
    at,
    windows: [sampleDay(at, 1000)],
    fences: [],
    ...parts,
  };
}

/** Returns an outcome of {@link sampleCall}: a success of no bytes and no time. `parts` overrides the defaults. */
export function sampleOutcome(parts: Partial<UsageOutcome> = {}): UsageOutcome {
  const { account, endpoint, at } = sampleCall();
  const nothing = { bytesIn: 0, bytesOut: 0, durationMs: 0 };
  return { account, endpoint, at, credential: "key_1", succeeded: true, ...nothing, ...parts };
}

/** Returns a batch with its own id. */
export function sampleBatch<Item>(...items: Item[]): UsageBatch<Item> {
  return { id: crypto.randomUUID(), at: now, items };
}

/** Consumes each call in its own batch, concurrently. */
export async function consumeEach(store: UsageStore, calls: readonly UsageCall[]) {
  const answers = await Promise.all(calls.map((call) => store.consume(sampleBatch(call))));
  return answers.flat();
}

/** Returns the boundaries of each 15 minutes from one instant until before another. */
export function quarters(from: number, to: number): number[] {
  return Array.from({ length: (to - from) / bucketMs + 1 }, (_, index) => from + index * bucketMs);
}

/** Reads the current and the previous day of an account. */
export function readAll(store: UsageStore, account = "acct_1") {
  const windows = [sampleDay(now, 0).id];
  return store.read({ account, boundaries: quarters(midnight - dayMs, midnight + 2 * dayMs), windows });
}
