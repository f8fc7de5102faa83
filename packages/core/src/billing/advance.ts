import type { WriteOperation } from "../storage.ts";
import type { LedgerTransaction, SubscriptionState } from "./book.ts";
import { type Billing, commitTransaction, readStanding } from "./commit-transaction.ts";
import { dueBooking } from "./due-booking.ts";

/**
 * Returns the write that marks a cycle as booked, so no process books it twice. Empty if the cycle was booked before.
 */
function periodOf(
  before: SubscriptionState,
  { account, subscription, invoice }: LedgerTransaction,
): WriteOperation[] {
  const { start } = subscription.cycle;
  const isRunning = before.subscriptionRevision !== null && before.subscription.cycle.start === start;
  if (isRunning) return [];
  const key = `billing-periods/${account.id}/${new Date(start).toISOString()}`;
  return [{ key, value: { invoice: invoice?.number ?? null }, ifAbsent: true }];
}

/**
 * Brings billing up to date: closes every billing cycle that has ended and opens the current one, each in a separate
 * commit. Scheduled changes take effect, and the price of each cycle is charged. Several processes can do this
 * concurrently, and it can be interrupted between any two steps.
 *
 * @param now Epoch milliseconds.
 * @returns The current account and subscription.
 * @throws ToolsError `not_found`.
 */
export async function advance(billing: Billing, id: string, now: number): Promise<SubscriptionState> {
  let standing = await readStanding(billing, id, now);
  for (;;) {
    const due = dueBooking(standing, billing.plans, now);
    if ("standing" in due) return due.standing;
    const { booking } = due;
    const committed = await commitTransaction(billing, standing, booking, periodOf(standing, booking));
    standing = committed ?? (await readStanding(billing, id, now));
  }
}
