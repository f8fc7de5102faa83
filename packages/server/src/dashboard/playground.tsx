import { Page } from "../pages/layout.tsx";
import type { PageCall } from "../pages/page-call.ts";
import { type PageRoute, signedIn } from "../pages/page-route.ts";
import { respondPage } from "../pages/respond-page.ts";

/** `GET /playground` */
async function showPlayground({ c, base, signedIn: { account } }: PageCall): Promise<Response> {
  return respondPage(
    c,
    <Page title="Playground" base={base} signedInAs={account} section="playground">
      <h1>Playground</h1>
    </Page>,
  );
}

export const playgroundRoutes: readonly PageRoute[] = [
  { path: "/playground", get: signedIn(showPlayground) },
];
