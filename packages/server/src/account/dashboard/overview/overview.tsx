import type { AccountServices } from "../../account-context.ts";
import { getPlan } from "../../billing/routes.ts";
import type { ApiContext } from "../../../api/context.ts";
import { listKeys } from "../../management/keys.ts";
import { getUsage } from "../../management/usage.ts";
import { type PageCall, pageCall, respondDashboard } from "../../pages/page-call.tsx";
import type { PageRoute } from "../../pages/page-route.ts";
import { Outcome } from "../../pages/parts.tsx";
import { respondSuspended } from "../../pages/suspended-page.tsx";
import { findSession } from "../../sessions/session.ts";
import { sampleCall } from "../../sample-call.ts";
import { hasEndedKeys } from "../keys/key-records.ts";
import { showLanding } from "./landing.tsx";
import { CallsCard, TodayCard } from "./cards.tsx";
import { FirstKeyCard, KeyCard } from "./keys.tsx";
import { PlanCard, PlanNotices } from "./plan.tsx";

const outcomes = new Map([
  ["password", "You set your password. Sign in with it and your email address from now on."],
  ["password-all", "You set your password and ended all API keys, OAuth clients and apps of the account."],
]);

async function showOverview(call: PageCall): Promise<Response> {
  const { c, base, services, ask } = call;
  const { publicUrl: url, tools, scopes } = services;
  // An account has at most 100 active keys, which fit on one page.
  const active = { query: { state: "active", limit: 100 } };
  const [report, plan, { items: live }] = await Promise.all([
    ask(getUsage),
    ask(getPlan),
    ask(listKeys, active),
  ]);
  const isFirst = live.length === 0 && !(await hasEndedKeys(call));
  return respondDashboard(
    call,
    { title: "Overview", section: "overview", scripts: ["single-submit.js"] },
    <>
      <h1>Overview</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <PlanNotices base={base} plan={plan} plans={services.plans} />
      {live.length === 0 && <FirstKeyCard call={call} isFirst={isFirst} />}
      <div class="columns">
        <TodayCard base={base} quota={report.quota} />
        <PlanCard base={base} plan={plan} />
      </div>
      <CallsCard
        base={base}
        report={report}
        sample={live.length > 0 ? sampleCall({ url, tools }, "$TOOLS_API_KEY", scopes.calls) : null}
      />
      {live.length > 0 && <KeyCard base={base} keys={live} />}
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
