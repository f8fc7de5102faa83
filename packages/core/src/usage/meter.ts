import type { Principal } from "../auth.ts";
import type { Plans } from "../billing/plans.ts";
import type { Clock } from "../clock.ts";
import { ToolsError } from "../errors.ts";
import type { Endpoint } from "../schemas/usage.ts";
import type {
  UsageBatch,
  UsageCall,
  UsageOutcome,
  UsageRefund,
  UsageStore,
  UsageWindow,
} from "../storage.ts";
import { groupCommit } from "./group-commit.ts";
import { dailyWindow, type Quota, quotaOf } from "./windows.ts";

/** A call that was counted. It ends in {@link Meter.complete} or in {@link Meter.refund}. */
export interface AdmittedCall {
  principal: Principal;
  endpoint: Endpoint;
  /** Epoch milliseconds of the admission, to whose day and bucket the call belongs. */
  at: number;
  windows: UsageWindow[];
  /** The allowance with this call in it. */
  quota: Quota;
}

/** How a call ended. */
export type CallOutcome = Pick<UsageOutcome, "succeeded" | "bytesIn" | "bytesOut" | "durationMs">;

/** Counts calls against the allowance of their account, exactly, and records how they ended. */
export interface Meter {
  /**
   * Admits a call, or throws `quota_exceeded`. When the account or the key has changed since the principal
   * was read, `reload` has to read both afresh, and throws if they no longer allow the call.
   */
  admit(principal: Principal, endpoint: Endpoint, reload: () => Promise<Principal>): Promise<AdmittedCall>;
  /** Records the outcome of a call that counts. */
  complete(call: AdmittedCall, outcome: CallOutcome): Promise<void>;
  /** Gives the unit of a call back that failed by our fault. */
  refund(call: AdmittedCall): Promise<void>;
  /** The allowance as it stands, without a call being counted. */
  quota(principal: Principal): Promise<Quota>;
}

/** A refusal, with the allowance that was used up. */
export class QuotaExceededError extends ToolsError {
  readonly quota: Quota;
  readonly principal: Principal;

  constructor(principal: Principal, quota: Quota, retryAfter: number) {
    super(
      "quota_exceeded",
      `${quota.used} of ${quota.limit} calls used on the ${principal.account.plan} plan; the allowance resets at ${quota.resetsAt}.`,
      { retryAfter },
    );
    this.quota = quota;
    this.principal = principal;
  }
}

/** What {@link createMeter} is made from. */
export interface MeterOptions {
  usage: UsageStore;
  plans: Plans;
  clock: Clock;
  /**
   * Resolves once the host has taken in what is ready, so that calls which arrive together are written
   * together; on Node and Deno a `setImmediate`. Default: the next microtask.
   */
  defer?: () => Promise<unknown>;
}

const admissionAttempts = 3;

/**
 * A meter over a usage store.
 *
 * @example
 * ```ts
 * import { createMeter, defaultPlans, systemClock } from "@tools-api/core";
 * import { memoryUsage } from "@tools-api/adapters/storage/memory";
 *
 * const meter = createMeter({ usage: memoryUsage(), plans: defaultPlans, clock: systemClock });
 * ```
 */
export function createMeter({ usage, plans, clock, defer = () => Promise.resolve() }: MeterOptions): Meter {
  const batch = <Item>(items: Item[]): UsageBatch<Item> => ({
    id: crypto.randomUUID(),
    at: clock.now(),
    items,
  });
  const consume = groupCommit({ defer, write: (calls: UsageCall[]) => usage.consume(batch(calls)) });
  const complete = groupCommit({
    defer,
    async write(outcomes: UsageOutcome[]) {
      await usage.complete(batch(outcomes));
      return outcomes.map(() => undefined);
    },
  });
  const refund = groupCommit({
    defer,
    async write(refunds: UsageRefund[]) {
      await usage.refund(batch(refunds));
      return refunds.map(() => undefined);
    },
  });

  return {
    async admit(caller, endpoint, reload) {
      let principal = caller;
      for (let attempt = 0; attempt < admissionAttempts; attempt++) {
        const at = clock.now();
        const window = dailyWindow(principal.account, plans, at);
        const admission = await consume({
          account: principal.account.id,
          endpoint,
          at,
          windows: [window],
          fences: [...principal.fences],
        });
        if (admission.outcome === "stale") {
          principal = await reload();
          await Promise.all(principal.fences.map(({ id, revision }) => usage.fence(id, revision)));
          continue;
        }
        const quota = quotaOf(window, admission.used[0] ?? 0);
        if (admission.outcome === "refused")
          throw new QuotaExceededError(principal, quota, Math.ceil((window.ends - at) / 1000));
        return { principal, endpoint, at, windows: [window], quota };
      }
      throw new ToolsError("storage_unavailable", "The account is being changed; try again.", {
        retryAfter: 1,
      });
    },

    async complete({ principal, endpoint, at }, outcome) {
      await complete({
        account: principal.account.id,
        endpoint,
        at,
        credential: principal.credential.id,
        ...outcome,
      });
    },

    async refund({ principal, endpoint, at, windows }) {
      await refund({
        account: principal.account.id,
        endpoint,
        at,
        windows: windows.map(({ id }) => id),
      });
    },

    async quota({ account }) {
      const window = dailyWindow(account, plans, clock.now());
      const { used } = await usage.read({ account: account.id, boundaries: [], windows: [window.id] });
      return quotaOf(window, used[0] ?? 0);
    },
  };
}
