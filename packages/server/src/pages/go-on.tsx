import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../context.ts";
import { Page } from "./layout.tsx";
import { respondPage } from "./respond-page.ts";

/**
 * Leads a browser on behind a form that was taken.
 *
 * To the authorization server by a page rather than by a redirect: from there it may go on to an application at once,
 * and browsers hold the form's `form-action` against every redirect behind it, wherever that leads.
 *
 * @param path A path of ours, as `ownPath` returns it.
 */
export async function goOn(
  c: ApiContext,
  { basePath }: Pick<AccountServices, "basePath">,
  path: string,
): Promise<Response> {
  if (!path.startsWith(`${basePath}/oauth/`)) return c.redirect(path, 303);
  return respondPage(
    c,
    <Page title="Signed in" base={basePath} narrow goOnTo={path}>
      <div class="card">
        <h1>You are signed in</h1>
        <p>
          <a href={path}>Go on to the application</a>
        </p>
      </div>
    </Page>,
  );
}
