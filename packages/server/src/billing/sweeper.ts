// Deno's own timers are numbers, without `unref`.
import { clearTimeout, setTimeout } from "node:timers";
import { type Billing, collectPayments, type FailedSettlement, sweepBilling } from "@tools-api/core";

/** Closes billing cycles while it runs. */
export interface BillingSweeper {
  /** Ends it; resolves when what it is at is done. */
  stop(): Promise<void>;
}

const everyMs = 60_000;

/**
 * Closes billing cycles and takes payments, now and then about every minute, a random part earlier or later, so that the many processes on a store do not
 * all come at once. It keeps no process from ending.
 *
 * @param onFailure Told of an account that could not be settled, or `null` for the sweep itself; the next one tries again.
 */
export function startBillingSweeper(
  billing: Billing,
  now: () => number,
  onFailure: (failed: FailedSettlement | { account: null; error: unknown }) => void,
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
