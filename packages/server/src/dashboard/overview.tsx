import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../context.ts";
import { getUsage } from "../management/usage.ts";
import { count, Instant, number } from "../pages/format.tsx";
import { Page } from "../pages/layout.tsx";
import { type PageCall, pageCall } from "../pages/page-call.ts";
import type { PageRoute } from "../pages/page-route.ts";
import { respondPage } from "../pages/respond-page.ts";
import { findSession } from "../sessions/session.ts";

async function showOverview({ c, base, signedIn: { account }, ask }: PageCall): Promise<Response> {
  const { quota, totals } = await ask(getUsage);
  return respondPage(
    c,
    <Page title="Overview" base={base} signedInAs={account} section="overview">
      <h1>Overview</h1>
      <section class="card">
        <h2>Today</h2>
        <dl class="stats">
          <div>
            <dt>{`of ${number(quota.limit)} calls used`}</dt>
            <dd>{number(quota.used)}</dd>
          </div>
        </dl>
        <progress max={quota.limit} value={quota.used} aria-label="Calls used today">
          {number(quota.used)}
        </progress>
        <p class="muted">
          The allowance is whole again at <Instant at={quota.resets_at} />. {count(totals.calls, "call")} in
          the last 30 days.
        </p>
      </section>
    </Page>,
  );
}

function showLanding(c: ApiContext, { basePath: base }: AccountServices): Promise<Response> {
  return respondPage(
    c,
    <Page title="Text analysis and image conversion" base={base} narrow>
      <div class="card">
        <h1>Text analysis and image conversion</h1>
        <p>
          <a class="button" href={`${base}/sign-up`}>
            Create an account
          </a>
        </p>
        <p>
          <a href={`${base}/sign-in`}>Sign in</a> · <a href={`${base}/docs`}>Read the API reference</a>
        </p>
      </div>
    </Page>,
  );
}

/** `GET /`: the overview of who is signed in, and for everybody else what this is. */
async function showStart(c: ApiContext, services: AccountServices): Promise<Response> {
  const found = await findSession(c, services);
  return found ? showOverview(pageCall(c, services, found)) : showLanding(c, services);
}

export const overviewRoutes: readonly PageRoute[] = [{ path: "/", get: showStart }];
