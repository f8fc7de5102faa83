import { Page } from "../pages/layout.tsx";
import type { PageCall } from "../pages/page-call.ts";
import { type PageRoute, signedIn } from "../pages/page-route.ts";
import { respondPage } from "../pages/respond-page.ts";

/** `GET /profile` */
async function showProfile({ c, base, signedIn: { account } }: PageCall): Promise<Response> {
  return respondPage(
    c,
    <Page title="Profile" base={base} signedInAs={account} section="profile">
      <h1>Profile</h1>
    </Page>,
  );
}

export const profileRoutes: readonly PageRoute[] = [{ path: "/profile", get: signedIn(showProfile) }];
