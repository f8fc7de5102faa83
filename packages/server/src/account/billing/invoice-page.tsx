import type { Account } from "@tools-api/core/accounts";
import type { ApiContext } from "../../api/context.ts";
import { Instant } from "../pages/format.tsx";
import { respondDashboard } from "../pages/page-call.tsx";
import { Facts } from "../pages/parts.tsx";
import { type InvoiceOfCall, InvoiceStatus } from "./invoice-words.tsx";
import { LineTable } from "./line-table.tsx";

/** Returns the sums below the lines. Payments by credit and by other means appear only if they are above zero. */
function invoiceSums({ total, credit_applied: credit, amount_paid: paid, amount_due: due }: InvoiceOfCall) {
  const means = [["Paid by credit", credit] as const, ["Paid", paid] as const];
  return [["Total", total] as const, ...means.filter(([, { amount }]) => amount > 0), ["Due", due] as const];
}

/** Responds with an invoice page that prints on A4 and Letter at any length. */
export function respondInvoice(c: ApiContext, base: string, account: Account, invoice: InvoiceOfCall) {
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
      <Facts
        rows={[
          ["Account", account.id],
          ["Billed to", account.name === "" ? account.email : `${account.name}, ${account.email}`],
          ["Date", <Instant at={invoice.created_at} />],
          [
            "Billing cycle",
            <>
              <Instant at={invoice.period_start} /> to <Instant at={invoice.period_end} />
            </>,
          ],
          invoice.paid_at !== null && ["Paid on", <Instant at={invoice.paid_at} />],
        ]}
      />
      <LineTable
        label="Lines of the invoice"
        lines={invoice.lines}
        cycle={{ start: invoice.period_start, end: invoice.period_end }}
        sums={invoiceSums(invoice)}
      />
      {invoice.total.amount < 0 && (
        <p class="muted">This credit first reduces open invoices, then later invoices.</p>
      )}
    </article>,
  );
}
