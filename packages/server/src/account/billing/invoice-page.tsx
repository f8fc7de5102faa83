import type { Account } from "@tools-api/core/accounts";
import { Instant } from "../pages/format.tsx";
import { Page } from "../pages/layout.tsx";
import { type InvoiceOfCall, InvoiceStatus } from "./invoice-words.tsx";
import { LineTable } from "./line-table.tsx";

/** Returns the sums below the lines. Payments by credit and by other means appear only if they are above zero. */
function sumsOf({ total, credit_applied: credit, amount_paid: paid, amount_due: due }: InvoiceOfCall) {
  const means = [["Paid by credit", credit] as const, ["Paid", paid] as const];
  return [["Total", total] as const, ...means.filter(([, { amount }]) => amount > 0), ["Due", due] as const];
}

/** Renders an invoice page that prints on A4 and Letter at any length. */
export function InvoicePage({
  invoice,
  account,
  base,
}: {
  invoice: InvoiceOfCall;
  account: Account;
  base: string;
}) {
  return (
    <Page
      title={`Invoice ${invoice.id}`}
      base={base}
      signedInAs={account}
      section="plan"
      styles={["plan.css"]}
    >
      <p class="crumb">
        <a href={`${base}/plan/invoices`}>All invoices</a>
      </p>
      <article class="card">
        <div class="page-title">
          <h1>Invoice {invoice.id}</h1>
          <InvoiceStatus status={invoice.status} />
        </div>
        <dl>
          <dt>Account</dt>
          <dd>{account.id}</dd>
          <dt>Billed to</dt>
          <dd>{account.name === "" ? account.email : `${account.name}, ${account.email}`}</dd>
          <dt>Date</dt>
          <dd>
            <Instant at={invoice.created_at} />
          </dd>
          <dt>Billing cycle</dt>
          <dd>
            <Instant at={invoice.period_start} /> to <Instant at={invoice.period_end} />
          </dd>
          {invoice.paid_at && (
            <>
              <dt>Paid on</dt>
              <dd>
                <Instant at={invoice.paid_at} />
              </dd>
            </>
          )}
        </dl>
        <LineTable
          label="Lines of the invoice"
          lines={invoice.lines}
          cycle={{ start: invoice.period_start, end: invoice.period_end }}
          sums={sumsOf(invoice)}
        />
        {invoice.total.amount < 0 && (
          <p class="muted">This credit first reduces open invoices, then later invoices.</p>
        )}
      </article>
    </Page>
  );
}
