import type { Principal } from "../auth.ts";
import type { Plans } from "../billing/plans.ts";
import { type Clock, systemTimer, type Timer } from "../clock.ts";
import { ToolsError } from "../errors.ts";
import type { UsageOutcome, UsageStore, UsageWindow } from "../storage.ts";
import { type KeptUnits, refundOf } from "./give-back.ts";
import { lastCounters } from "./last-counters.ts";
import { type Allowance, allowancesOf, describeExceeded, policyWindows } from "./policies.ts";
import { resend } from "./resend.ts";
import { admissionPatience, usageWriter } from "./usage-writer.ts";

/** A call that was counted. It ends in {@link Meter.complete} or in {@link Meter.refund}. */
export interface AdmittedCall {
  principal: Principal;
  /** One of `endpoints`, or a name of the host's own; reports list the calls under it. */
  endpoint: string;
  /** Epoch milliseconds of the admission, to whose windows and bucket the call belongs. */
  at: number;
  windows: UsageWindow[];
  /** What is left of each policy with this call in it, that of the day first. */
  allowances: Allowance[];
}

/** How a call ended. */
export type CallOutcome = Pick<UsageOutcome, "succeeded" | "bytesIn" | "bytesOut" | "durationMs">;

/**
 * Counts calls against the allowances of their caller, exactly, and records how they ended.
 *
 * What the store does not answer is sent again for a while, so that it counts once. Where it still does not answer,
 * the caller gets `storage_unavailable`, and what may have been counted is given back in the background for ten
 * minutes; then, or when the process ends before, it stays counted.
 */
export interface Meter {
  /**
   * Admits a call, or throws {@link QuotaExceededError}. When the account or the key has changed since the principal
   * was read, `reload` has to read both afresh, and throws if they no longer allow the call.
   *
   * @throws ToolsError `quota_exceeded`; `storage_unavailable` after at most a second, and one more answer of the
   * store, for those that arrived together.
   */
  admit(principal: Principal, endpoint: string, reload: () => Promise<Principal>): Promise<AdmittedCall>;
  /**
   * Records the outcome of a call that counts.
   *
   * @throws ToolsError `storage_unavailable`: the call has to end with an error of ours, and is being given back. An
   * outcome that the store wrote without saying so stays among those of its bucket.
   */
  complete(call: AdmittedCall, outcome: CallOutcome): Promise<void>;
  /**
   * Gives the unit of a call back that failed by our fault.
   *
   * @throws ToolsError `storage_unavailable`: it is still counted, and goes on being given back.
   */
  refund(call: AdmittedCall): Promise<void>;
  /** What is left of each policy as it stands, without a call being counted. */
  allowances(principal: Principal): Promise<Allowance[]>;
  /**
   * What was left of each policy after the account's last call in this process, for an answer while the store gives
   * none. A window in which that call was not counted is shown as unused.
   */
  lastKnown(principal: Principal): Allowance[];
}

/** A refusal, with what is left of each policy. */
export class QuotaExceededError extends ToolsError {
  readonly allowances: readonly Allowance[];
  /** The policies that were used up. */
  readonly exceeded: readonly Allowance["policy"][];

  /** `exceeded` are those of the allowances that were used up. */
  constructor(
    principal: Principal,
    allowances: readonly Allowance[],
    exceeded: readonly Allowance[],
    now: number,
  ) {
    const resetsAt = Math.max(...exceeded.map((allowance) => allowance.resetsAt));
    super(
      "quota_exceeded",
      exceeded.map((allowance) => describeExceeded(principal, allowance, now)).join(" "),
      // The clock may have moved past the reset since the refusal.
      { retryAfter: Math.max(1, Math.ceil((resetsAt - now) / 1000)) },
    );
    this.allowances = allowances;
    this.exceeded = exceeded.map(({ policy }) => policy);
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
  /** Default: the host's. */
  timer?: Timer;
  /** Told of calls that stay counted although they failed by our fault. Default: nobody is. */
  onKept?: (kept: KeptUnits) => void;
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
export function createMeter({
  usage,
  plans,
  clock,
  defer = () => Promise.resolve(),
  timer = systemTimer,
  onKept = () => {},
}: MeterOptions): Meter {
  const writer = usageWriter({ usage, clock, defer, timer, onKept });
  const last = lastCounters();

  return {
    async admit(caller, endpoint, reload) {
      let principal = caller;
      for (let attempt = 0; attempt < admissionAttempts; attempt++) {
        const at = clock.now();
        const policies = policyWindows(principal, plans, at);
        const windows = policies.map(({ window }) => window);
        const admission = await writer.consume({
          account: principal.account.id,
          endpoint,
          at,
          windows,
          fences: [...principal.fences],
        });
        if (admission.outcome === "stale") {
          principal = await reload();
          const { fences } = principal;
          const raise = () => Promise.all(fences.map(({ id, revision }) => usage.fence(id, revision)));
          await resend(raise, admissionPatience, timer);
          continue;
        }
        last.note(principal.account.id, windows, admission.used);
        const allowances = allowancesOf(policies, admission.used);
        if (admission.outcome === "refused") {
          const full = new Set(admission.exceeded);
          const exceeded = allowances.filter((_, index) => full.has(windows[index]?.id ?? ""));
          throw new QuotaExceededError(principal, allowances, exceeded, clock.now());
        }
        return { principal, endpoint, at, windows, allowances };
      }
      throw new ToolsError("storage_unavailable", "The account is being changed; try again.", {
        retryAfter: 1,
      });
    },

    async complete(call, outcome) {
      const { principal, endpoint, at, windows } = call;
      const account = principal.account.id;
      const credential = principal.credential.id;
      await writer.complete({ outcome: { account, endpoint, at, credential, ...outcome }, windows });
    },

    refund: ({ principal, endpoint, at, windows }) =>
      writer.refund(refundOf({ account: principal.account.id, endpoint, at, windows })),

    async allowances(principal) {
      const policies = policyWindows(principal, plans, clock.now());
      const { used } = await usage.read({
        account: principal.account.id,
        boundaries: [],
        windows: policies.map(({ window }) => window.id),
      });
      return allowancesOf(policies, used);
    },

    lastKnown(principal) {
      const policies = policyWindows(principal, plans, clock.now());
      const windows = policies.map(({ window }) => window);
      return allowancesOf(policies, last.used(principal.account.id, windows));
    },
  };
}
