import type { AccountServices } from "../../session/services.ts";
import { getPlan } from "../plan/routes.ts";
import type { ApiContext } from "../../http/context.ts";
import { listKeys } from "../keys/routes.ts";
import { getRequestSummary } from "../requests/requests-routes.ts";
import { getUsage } from "../report/usage-routes.ts";
import { type PageCall, pageCall, respondDashboard } from "../call/page-call.tsx";
import type { PageRoute } from "../call/page-route.ts";
import { Outcome } from "../../ui/parts.tsx";
import { respondSuspended } from "../call/suspended-page.tsx";
import { findSession } from "../../session/session.ts";
import { sampleCall } from "../../ui/sample-call.ts";
import { hasEndedKeys } from "../keys/key-records.ts";
import { showLanding } from "./landing.tsx";
import { periodNames } from "../report/periods.ts";
import { daysBefore, rangeBefore } from "../report/query.ts";
import { CallsCard, ErrorsCard, Figures, FirstCallCard } from "./cards.tsx";
import { UsedUp } from "../usage/today.tsx";
import { FirstKeyCard, KeyCard } from "./keys.tsx";
import { PlanNotices } from "./plan.tsx";

const outcomes = new Map([
  ["password", "You set your password. Sign in with it and your email address from now on."],
  ["password-all", "You set your password and ended all API keys, OAuth clients and apps of the account."],
]);

const daysShown = 30;

/** Returns the usage of the last 30 UTC days, as the allowance counts them, and of the 30 days before. */
async function readUsage({ ask, services }: PageCall) {
  const today = new Date(services.clock.now()).toISOString().slice(0, 10);
  const range = { startDate: daysBefore(today, daysShown - 1), endDate: today };
  const [report, before] = await Promise.all([
    ask(getUsage, { query: { start_date: range.startDate, end_date: today } }),
    ask(getUsage, { query: rangeBefore(range) }),
  ]);
  return { report, before };
}

async function showOverview(call: PageCall): Promise<Response> {
  const { c, base, services, ask } = call;
  const { publicUrl: url, tools, scopes } = services;
  // An account has at most 100 active keys, which fit on one page.
  const active = { query: { state: "active", limit: 100 } };
  const [usage, plan, { items: live }, requests] = await Promise.all([
    readUsage(call),
    ask(getPlan),
    ask(listKeys, active),
    services.requestLogMs > 0 ? ask(getRequestSummary) : null,
  ]);
  const { report, before } = usage;
  const { calls, rejected, serverErrors } = report.totals;
  const hasKeys = live.length > 0;
  const isFirst = !hasKeys && !(await hasEndedKeys(call));
  const sample = sampleCall({ url, tools }, "$TOOLS_API_KEY", scopes.calls);
  const waits = hasKeys && sample !== null && calls + rejected + serverErrors === 0;
  return respondDashboard(
    call,
    {
      title: "Overview",
      section: "overview",
      styles: ["chart.css", "usage.css"],
      scripts: ["single-submit.js", "usage-chart.js", ...(waits ? ["copy-button.js", "first-call.js"] : [])],
    },
    <>
      <h1>Overview</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <PlanNotices base={base} plan={plan} plans={services.plans} />
      {report.quota.remaining === 0 && <UsedUp base={base} resetsAt={report.quota.resetsAt} />}
      {!hasKeys && <FirstKeyCard call={call} isFirst={isFirst} />}
      {waits && <FirstCallCard base={base} sample={sample} />}
      <Figures base={base} report={report} before={before} plan={plan} requests={requests} />
      <CallsCard base={base} report={report} before={before} names={await periodNames(report)} />
      <div class="columns">
        {requests && <ErrorsCard base={base} requests={requests} />}
        {hasKeys && <KeyCard base={base} keys={live} />}
      </div>
    </>,
  );
}

/** `GET /`: shows the overview to signed-in users, and the introduction to other visitors. */
async function showStart(c: ApiContext, services: AccountServices): Promise<Response> {
  const found = await findSession(c, services);
  if (!found) return showLanding(c, services);
  if (found.account.status !== "active") return respondSuspended(c, services, found.account);
  return showOverview(pageCall(c, services, found));
}

export const overviewRoutes: readonly PageRoute[] = [{ path: "/", get: showStart }];
