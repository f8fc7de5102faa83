import { Page } from "../pages/layout.tsx";
import type { PageCall } from "../pages/page-call.ts";
import { type PageRoute, signedIn } from "../pages/page-route.ts";
import { respondPage } from "../pages/respond-page.ts";

/** `GET /keys` */
async function showKeys({ c, base, signedIn: { account } }: PageCall): Promise<Response> {
  return respondPage(
    c,
    <Page title="API keys" base={base} signedInAs={account} section="keys">
      <h1>API keys</h1>
    </Page>,
  );
}

export const keyPageRoutes: readonly PageRoute[] = [{ path: "/keys", get: signedIn(showKeys) }];
