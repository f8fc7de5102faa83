import type { WriteOperation } from "../storage.ts";
import type { Booking, Standing } from "./book.ts";
import { type Billing, commitBooking, readStanding } from "./commit-booking.ts";
import { dueBooking } from "./due-booking.ts";

/** The document that says that a cycle was booked, so that nobody does it twice, whatever becomes of the rest. */
function periodOf(before: Standing, { account, subscription, invoice }: Booking): WriteOperation[] {
  const { start } = subscription.cycle;
  const isRunning = before.subscriptionRevision !== null && before.subscription.cycle.start === start;
  if (isRunning) return [];
  const key = `billing-periods/${account.id}/${new Date(start).toISOString()}`;
  return [{ key, value: { invoice: invoice?.number ?? null }, ifAbsent: true }];
}

/**
 * Closes every billing cycle of an account that has ended, and opens the one of now, each in a commit of its own:
 * scheduled changes take their place, and the price of the cycle is charged. Any number of processes may do so at once,
 * and time may go by between any two steps.
 *
 * @param now Epoch milliseconds.
 * @returns The account and its subscription as they stand.
 * @throws ToolsError `not_found`.
 */
export async function settle(billing: Billing, id: string, now: number): Promise<Standing> {
  let standing = await readStanding(billing, id, now);
  for (;;) {
    const due = dueBooking(standing, billing.plans, now);
    if ("standing" in due) return due.standing;
    const { booking } = due;
    const committed = await commitBooking(billing, standing, booking, periodOf(standing, booking));
    standing = committed ?? (await readStanding(billing, id, now));
  }
}
