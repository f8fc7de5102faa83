import { defaultPlans, type UsageStore } from "@tools-api/core";
import type { Account } from "@tools-api/core/accounts";
import { dailyWindow } from "@tools-api/core/usage";

const opened = Date.parse("2026-01-31T09:30:00.250Z");

/** An account whose allowance is larger than any test needs. */
export const account: Account = {
  id: "acct_1",
  email: "ada@example.com",
  name: "Ada",
  status: "active",
  plan: "enterprise",
  dailyLimit: null,
  createdAt: opened,
  cycleAnchor: opened,
};

/** The outcome of a call. A call without an end is in flight. */
export interface RecordedCall {
  endpoint: string;
  at: number;
  /** Default: 1. */
  units?: number;
  end: "succeeded" | "failed" | "none" | "given back" | "rejected";
  bytesIn: number;
  bytesOut: number;
  durationMs: number;
}

/** Creates a successful call to the text analyzer, with the given changes. */
export function call(at: string, rest: Partial<RecordedCall> = {}): RecordedCall {
  return {
    endpoint: "text-analyzer",
    at: Date.parse(at),
    end: "succeeded",
    bytesIn: 10,
    bytesOut: 100,
    durationMs: 4,
    ...rest,
  };
}

/** Admits, rejects, completes and refunds calls in a store, as the meter does. */
export async function recordCalls(
  usage: UsageStore,
  calls: readonly RecordedCall[],
  owner: Account = account,
): Promise<void> {
  if (calls.length === 0) return;
  const at = Math.min(...calls.map((each) => each.at));
  const batch = <Item>(items: Item[]) => ({ id: crypto.randomUUID(), at, items });
  await usage.consume(
    batch(
      calls.map(({ endpoint, at, end, units }) => {
        const day = dailyWindow(owner, defaultPlans, at);
        const windows = end === "rejected" ? [{ id: "full", limit: 0, ends: at + 1 }] : [day];
        return { account: owner.id, endpoint, at, windows, units, fences: [] };
      }),
    ),
  );
  await usage.complete(
    batch(
      calls
        .filter(({ end }) => end === "succeeded" || end === "failed")
        .map(({ end, ...rest }) => ({
          ...rest,
          account: owner.id,
          credential: "key_1",
          succeeded: end === "succeeded",
        })),
    ),
  );
  await usage.refund(
    batch(
      calls
        .filter(({ end }) => end === "given back")
        .map(({ endpoint, at, units }) => ({
          account: owner.id,
          endpoint,
          at,
          windows: [dailyWindow(owner, defaultPlans, at).id],
          units,
        })),
    ),
  );
}
