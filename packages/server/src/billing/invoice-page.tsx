import type { Account, OwnInvoice } from "@tools-api/core";
import { instant, money } from "../pages/format.tsx";
import { Page } from "../pages/layout.tsx";

function optionalInstant(text: string | null): string {
  return text === null ? "" : instant(text);
}

const lineNames = { charge: "Charge", credit: "Credit", rounding: "Rounding", payment: "Payment" } as const;

const statusNames = {
  open: "Open",
  paid: "Paid",
  payment_failed: "Payment failed",
  uncollectible: "Not collectible",
  credit: "In your favour",
} as const;

function Sum({ name, value }: { name: string; value: OwnInvoice["total"] }) {
  return (
    <tr>
      <th scope="row" colspan={2}>
        {name}
      </th>
      <td class="amount">{money(value)}</td>
    </tr>
  );
}

/** An invoice that prints on a page of A4 or Letter, whatever its length. */
export function InvoicePage({
  invoice,
  account,
  base,
}: {
  invoice: OwnInvoice;
  account: Account;
  base: string;
}) {
  return (
    <Page title={`Invoice ${invoice.id}`} base={base} signedInAs={account} section="plan">
      <section class="card invoice">
        <h1>Invoice {invoice.id}</h1>
        <dl>
          <dt>Account</dt>
          <dd>{account.id}</dd>
          <dt>For</dt>
          <dd>{account.name === "" ? account.email : `${account.name}, ${account.email}`}</dd>
          <dt>Date</dt>
          <dd>{instant(invoice.createdAt)}</dd>
          <dt>Billing cycle</dt>
          <dd>
            {instant(invoice.periodStart)} to {instant(invoice.periodEnd)}
          </dd>
          <dt>Status</dt>
          <dd>{statusNames[invoice.status]}</dd>
        </dl>
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">From and to</th>
              <th scope="col" class="amount">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {invoice.lines.map(({ kind, plan, from, to, amount }) => (
              <tr key={`${kind} ${plan}`}>
                <td>
                  {lineNames[kind]}
                  {plan && `, ${plan} plan`}
                </td>
                <td>
                  {optionalInstant(from)}
                  <br />
                  {optionalInstant(to)}
                </td>
                <td class="amount">{money(amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <Sum name="Total" value={invoice.total} />
            {invoice.creditApplied.amount > 0 && <Sum name="Paid by credit" value={invoice.creditApplied} />}
            {invoice.amountPaid.amount > 0 && <Sum name="Paid" value={invoice.amountPaid} />}
            <Sum name="Due" value={invoice.amountDue} />
          </tfoot>
        </table>
      </section>
    </Page>
  );
}
