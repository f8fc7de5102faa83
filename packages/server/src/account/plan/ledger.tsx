import { getLedger } from "./invoice-routes.ts";
import { lineName } from "./invoice-words.tsx";
import { money, Relative } from "../../ui/format.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { OlderAndNewest, pageQuery, Table } from "../../ui/parts.tsx";

export async function showLedger(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const after = c.req.query("after") || undefined;
  const { items, next } = await ask(getLedger, { query: { order: "desc", ...pageQuery(after) } });
  return respondDashboard(
    page,
    { title: "Ledger", section: "plan", styles: ["plan.css"], crumb: ["/plan", "Plan"] },
    <>
      <h1>Ledger</h1>
      <p class="muted">
        Every charge, credit and payment, newest first. The balance is the amount that you owed after each
        line. A negative balance is a credit. The server never changes or removes a line.
      </p>
      <section class="card">
        {items.length === 0 ? (
          <p class="empty">
            {after ? "The ledger has no older lines." : "You have no charges or payments yet. "}
            {!after && <a href={`${base}/plan`}>Compare the plans</a>}
          </p>
        ) : (
          <Table label="Ledger" columns={["Description", { amount: "Amount" }, { amount: "Balance" }]}>
            {items.map((line) => (
              <tr key={line.id}>
                <td>
                  {lineName(line)}
                  <div class="muted small">
                    <Relative at={line.createdAt} />
                    {", "}
                    <a href={`${base}/account/invoices/${line.invoice}`}>{`invoice ${line.invoice}`}</a>
                  </div>
                </td>
                <td class="amount">{money(line.amount)}</td>
                <td class="amount">{money(line.balance)}</td>
              </tr>
            ))}
          </Table>
        )}
        <OlderAndNewest path={`${base}/plan/ledger`} next={next} after={after} />
      </section>
    </>,
  );
}
