import type { Plan } from "@tools-api/core";
import type { AccountServices } from "../../account-context.ts";
import { planTitle } from "../../billing/invoice-words.tsx";
import type { ApiContext } from "../../../api/context.ts";
import { money, number } from "../../pages/format.tsx";
import { Page } from "../../pages/layout.tsx";
import { Facts, Outcome, Table } from "../../pages/parts.tsx";
import { respondPage } from "../../pages/respond-page.ts";
import { sampleCall } from "../../sample-call.ts";

const outcomes = new Map([["closed", "You closed your account and are signed out."]]);

function PlanTable({ plans }: { plans: readonly Plan[] }) {
  return (
    <Table label="Plans" columns={["Plan", { amount: "Calls a day" }, { amount: "Price per month" }]}>
      {plans.map(({ name, dailyLimit, price }) => (
        <tr key={name}>
          <th scope="row">{planTitle(name)}</th>
          <td class="amount">{number(dailyLimit)}</td>
          <td class="amount">{money(price)}</td>
        </tr>
      ))}
    </Table>
  );
}

const features = [
  [
    "Texts",
    "Find sentiment, entities, keywords, language, readability, syntax and personal data, and get a summary.",
  ],
  ["Images", "Convert images from cameras, phones and design tools to smaller files in another format."],
  [
    "Keys",
    "Choose the scopes, daily limit and expiry of each key. The server rejects a revoked key from the next call.",
  ],
  ["Usage", "Each call counts once. Calls that fail with a server error do not count."],
] as const;

/** Shows visitors without a session an introduction to the service. */
export function showLanding(
  c: ApiContext,
  { basePath: base, publicUrl, plans, scopes }: AccountServices,
): Promise<Response> {
  const call = sampleCall(publicUrl, "$TOOLS_API_KEY", scopes.calls);
  return respondPage(
    c,
    <Page title="Text analysis and image conversion" base={base}>
      <h1>Text analysis and image conversion</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <p>
        Two tools with one API. This server processes your texts and images, and neither stores nor shares
        them.
      </p>
      <p class="actions">
        <a class="button" href={`${base}/sign-up`}>
          Create account
        </a>
        <a class="button quiet" href={`${base}/sign-in`}>
          Sign in
        </a>
        <a href={`${base}/docs`}>API reference</a>
      </p>
      <div class="columns">
        <section class="card">
          <h2>Features</h2>
          <Facts rows={features} />
        </section>
        <section class="card">
          <h2>Plans</h2>
          <PlanTable plans={Object.values(plans)} />
        </section>
      </div>
      <section class="card">
        <h2>Example call</h2>
        <pre class="wrap" tabindex={0} aria-label="Example call with curl">
          {call}
        </pre>
      </section>
    </Page>,
  );
}
