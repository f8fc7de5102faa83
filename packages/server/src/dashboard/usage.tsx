import { Page } from "../pages/layout.tsx";
import type { PageCall } from "../pages/page-call.ts";
import { type PageRoute, signedIn } from "../pages/page-route.ts";
import { respondPage } from "../pages/respond-page.ts";

/** `GET /usage` */
async function showUsage({ c, base, signedIn: { account } }: PageCall): Promise<Response> {
  return respondPage(
    c,
    <Page title="Usage" base={base} signedInAs={account} section="usage">
      <h1>Usage</h1>
    </Page>,
  );
}

export const usagePageRoutes: readonly PageRoute[] = [{ path: "/usage", get: signedIn(showUsage) }];
