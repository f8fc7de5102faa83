import { type Billing, commitBooking, readStanding } from "./commit-booking.ts";
import { bookPayment } from "./book.ts";
import { getInvoice, type Invoice, reduceInvoice } from "./invoices.ts";

/**
 * Records that an invoice was paid, in full. To do so twice changes nothing.
 *
 * @param now Epoch milliseconds.
 * @returns The invoice as it is then.
 * @throws ToolsError `not_found`.
 */
export async function markInvoicePaid(
  billing: Billing,
  account: string,
  id: string,
  now: number,
): Promise<Invoice> {
  for (;;) {
    const standing = await readStanding(billing, account, now);
    const invoice = await getInvoice(billing.documents, account, id);
    const { number, amountDue } = invoice;
    if (amountDue === 0) return invoice;
    const booking = bookPayment(standing, { number, amount: amountDue }, now);
    if (await commitBooking(billing, standing, booking))
      return reduceInvoice(invoice, { paid: amountDue }, now);
  }
}
