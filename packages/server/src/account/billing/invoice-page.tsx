import type { Account } from "@tools-api/core/accounts";
import type { OwnInvoice } from "@tools-api/core/billing";
import type { ApiContext } from "../../api/context.ts";
import { Instant } from "../pages/format.tsx";
import { respondDashboard } from "../pages/page-call.tsx";
import { Facts } from "../pages/parts.tsx";
import { FailureNotice, InvoiceStatus } from "./invoice-words.tsx";
import { LineTable } from "./line-table.tsx";

/** Returns the sums below the lines. Payments by credit and by other means appear only if they are above zero. */
function invoiceSums({
  total,
  creditApplied: credit,
  amountPaid: paid,
  amountDue: due,
  amountRefunded,
}: OwnInvoice) {
  const means = [
    ["Paid by credit", credit] as const,
    ["Paid", paid] as const,
    ["Refunded", amountRefunded] as const,
  ];
  return [["Total", total] as const, ...means.filter(([, { amount }]) => amount > 0), ["Due", due] as const];
}

/** Responds with an invoice page that prints on A4 and Letter at any length. */
export function respondInvoice(c: ApiContext, base: string, account: Account, invoice: OwnInvoice) {
  return respondDashboard(
    { c, base, signedIn: { account } },
    {
      title: `Invoice ${invoice.id}`,
      section: "plan",
      styles: ["plan.css"],
      crumb: ["/plan/invoices", "All invoices"],
    },
    <article class="card">
      <div class="page-title">
        <h1>Invoice {invoice.id}</h1>
        <InvoiceStatus status={invoice.status} />
      </div>
      <FailureNotice failure={invoice.paymentFailure} base={base} />
      <Facts
        rows={[
          ["Account", account.id],
          ["Billed to", account.name === "" ? account.email : `${account.name}, ${account.email}`],
          ["Date", <Instant at={invoice.createdAt} />],
          [
            "Billing cycle",
            <>
              <Instant at={invoice.periodStart} /> to <Instant at={invoice.periodEnd} />
            </>,
          ],
          invoice.paidAt !== null && ["Paid on", <Instant at={invoice.paidAt} />],
        ]}
      />
      <LineTable
        label="Lines of the invoice"
        lines={invoice.lines}
        cycle={{ start: invoice.periodStart, end: invoice.periodEnd }}
        sums={invoiceSums(invoice)}
      />
      {invoice.total.amount < 0 && (
        <p class="muted">This credit first reduces open invoices, then later invoices.</p>
      )}
    </article>,
  );
}
