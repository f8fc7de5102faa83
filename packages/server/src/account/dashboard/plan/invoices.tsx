import { type InvoiceOfCall, InvoiceStatus } from "../../billing/invoice-words.tsx";
import { getInvoices } from "../../billing/invoice-routes.ts";
import { Day, money } from "../../pages/format.tsx";
import { Page } from "../../pages/layout.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { OlderAndNewest, TableRegion } from "../../pages/parts.tsx";
import { respondPage } from "../../pages/respond-page.ts";

/** Renders invoices with links to their pages. */
export function InvoiceTable({ invoices, base }: { invoices: readonly InvoiceOfCall[]; base: string }) {
  return (
    <TableRegion label="Invoices">
      <table>
        <thead>
          <tr>
            <th scope="col">Invoice</th>
            <th scope="col">Status</th>
            <th scope="col" class="amount">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map(({ id, created_at, status, total, amount_due }) => (
            <tr key={id}>
              <td>
                <a href={`${base}/account/invoices/${id}`}>{id}</a>
                <div class="muted small">
                  <Day at={created_at} />
                </div>
              </td>
              <td>
                <InvoiceStatus status={status} />
                {amount_due.amount > 0 && <div class="muted small">{money(amount_due)} due</div>}
              </td>
              <td class="amount">{money(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

export async function showInvoices({ c, base, signedIn: { account }, ask }: PageCall): Promise<Response> {
  const after = c.req.query("after");
  const { items, next } = await ask(getInvoices, { query: { order: "desc", ...(after && { after }) } });
  const path = `${base}/plan/invoices`;
  return respondPage(
    c,
    <Page title="Invoices" base={base} signedInAs={account} section="plan" styles={["plan.css"]}>
      <p class="crumb">
        <a href={`${base}/plan`}>Plan</a>
      </p>
      <h1>Invoices</h1>
      <section class="card">
        {items.length === 0 ? (
          <p class="empty">{after ? "You have no older invoices." : "You have no invoices yet."}</p>
        ) : (
          <InvoiceTable invoices={items} base={base} />
        )}
        <OlderAndNewest path={path} next={next} after={after} />
      </section>
    </Page>,
  );
}
