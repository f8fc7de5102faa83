import type { Plans } from "@tools-api/core";
import { offeredPlans } from "@tools-api/core/billing";
import { planTitle } from "@tools-api/core/internal";
import type { Tool } from "@tools-api/core/tools";
import type { AccountServices } from "../../account-context.ts";
import type { ApiContext } from "../../../api/context.ts";
import { money, number } from "../../pages/format.tsx";
import { Page } from "../../pages/layout.tsx";
import { Facts, Outcome, Table } from "../../pages/parts.tsx";
import { respondPage } from "../../pages/respond-page.ts";
import { sampleCall } from "../../sample-call.ts";

const outcomes = new Map([["closed", "You closed your account and are signed out."]]);

function PlanTable({ plans }: { plans: Plans }) {
  return (
    <Table label="Plans" columns={["Plan", { amount: "Calls a day" }, { amount: "Price per month" }]}>
      {offeredPlans(plans).map(({ name, description, dailyLimit, price }) => (
        <tr key={name}>
          <th scope="row">
            {planTitle(plans, name)}
            {description && <p class="muted small">{description}</p>}
          </th>
          <td class="amount">{number(dailyLimit)}</td>
          <td class="amount">{money(price)}</td>
        </tr>
      ))}
    </Table>
  );
}

const features = [
  [
    "Keys",
    "Choose the scopes, daily limit and expiry of each key. The server rejects a revoked key from the next call.",
  ],
  ["Usage", "Each call counts once. Calls that fail with a server error do not count."],
] as const;

/** Returns a title that names a few tools, or counts many. */
function landingTitle(tools: readonly Tool[]): string {
  if (tools.length > 3) return `${tools.length} tools with one API`;
  return tools.map(({ consent }) => consent).join(" · ") || "Tools API";
}

/** Shows visitors without a session an introduction to the service. */
export function showLanding(
  c: ApiContext,
  { basePath: base, publicUrl: url, plans, scopes, tools }: AccountServices,
): Promise<Response> {
  const call = sampleCall({ url, tools }, "$TOOLS_API_KEY", scopes.calls);
  const title = landingTitle(tools);
  return respondPage(
    c,
    <Page title={title} base={base}>
      <h1>{title}</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <p>The server stores neither the input nor the results of your calls.</p>
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
          <Facts rows={[...tools.map(({ consent, summary }) => [consent, summary] as const), ...features]} />
        </section>
        <section class="card">
          <h2>Plans</h2>
          <PlanTable plans={plans} />
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
