// Deno's own timers are numbers, without `unref`.
import { clearTimeout, setTimeout } from "node:timers";
import { type Billing, collectPayments, type BillingFailure, sweepBilling } from "@tools-api/core/billing";

/** A background task that closes billing cycles. */
export interface BillingSweeper {
  /** Stops the task. Resolves when the current sweep is complete. */
  stop(): Promise<void>;
}

const everyMs = 60_000;

/**
 * Closes billing cycles and takes payments, immediately and then about every minute. Random intervals keep the
 * processes of a store from sweeping at the same time. The timer does not keep the process alive.
 *
 * @param onFailure Receives an account whose billing failed, or `null` for the sweep itself. The next sweep tries
 * again.
 */
export function startBillingSweeper(
  billing: Billing,
  now: () => number,
  onFailure: (failed: BillingFailure | { account: null; error: unknown }) => void,
): BillingSweeper {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const sweep = async () => {
    try {
      await sweepBilling(billing, now(), onFailure);
      await collectPayments(billing, now(), onFailure);
    } catch (error) {
      onFailure({ account: null, error });
    }
    if (!isStopped) schedule();
  };
  let running = Promise.resolve();
  const schedule = () => {
    timer = setTimeout(
      () => {
        running = sweep();
      },
      everyMs * (0.75 + Math.random() / 2),
    );
    timer.unref();
  };
  running = sweep();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
