import { dayMs } from "@tools-api/core/internal/time";
import type { OpenStores } from "../metering/engine.ts";
import type { Account } from "./traffic.ts";

/** Violations over all accounts. All are 0 for a correct server. */
export interface Violations {
  /** Acknowledged calls that are not counted, or whose outcome is not recorded. */
  lost: number;
  /** Counted calls beyond those that were sent. */
  surplus: number;
  /** Calls above the limit of an account. */
  overAdmitted: number;
  /** Accounts whose counter, buckets and lifetime differ. */
  disagreements: number;
}

/** Compares what the stores count today with what the clients of each account know. */
export async function verify({ usage }: OpenStores, accounts: readonly Account[]): Promise<Violations> {
  const found: Violations = { lost: 0, surplus: 0, overAdmitted: 0, disagreements: 0 };
  const midnight = Math.floor(Date.now() / dayMs) * dayMs;
  const windows = [`day:${new Date(midnight).toISOString().slice(0, 10)}`];
  for (const { account, acknowledged, unknown, limit } of accounts) {
    const { buckets, used, lifetime } = await usage.read({
      account,
      boundaries: [midnight, midnight + dayMs],
      windows,
    });
    const sum = (count: "calls" | "succeeded" | "failed") =>
      buckets.reduce((total, bucket) => total + bucket[count], 0);
    const { calls } = lifetime;
    found.lost += Math.max(0, acknowledged - Math.min(calls, sum("succeeded") + sum("failed")));
    found.surplus += Math.max(0, calls - acknowledged - unknown);
    found.overAdmitted += Math.max(0, calls - limit, acknowledged - limit);
    if (sum("calls") !== calls || used[0] !== calls) found.disagreements++;
  }
  return found;
}
