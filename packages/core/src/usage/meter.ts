import type { Account } from "../identity/account.ts";
import type { Principal } from "../identity/auth.ts";
import type { Plans } from "../billing/plans.ts";
import { ToolsError } from "../errors.ts";
import type { CallOutcome, EndedCall, UsageCall, UsageStore, UsageWindow } from "../store/storage.ts";
import { type Clock, retry, systemTimer, type Timer } from "../time.ts";
import { type LostRefunds, toRefund } from "./refund-queue.ts";
import { isUnanswered } from "./batch-writer.ts";
import { lastCounters } from "./last-counters.ts";
import { type Allowance, toAllowances, currentWindows, describeExceeded } from "./policies.ts";
import { readSeriesName, seriesNames } from "./series.ts";
import { admissionRetryPolicy, usageWriter } from "./usage-writer.ts";

/** A call that was counted. It ends with {@link Meter.complete} or {@link Meter.refund}. */
export interface AdmittedCall {
  principal: Principal;
  /** The name under which reports list the call, such as that of a tool. */
  endpoint: string;
  /** The name under which the store sums the call: the endpoint and the credential. */
  series: string;
  /** Epoch milliseconds of the admission, which determine the windows and the bucket of the call. */
  at: number;
  windows: UsageWindow[];
  /** The units that it took of each window. */
  units: number;
  /** The remaining allowance of each policy including this call, the daily one first. */
  allowances: Allowance[];
  /** Whether its outcome is recorded. Otherwise {@link Meter.complete} or {@link Meter.refund} must end it. */
  isRecorded: boolean;
}

/** The units and the outcome of a call to admit. */
export interface AdmissionOptions {
  /**
   * The units that the call takes of every allowance, together or not at all: a whole number from 1 to 1,000,000,000.
   * Default: 1.
   */
  units?: number | undefined;
  /** The outcome of a call that has already ended. Default: the call has yet to end. */
  ended?: (CallOutcome & Pick<EndedCall, "used">) | undefined;
}

/**
 * Counts calls exactly against the allowances of their caller, and records their outcomes.
 *
 * If the store does not respond, the meter retries with the same id for a while, so a call counts once. If the store
 * still does not respond, the caller gets `storage_unavailable`. Units that may have been counted are refunded in the
 * background for ten minutes. After that, or if the process ends first, they stay counted.
 */
export interface Meter {
  /**
   * Admits a call, or throws {@link QuotaExceededError}. If the account or the key has changed since the principal was
   * read, it calls `reload`. That must read both from the store, and throw if they no longer allow the call.
   *
   * A call that is short and has no side effects can end before it is admitted. Its outcome is then recorded in the same
   * write, unless the counts do not allow it, or the principal was reloaded. `isRecorded` of the result tells. If the
   * store wrote the outcome without confirming it, the call is refunded, and the outcome stays in its bucket.
   *
   * @throws ToolsError `quota_exceeded`; `storage_unavailable` after at most a second plus one more response time of
   *   the store, for callers that arrived together.
   * @throws RangeError If `units` is not such a number.
   */
  admit(
    principal: Principal,
    endpoint: string,
    reload: () => Promise<Principal>,
    options?: AdmissionOptions,
  ): Promise<AdmittedCall>;
  /**
   * Records the outcome of a counted call.
   *
   * @throws ToolsError `storage_unavailable`: the host has to answer the call with a server error, and the call is
   *   being refunded. If the store wrote the outcome without confirming it, the outcome stays in its bucket.
   */
  complete(call: AdmittedCall, outcome: CallOutcome): Promise<void>;
  /**
   * Refunds a call that failed through a server error.
   *
   * @throws ToolsError `storage_unavailable`: the call is still counted, and the refund is retried in the background.
   */
  refund(call: AdmittedCall): Promise<void>;
  /** Returns the current remaining allowance of each policy without counting a call. */
  allowances(principal: Principal): Promise<Allowance[]>;
  /**
   * Returns the remaining allowance of each policy after the account's last call in this process, for use while the
   * store does not respond. A window in which that call was not counted is shown as unused.
   */
  lastKnown(principal: Principal): Allowance[];
}

/** The allowances at a refusal, those of them that were used up, and the units of the call. */
interface Refusal {
  allowances: readonly Allowance[];
  exceeded: readonly Allowance[];
  /** Default: 1. */
  units?: number | undefined;
}

/** A refusal, with the remaining allowance of each policy. */
export class QuotaExceededError extends ToolsError {
  readonly allowances: readonly Allowance[];
  /** The policies that were used up. */
  readonly exceeded: readonly Allowance["policy"][];

  constructor(principal: Principal, { allowances, exceeded, units = 1 }: Refusal, now: number) {
    const resetsAt = Math.max(...exceeded.map((allowance) => allowance.resetsAt));
    super(
      "quota_exceeded",
      exceeded.map((allowance) => describeExceeded(principal, allowance, now, units)).join(" "),
      // The clock may have moved past the reset since the refusal.
      { retryAfter: Math.max(1, Math.ceil((resetsAt - now) / 1000)) },
    );
    this.allowances = allowances;
    this.exceeded = exceeded.map(({ policy }) => policy);
  }
}

/** A share of the calls of a day that an account has used. */
export interface AllowanceReached {
  account: Account;
  percent: (typeof reportedPercents)[number];
  /** Calls per day. */
  limit: number;
  /** Epoch milliseconds. */
  resetsAt: number;
  /** Epoch milliseconds of the call. */
  at: number;
}

const reportedPercents = [100, 80] as const;

/** Returns the highest share of an allowance that a call of some units has reached; `undefined` if it reached none. */
function reachedPercent({ limit, used }: Allowance, units: number) {
  const before = used - units;
  // Most calls are below both shares. A downgrade can leave a limit that was reached before.
  if (used * 100 < limit * 80 || before >= limit) return undefined;
  return reportedPercents.find((percent) => before * 100 < limit * percent && used * 100 >= limit * percent);
}

/** The dependencies of {@link createMeter}. */
export interface MeterOptions {
  usage: UsageStore;
  plans: Plans;
  clock: Clock;
  /**
   * Resolves once the host has accepted the requests that are ready, so calls that arrive together are written
   * together. Use `setImmediate` on Node and Deno. Default: the next microtask.
   */
  defer?: () => Promise<unknown>;
  /** Default: the timer of the host. */
  timer?: Timer;
  /**
   * Called when an account has used 80 or 100 percent of its calls of the day, for the call that reaches it. Must return
   * immediately. Default: does nothing.
   */
  onAllowanceReached?: (reached: AllowanceReached) => void;
  /** Called with calls that stay counted although they failed through a server error. Default: does nothing. */
  onRefundFailed?: (kept: LostRefunds) => void;
}

const admissionAttempts = 3;

// The sums of a batch are then whole numbers in every engine.
const maxUnits = 1e9;

/** Returns an outcome with its credential. Measured on Node 20: a spread costs 0.6 to 3 µs more. */
function toEndedCall(
  { credential }: Principal,
  { succeeded, bytesIn, bytesOut, durationMs, used }: CallOutcome & Pick<EndedCall, "used">,
): EndedCall {
  const ended: EndedCall = { credential: credential.id, succeeded, bytesIn, bytesOut, durationMs };
  if (used) ended.used = used;
  return ended;
}

/**
 * Creates a meter over a usage store.
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
  onAllowanceReached,
  onRefundFailed = () => {},
}: MeterOptions): Meter {
  const writer = usageWriter({
    usage,
    clock,
    defer,
    timer,
    onRefundFailed({ calls, cause }) {
      const named = calls.map(({ account, endpoint, at }) => ({
        account,
        endpoint: readSeriesName(endpoint).endpoint,
        at,
      }));
      onRefundFailed({ calls: named, cause });
    },
  });
  const last = lastCounters();
  const findWindows = currentWindows(plans);
  const seriesName = seriesNames();

  return {
    async admit(caller, endpoint, reload, { ended: outcome, units = 1 } = {}) {
      if (!Number.isInteger(units) || units < 1 || units > maxUnits)
        throw new RangeError(`units: expected a whole number from 1 to ${maxUnits}, received ${units}`);
      let principal = caller;
      // The outcome may depend on the principal, which a reload replaces.
      let ended = outcome && toEndedCall(caller, outcome);
      for (let attempt = 0; attempt < admissionAttempts; attempt++) {
        const at = clock.now();
        const { policies, windows } = findWindows(principal, at);
        const { account, credential } = principal;
        const series = seriesName(account.id, credential.id, endpoint, at);
        const call: UsageCall = {
          account: account.id,
          endpoint: series,
          at,
          windows,
          units,
          fences: principal.fences,
        };
        if (ended) call.ended = ended;
        const admission = await writer.consume(call);
        if (admission.outcome === "stale") {
          ended = undefined;
          principal = await reload();
          const { fences } = principal;
          const raise = () => Promise.all(fences.map(({ id, revision }) => usage.fence(id, revision)));
          await retry(raise, admissionRetryPolicy, isUnanswered, timer);
          continue;
        }
        last.note(principal.account.id, windows, admission.used);
        const allowances = toAllowances(policies, admission.used);
        if (admission.outcome === "refused") {
          const full = new Set(admission.exceeded);
          const exceeded = allowances.filter((_, index) => full.has(windows[index]?.id ?? ""));
          throw new QuotaExceededError(principal, { allowances, exceeded, units }, clock.now());
        }
        // The count of the store is exact, so one call reaches a share.
        const [daily] = allowances;
        const percent = onAllowanceReached && daily && reachedPercent(daily, units);
        if (percent) {
          const { limit, resetsAt } = daily;
          onAllowanceReached({ account: principal.account, percent, limit, resetsAt, at });
        }
        const isRecorded = admission.isRecorded ?? false;
        return { principal, endpoint, series, at, windows, units, allowances, isRecorded };
      }
      throw new ToolsError("storage_unavailable", "Other requests are changing the account. Try again.", {
        retryAfter: 1,
      });
    },

    async complete(call, outcome) {
      const { principal, series: endpoint, at, windows, units } = call;
      const account = principal.account.id;
      const credential = principal.credential.id;
      await writer.complete({ outcome: { account, endpoint, at, credential, ...outcome }, windows, units });
    },

    refund: ({ principal, series: endpoint, at, windows, units }) =>
      writer.refund(toRefund({ account: principal.account.id, endpoint, at, windows, units })),

    async allowances(principal) {
      const { policies, windows } = findWindows(principal, clock.now());
      const { used } = await usage.read({
        account: principal.account.id,
        boundaries: [],
        windows: windows.map(({ id }) => id),
      });
      return toAllowances(policies, used);
    },

    lastKnown(principal) {
      const { policies, windows } = findWindows(principal, clock.now());
      return toAllowances(policies, last.used(principal.account.id, windows));
    },
  };
}
