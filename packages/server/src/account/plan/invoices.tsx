import type { OwnInvoice } from "@tools-api/core/billing";
import { InvoiceStatus } from "./invoice-words.tsx";
import { getInvoices } from "./invoice-routes.ts";
import { Day, invoiceNumber, money } from "../../ui/format.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { OlderAndNewest, pageQuery, Table } from "../../ui/parts.tsx";

/** Renders invoices with links to their pages. */
export function InvoiceTable({ invoices, base }: { invoices: readonly OwnInvoice[]; base: string }) {
  return (
    <Table label="Invoices" columns={["Invoice", "Status", { amount: "Total" }]}>
      {invoices.map(({ id, number, createdAt, status, total, amountDue }) => (
        <tr key={id}>
          <td>
            <a href={`${base}/account/invoices/${id}`}>{invoiceNumber({ id, number })}</a>
            <div class="muted small">
              <Day at={createdAt} />
            </div>
          </td>
          <td>
            <InvoiceStatus status={status} />
            {amountDue.amount > 0 && <div class="muted small">{money(amountDue)} due</div>}
          </td>
          <td class="amount">{money(total)}</td>
        </tr>
      ))}
    </Table>
  );
}

export async function showInvoices(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const after = c.req.query("after") || undefined;
  const { items, next } = await ask(getInvoices, { query: { order: "desc", ...pageQuery(after) } });
  return respondDashboard(
    page,
    { title: "Invoices", section: "plan", styles: ["plan.css"], crumb: ["/plan", "Plan"] },
    <>
      <h1>Invoices</h1>
      <section class="card">
        {items.length === 0 ? (
          <p class="empty">
            {after ? "You have no older invoices." : "You have no invoices yet. "}
            {!after && <a href={`${base}/plan`}>Compare the plans</a>}
          </p>
        ) : (
          <InvoiceTable invoices={items} base={base} />
        )}
        <OlderAndNewest path={`${base}/plan/invoices`} next={next} after={after} />
      </section>
    </>,
  );
}
