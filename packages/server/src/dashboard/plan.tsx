import { Page } from "../pages/layout.tsx";
import type { PageCall } from "../pages/page-call.ts";
import { type PageRoute, signedIn } from "../pages/page-route.ts";
import { respondPage } from "../pages/respond-page.ts";

/** `GET /plan` */
async function showPlan({ c, base, signedIn: { account } }: PageCall): Promise<Response> {
  return respondPage(
    c,
    <Page title="Plan" base={base} signedInAs={account} section="plan">
      <h1>Plan</h1>
    </Page>,
  );
}

export const planRoutes: readonly PageRoute[] = [{ path: "/plan", get: signedIn(showPlan) }];
