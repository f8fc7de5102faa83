import {
  type Billing,
  type BillingFailure,
  buildDirectory,
  collectPayments,
  sweepBilling,
} from "@tools-api/core/billing";
import { minuteMs } from "@tools-api/core/internal/time";
import { about, repeat } from "./repeat.ts";

/** A background task that closes billing cycles. */
export interface BillingSweeper {
  /** Stops the task. Resolves when the current sweep is complete. */
  stop(): Promise<void>;
}

/**
 * Closes billing cycles and takes payments, immediately and then about every minute. Random intervals keep the
 * processes of a store from sweeping at the same time. The timer does not keep the process alive. The first sweep on a
 * store of an earlier release also adds its accounts to the directory that operators search.
 *
 * @param onFailure Receives an account whose billing failed, or `null` for the sweep itself. The next sweep tries
 * again.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { startBillingSweeper } from "@tools-api/server";
 *
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
 * const sweeper = startBillingSweeper(billing, Date.now, ({ account, error }) => console.error(account, error));
 * await sweeper.stop();
 * ```
 */
export function startBillingSweeper(
  billing: Billing,
  now: () => number,
  onFailure: (failed: BillingFailure | { account: null; error: unknown }) => void,
): BillingSweeper {
  const stopped = new AbortController();
  const { signal } = stopped;
  const sweep = async () => {
    try {
      await sweepBilling(billing, now(), onFailure);
      await collectPayments(billing, now(), onFailure);
      await buildDirectory(billing.documents, { signal });
    } catch (error) {
      onFailure({ account: null, error });
    }
  };
  const running = repeat(signal, sweep, about(minuteMs));
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
