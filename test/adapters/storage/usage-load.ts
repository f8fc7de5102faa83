import { setTimeout as sleep } from "node:timers/promises";
import { ToolsError } from "@tools-api/core";
import type { UsageCall, UsageStore } from "@tools-api/core/storage";

const dayMs = 86_400_000;

/** Returns a call of the current time, in a day of a million calls. */
export function callOf(account = "acct_1", parts: Partial<UsageCall> = {}): UsageCall {
  const at = parts.at ?? Date.now();
  const day = Math.floor(at / dayMs);
  const windows = [{ id: `day:${day}`, limit: 1e6, ends: (day + 1) * dayMs }];
  return { account, endpoint: "/v1/user/profile", at, windows, fences: [], ...parts };
}

/** Returns a batch with its own id. */
export function batchOf<Item>(...items: Item[]) {
  return { id: crypto.randomUUID(), at: Date.now(), items };
}

/** Consumes one call, and retries with the same id until the store responds. */
export async function consumeSurely(usage: UsageStore, call = callOf()): Promise<{ tries: number }> {
  const batch = batchOf(call);
  for (let tries = 1; ; tries++) {
    try {
      await usage.consume(batch);
      return { tries };
    } catch (error) {
      if (!(error instanceof ToolsError && error.code === "storage_unavailable")) throw error;
      await sleep(50);
    }
  }
}

/**
 * Makes calls without a pause in several lanes until it is stopped. Returns how many calls were acknowledged, and how
 * many attempts were sent.
 */
export function startLoad(usage: UsageStore, account = "acct_1", lanes = 8) {
  const state = { stopped: false };
  let answered = 0;
  let sent = 0;
  const running = Array.from({ length: lanes }, async () => {
    while (!state.stopped) {
      const { tries } = await consumeSurely(usage, callOf(account));
      sent += tries;
      answered++;
    }
  });
  return {
    answered: () => answered,
    async stop() {
      state.stopped = true;
      await Promise.all(running);
      return { answered, sent };
    },
  };
}

/** Returns the number of an account's calls by its counters, its buckets and its lifetime. */
export async function countsOf(usage: UsageStore, account = "acct_1"): Promise<number[]> {
  const today = Math.floor(Date.now() / dayMs);
  // A run over midnight spans two days.
  const { used, buckets, lifetime } = await usage.read({
    account,
    boundaries: [(today - 1) * dayMs, (today + 1) * dayMs],
    windows: [`day:${today - 1}`, `day:${today}`],
  });
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return [sum(used), sum(buckets.map(({ calls }) => calls)), lifetime.calls];
}

/** Returns the code of the error with which work fails, or `undefined`. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => (error instanceof ToolsError ? error.code : error),
  );
}
