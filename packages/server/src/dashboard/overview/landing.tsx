import type { Plan } from "@tools-api/core";
import type { AccountServices } from "../../account-context.ts";
import { planTitle } from "../../billing/invoice-words.tsx";
import type { ApiContext } from "../../context.ts";
import { money, number } from "../../pages/format.tsx";
import { Page } from "../../pages/layout.tsx";
import { Outcome, TableRegion } from "../../pages/parts.tsx";
import { respondPage } from "../../pages/respond-page.ts";
import { sampleCall } from "../../sample-call.ts";

const outcomes = new Map([["closed", "The account is closed. This browser is signed out."]]);

function PlanTable({ plans }: { plans: readonly Plan[] }) {
  return (
    <TableRegion label="Plans">
      <table>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col" class="amount">
              Calls a day
            </th>
            <th scope="col" class="amount">
              A month
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map(({ name, dailyLimit, price }) => (
            <tr key={name}>
              <th scope="row">{planTitle(name)}</th>
              <td class="amount">{number(dailyLimit)}</td>
              <td class="amount">{money(price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

/** Shows visitors without a session an introduction to the service. */
export function showLanding(
  c: ApiContext,
  { basePath: base, publicUrl, plans }: AccountServices,
): Promise<Response> {
  const call = sampleCall(publicUrl, "$TOOLS_API_KEY");
  return respondPage(
    c,
    <Page title="Text analysis and image conversion" base={base}>
      <h1>Text analysis and image conversion</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <p>
        Two tools behind one API. What you send is worked on by this server alone; it is neither stored nor
        passed on.
      </p>
      <p class="actions">
        <a class="button" href={`${base}/sign-up`}>
          Create an account
        </a>
        <a class="button quiet" href={`${base}/sign-in`}>
          Sign in
        </a>
        <a href={`${base}/docs`}>API reference</a>
      </p>
      <div class="columns">
        <section class="card">
          <h2>What it does</h2>
          <dl>
            <dt>Texts</dt>
            <dd>Sentiment, entities, keywords, summary, language, readability, syntax, personal data.</dd>
            <dt>Images</dt>
            <dd>Reads what cameras, phones and designers make, and writes it smaller in another format.</dd>
            <dt>Keys</dt>
            <dd>
              Each with what it may do, a daily cap and a last day, as you choose. A revoked key is refused at
              its next call.
            </dd>
            <dt>Usage</dt>
            <dd>Every call is counted, once; those that fail on our side are not.</dd>
          </dl>
        </section>
        <section class="card">
          <h2>Plans</h2>
          <PlanTable plans={Object.values(plans)} />
        </section>
      </div>
      <section class="card">
        <h2>A call</h2>
        <pre class="wrap" tabindex={0} aria-label="A call with curl">
          {call}
        </pre>
      </section>
    </Page>,
  );
}
