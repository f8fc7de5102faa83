import type { Plans } from "@tools-api/core";
import { offeredPlans, planTitle } from "@tools-api/core/billing";
import type { Tool } from "@tools-api/core/tools";
import type { AccountServices } from "../../session/services.ts";
import type { ApiContext } from "../../http/context.ts";
import { Highlighted } from "../../ui/highlight.tsx";
import { count, money } from "../../ui/format.tsx";
import { Page } from "../../ui/layout.tsx";
import { Outcome } from "../../ui/parts.tsx";
import { respondPage } from "../../ui/respond-page.ts";
import { sampleCall } from "../../ui/sample-call.ts";

const outcomes = new Map([["closed", "You closed your account and are signed out."]]);

function PlanCards({ plans }: { plans: Plans }) {
  return (
    <ul class="plans">
      {offeredPlans(plans).map(({ name, description, dailyLimit, price }) => (
        <li key={name} class="card">
          <h3>{planTitle(plans, name)}</h3>
          <p>
            <b>{money(price)}</b> a month
          </p>
          <p>{count(dailyLimit, "call")} a day</p>
          {description && <p class="muted small">{description}</p>}
        </li>
      ))}
    </ul>
  );
}

const features = [
  [
    "Keys",
    "Choose the scopes, daily limit and expiry of each key. The server rejects a revoked key from the next call.",
  ],
  ["Usage", "Each call counts once. Calls that fail with a server error do not count."],
] as const;

function FeatureCards({ tools }: { tools: readonly Tool[] }) {
  return (
    <ul class="plans">
      {[...tools.map(({ consent, summary }) => [consent, summary] as const), ...features].map(
        ([title, sentence]) => (
          <li key={title} class="card">
            <h3>{title}</h3>
            <p class="muted">{sentence}</p>
          </li>
        ),
      )}
    </ul>
  );
}

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
    <Page title={title} base={base} styles={["landing.css"]}>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <div class="hero">
        <div>
          <h1>{title}</h1>
          <p class="muted">The server stores neither the input nor the results of your calls.</p>
          <p class="actions">
            <a class="button" href={`${base}/sign-up`}>
              Create account
            </a>
            <a class="button quiet" href={`${base}/docs`}>
              Read the docs
            </a>
          </p>
        </div>
        {call !== null && (
          <pre class="wrap" tabindex={0} aria-label="Example call with curl">
            <Highlighted text={call} language="sh" />
          </pre>
        )}
      </div>
      <h2>Features</h2>
      <FeatureCards tools={tools} />
      <h2>Plans</h2>
      <PlanCards plans={plans} />
    </Page>,
  );
}
