import { Page } from "../pages/layout.tsx";
import type { PageCall } from "../pages/page-call.ts";
import { type PageRoute, signedIn } from "../pages/page-route.ts";
import { respondPage } from "../pages/respond-page.ts";

/** `GET /apps` */
async function showApps({ c, base, signedIn: { account } }: PageCall): Promise<Response> {
  return respondPage(
    c,
    <Page title="Apps" base={base} signedInAs={account} section="apps">
      <h1>Apps</h1>
    </Page>,
  );
}

export const appRoutes: readonly PageRoute[] = [{ path: "/apps", get: signedIn(showApps) }];
