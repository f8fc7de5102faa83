import { getLedger } from "../../billing/invoice-routes.ts";
import { lineName } from "../../billing/invoice-words.tsx";
import { Instant, money } from "../../pages/format.tsx";
import { Page } from "../../pages/layout.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { OlderAndNewest, TableRegion } from "../../pages/parts.tsx";
import { respondPage } from "../../pages/respond-page.ts";

export async function showLedger({ c, base, signedIn: { account }, ask }: PageCall): Promise<Response> {
  const after = c.req.query("after");
  const { items, next } = await ask(getLedger, { query: { order: "desc", ...(after && { after }) } });
  const path = `${base}/plan/ledger`;
  return respondPage(
    c,
    <Page title="Ledger" base={base} signedInAs={account} section="plan" styles={["plan.css"]}>
      <p class="crumb">
        <a href={`${base}/plan`}>Plan</a>
      </p>
      <h1>Ledger</h1>
      <p class="muted">
        Every charge, credit and payment, newest first. The balance is the amount that you owed after each
        line. A negative balance is a credit. The server never changes or removes a line.
      </p>
      <section class="card">
        {items.length === 0 ? (
          <p class="empty">
            {after ? "The ledger has no older lines." : "You have no charges or payments yet."}
          </p>
        ) : (
          <TableRegion label="Ledger">
            <table>
              <thead>
                <tr>
                  <th scope="col">Description</th>
                  <th scope="col" class="amount">
                    Amount
                  </th>
                  <th scope="col" class="amount">
                    Balance
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((line) => (
                  <tr key={line.id}>
                    <td>
                      {lineName(line)}
                      <div class="muted small">
                        <Instant at={line.created_at} />
                        {", "}
                        <a href={`${base}/account/invoices/${line.invoice}`}>{`invoice ${line.invoice}`}</a>
                      </div>
                    </td>
                    <td class="amount">{money(line.amount)}</td>
                    <td class="amount">{money(line.balance)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableRegion>
        )}
        <OlderAndNewest path={path} next={next} after={after} />
      </section>
    </Page>,
  );
}
