import { getRevenue } from "@tools-api/core/billing";
import { dayMs, isoSeconds } from "@tools-api/core/internal/time";
import { type Cell, csvLine, respondCsv } from "../../http/csv.ts";
import { InvoiceStatus } from "../../account/plan/invoice-words.tsx";
import { Day, Instant, money, invoiceNumber } from "../../ui/format.tsx";
import type { PageCall } from "../../account/call/page-call.tsx";
import { NextPage, pageQuery, Stats, Table } from "../../ui/parts.tsx";
import {
  type BalanceRecord as Balance,
  listAllInvoices,
  listBalances,
  type NumberedInvoiceRecord as NumberedInvoice,
} from "../calls/billing.ts";
import { accountPath, respondConsole } from "./operator-page.tsx";

const path = "/operator/billing";

/** Returns the age of an open invoice in days. */
function ageInDays({ createdAt }: Pick<NumberedInvoice, "createdAt">, now: number): number {
  return Math.max(0, Math.floor((now - createdAt) / dayMs));
}

function OpenInvoices({ balance, base, now }: { balance: Balance; base: string; now: number }) {
  const { account, invoices } = balance;
  return (
    <>
      {invoices.map((invoice) => (
        <div key={invoice.id}>
          <a href={`${base}${accountPath(account.id)}/invoices/${invoice.id}`}>{invoiceNumber(invoice)}</a>{" "}
          <InvoiceStatus status={invoice.status} /> {money(invoice.amountDue)}, {ageInDays(invoice, now)} days
          old
          {invoice.dueAt !== null && (
            <>
              , due <Day at={invoice.dueAt} />
            </>
          )}
          {invoice.paymentFailure && (
            <div class="muted small">
              {invoice.paymentFailure.kind.replaceAll("_", " ")}: {invoice.paymentFailure.reason}
            </div>
          )}
        </div>
      ))}
    </>
  );
}

function BalanceRow({ balance, base, now }: { balance: Balance; base: string; now: number }) {
  const { account, currency, due, credit, pastDueSince, requested } = balance;
  return (
    <tr>
      <th scope="row">
        <a href={base + accountPath(account.id)}>{account.email || account.id}</a>
        <div class="muted small">{account.status}</div>
      </th>
      <td class="amount">{money({ amount: due, currency })}</td>
      <td class="amount">{money({ amount: credit, currency })}</td>
      <td>
        {pastDueSince !== null && (
          <p class="small">
            Past due since <Instant at={pastDueSince} />
          </p>
        )}
        {requested && (
          <p class="small">
            Waits for the {requested.plan} plan since <Instant at={requested.at} />
            {requested.invoice === null ? ", for your approval" : ", for its payment"}
          </p>
        )}
        <OpenInvoices balance={balance} base={base} now={now} />
      </td>
    </tr>
  );
}

/** `GET /operator/billing`: shows the revenue, and the open balances by account and age. */
export async function showBilling(page: PageCall): Promise<Response> {
  const { c, base, services, ask } = page;
  const now = services.clock.now();
  const { currencies: revenue } = await getRevenue(services.documents, now);
  const { items, next } = await ask(listBalances, { query: pageQuery(c.req.query("after")) });
  return respondConsole(
    page,
    { title: "Billing", path },
    <>
      <h1>Billing</h1>
      <section class="card">
        <div class="page-title">
          <h2>Revenue</h2>
          <a class="button quiet small" href={`${base}${path}/invoices.csv`}>
            Download all invoices as CSV
          </a>
        </div>
        {revenue.length === 0 ? (
          <p class="empty">No account owes an amount, and none has paid this month.</p>
        ) : (
          <Stats
            rows={revenue.flatMap(({ currency, due, paid }) => [
              ["due", money({ amount: due, currency })] as const,
              ["paid this month", money({ amount: paid, currency })] as const,
            ])}
          />
        )}
      </section>
      <section class="card">
        <h2>Open balances</h2>
        {items.length === 0 ? (
          <p class="empty">No account has an open invoice, a credit, or an upgrade that waits.</p>
        ) : (
          <Table
            label="Open balances"
            columns={["Account", { amount: "Due" }, { amount: "Credit" }, "Open invoices"]}
          >
            {items.map((balance) => (
              <BalanceRow key={balance.account.id} balance={balance} base={base} now={now} />
            ))}
          </Table>
        )}
        <NextPage path={base + path} next={next} />
      </section>
    </>,
  );
}

const columns: readonly (readonly [name: string, value: (invoice: NumberedInvoice) => Cell])[] = [
  ["number", ({ number }) => number],
  ["account", ({ account }) => account],
  ["invoice", ({ id }) => id],
  ["created_at", ({ createdAt }) => isoSeconds(createdAt)],
  ["due_at", ({ dueAt }) => dueAt && isoSeconds(dueAt)],
  ["paid_at", ({ paidAt }) => paidAt && isoSeconds(paidAt)],
  ["status", ({ status }) => status],
  ["currency", ({ total }) => total.currency],
  ["total", ({ total }) => total.amount],
  ["tax", ({ taxes }) => taxes.reduce((sum, { amount }) => sum + amount.amount, 0)],
  ["credit_applied", ({ creditApplied }) => creditApplied.amount],
  ["amount_paid", ({ amountPaid }) => amountPaid.amount],
  ["amount_due", ({ amountDue }) => amountDue.amount],
  ["amount_adjusted", ({ amountAdjusted }) => amountAdjusted.amount],
  ["amount_refunded", ({ amountRefunded }) => amountRefunded.amount],
  ["buyer_name", ({ buyer }) => buyer && buyer.name],
  ["buyer_tax_id", ({ buyer }) => buyer && buyer.taxId],
];

async function* writeInvoices({ ask }: PageCall): AsyncGenerator<string> {
  yield csvLine(columns.map(([name]) => name));
  for (let after: string | null = "0"; after !== null;) {
    const page: { items: NumberedInvoice[]; next: string | null } = await ask(listAllInvoices, {
      query: { after, limit: 100 },
    });
    yield page.items.map((invoice) => csvLine(columns.map(([, value]) => value(invoice)))).join("");
    after = page.next;
  }
}

/** `GET /operator/billing/invoices.csv`: returns all invoices of the series, in minor units, page by page. */
export async function downloadInvoices(page: PageCall): Promise<Response> {
  const { c } = page;
  return respondCsv(c, "invoices.csv", writeInvoices(page));
}
