import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../../api/context.ts";
import { Page } from "./layout.tsx";
import { respondPage } from "./respond-page.ts";

/**
 * Sends a browser to the next page after a successful form.
 *
 * The way to the authorization server leads through a page instead of a redirect. That server may redirect to an
 * application immediately, and browsers apply the form's `form-action` to every redirect after the form.
 *
 * @param path A path of this server, as `ownPath` returns it.
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
          <a href={path}>Continue to the application</a>
        </p>
      </div>
    </Page>,
  );
}
