import { type Invoice, invoices, subscriptions } from "./documents.ts";
import { getInvoice } from "./invoices.ts";
import { numberedId, postLines } from "./ledger.ts";
import { type Billing, commitChange, readState } from "./store.ts";

/** The rules for an attempt at a payment. */
interface CollectionRules {
  /** The minimum amount of a payment. */
  minimum: number;
  /** True if the provider may have the payment already. Its amount stays as it is then. */
  isStarted: boolean;
  now: number;
}

/**
 * Returns the amount to collect for an invoice: its amount due and that of earlier open invoices below the minimum
 * amount, which have no attempts of their own. Each of them belongs to one payment. The ledger spreads the payment, as
 * every payment above the amount due of its invoice.
 *
 * @returns `null` if the sum is below the minimum. The invoice then waits for the next one, without an attempt, and is
 * not past due.
 */
export async function amountToCollect(
  billing: Billing,
  { account, id, number, amountDue }: Invoice,
  { minimum, isStarted, now }: CollectionRules,
): Promise<number | null> {
  const { documents } = billing;
  const stored = await subscriptions.get(documents, { account });
  const isSmall = (open: { number: number; amountDue: number }) =>
    open.number < number && open.amountDue < minimum;
  if (amountDue >= minimum && !stored?.value.open.some(isSmall)) return amountDue;
  return commitChange(billing, { id: account, now, read: readState }, async (before) => {
    const { open } = before.subscription;
    const invoice = await getInvoice(documents, { account, id });
    const small = await Promise.all(
      open.filter(isSmall).map((entry) => getInvoice(documents, { account, id: numberedId(entry.number) })),
    );
    const isOpen = (other: number | undefined) => open.some((entry) => entry.number === other);
    const mine = small.filter(
      ({ collectedWith }) => collectedWith === number || (!isStarted && !isOpen(collectedWith)),
    );
    const amount = mine.reduce((sum, other) => sum + other.amountDue, invoice.amountDue);
    if (amount < minimum && !isStarted) {
      if (invoice.status === "open") return { answer: null };
      // Credit has reduced the invoice after a failed attempt.
      const others = open.filter((entry) => entry.number !== number);
      const isPastDue = (
        await Promise.all(
          others.map((entry) => getInvoice(documents, { account, id: numberedId(entry.number) })),
        )
      ).some(({ status }) => status !== "open");
      const pastDueSince = isPastDue ? before.subscription.pastDueSince : null;
      const after = { ...before, subscription: { ...before.subscription, pastDueSince } };
      return {
        answer: null,
        transaction: postLines(after, [], now),
        otherWrites: [invoices.put({ account, id }, { ...invoice, status: "open" })],
      };
    }
    const added = mine.filter(({ collectedWith }) => collectedWith !== number);
    if (added.length === 0) return { answer: amount };
    return {
      answer: amount,
      transaction: postLines(before, [], now),
      otherWrites: added.map((other) =>
        invoices.put({ account, id: other.id }, { ...other, collectedWith: number }),
      ),
    };
  });
}
