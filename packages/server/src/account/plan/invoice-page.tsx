import type { Account } from "@tools-api/core/accounts";
import type { OwnInvoice } from "@tools-api/core/billing";
import type { ApiContext } from "../../http/context.ts";
import type { AccountServices } from "../../session/services.ts";
import { Instant, invoiceNumber } from "../../ui/format.tsx";
import { respondDashboard } from "../call/page-call.tsx";
import { Facts } from "../../ui/parts.tsx";
import { inView, viewOf } from "../../ui/view.ts";
import { FailureNotice, InvoiceStatus } from "./invoice-words.tsx";
import { LineTable } from "./line-table.tsx";

/** Returns the sums below the lines. Payments by credit and by other means appear only if they are above zero. */
function invoiceSums({
  total,
  creditApplied: credit,
  amountPaid: paid,
  amountDue: due,
  amountAdjusted: adjusted,
  amountRefunded,
  taxes,
}: OwnInvoice) {
  const included = taxes.map(
    ({ name, percent, amount }) => [`Includes ${percent}% ${name}`, amount] as const,
  );
  const means = [
    ["Paid by credit", credit] as const,
    ["Paid", paid] as const,
    ["Voided or written off", adjusted] as const,
    ["Refunded", amountRefunded] as const,
  ];
  return [
    ["Total", total] as const,
    ...included,
    ...means.filter(([, { amount }]) => amount > 0),
    ["Due", due] as const,
  ];
}

/** Renders a seller or buyer with its address and tax number. */
function Party({ party }: { party: NonNullable<OwnInvoice["seller"]> }) {
  return (
    <>
      {party.name}
      {party.address.map((line) => (
        <>
          <br />
          {line}
        </>
      ))}
      {party.taxId !== null && (
        <>
          <br />
          Tax number {party.taxId}
        </>
      )}
    </>
  );
}

/** Renders the facts, lines and sums of an invoice. */
export function InvoiceContent({
  account,
  invoice,
}: {
  account: Pick<Account, "id" | "name" | "email">;
  invoice: OwnInvoice;
}) {
  const { seller, buyer, dueAt } = invoice;
  const owner = account.name === "" ? account.email : `${account.name}, ${account.email}`;
  return (
    <>
      <Facts
        rows={[
          seller && ["From", <Party party={seller} />],
          ["Account", account.id],
          ["Billed to", buyer ? <Party party={buyer} /> : owner],
          ["Date", <Instant at={invoice.createdAt} />],
          dueAt !== null && invoice.amountDue.amount > 0 && ["Pay by", <Instant at={dueAt} />],
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
    </>
  );
}

/** Responds with an invoice page that prints on A4 and Letter at any length. Its times are in UTC for all readers. */
export function respondInvoice(
  c: ApiContext,
  services: AccountServices,
  account: Account,
  invoice: OwnInvoice,
): Promise<Response> {
  const base = services.basePath;
  const page = () =>
    respondDashboard(
      { c, services, signedIn: { account } },
      {
        title: `Invoice ${invoiceNumber(invoice)}`,
        section: "plan",
        styles: ["plan.css"],
        scripts: ["print-button.js"],
        crumb: ["/plan/invoices", "All invoices"],
      },
      <article class="card">
        <div class="page-title">
          <h1>Invoice {invoiceNumber(invoice)}</h1>
          <InvoiceStatus status={invoice.status} />
        </div>
        <FailureNotice failure={invoice.paymentFailure} base={base} />
        <InvoiceContent account={account} invoice={invoice} />
        <p class="actions no-print">
          <print-button>Print or save as PDF</print-button>
          <a href={`${base}/plan/buyer`}>Change the billing details of later invoices</a>
        </p>
      </article>,
    );
  return inView({ ...viewOf(c, services), timeZone: "UTC" }, page);
}
