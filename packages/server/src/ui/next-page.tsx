import type { ApiContext } from "../http/context.ts";
import type { Site } from "../http/site.ts";
import { Page } from "./layout.tsx";
import { respondPage } from "./respond-page.ts";

// The length of an authorization request with a `state` of 4,096 characters, escaped. Pages contain the path twice.
const maxLength = 16_384;

/**
 * Returns the path to open after a form, or the start page if the path is not on this server.
 * The path is parsed as a browser parses it, and returned in that form. Attack (open redirect): `//evil.example`,
 * `/\evil.example`, `https:evil.example` and a tab between two slashes all lead to another site.
 */
export function ownPath(
  next: string | undefined,
  { publicUrl, basePath }: Pick<Site, "publicUrl" | "basePath">,
): string {
  const start = `${basePath}/`;
  if (
    next === undefined ||
    next.length > maxLength ||
    !next.startsWith("/") ||
    !URL.canParse(next, publicUrl)
  )
    return start;
  const url = new URL(next, publicUrl);
  if (url.origin !== new URL(publicUrl).origin || !url.pathname.startsWith(start)) return start;
  // Resolving dots can produce a path that begins with two slashes, which the browser would take for a host.
  return url.pathname.startsWith("//") ? start : url.pathname + url.search;
}

/**
 * Sends a browser from a form to a page of another server, such as a payment provider. A redirect would need its origin
 * in the `form-action` of the page with the form.
 *
 * @param url A URL from the code of this server, never one from a request.
 */
export async function openElsewhere(
  c: ApiContext,
  { basePath }: Pick<Site, "basePath">,
  url: string,
): Promise<Response> {
  return respondPage(
    c,
    <Page title="Continue" base={basePath} narrow goOnTo={url}>
      <div class="card">
        <h1>Continue to {new URL(url).hostname}</h1>
        <p>
          <a href={url}>Open the page</a>
        </p>
      </div>
    </Page>,
  );
}

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
  { basePath }: Pick<Site, "basePath">,
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
