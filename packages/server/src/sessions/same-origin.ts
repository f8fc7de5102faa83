import { ToolsError } from "@tools-api/core";
import type { MiddlewareHandler } from "hono";
import type { ApiContext, ApiEnv } from "../context.ts";
import { mediaType } from "../http/body.ts";
import { type SessionServices, sessionToken } from "./session.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** What a page of any site can have a browser send without asking the server first (Fetch, CORS-safelisted). */
const formTypes = new Set(["", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]);

/** Headers that no page can set: the browser alone says where a request comes from. */
function comesFromOwnPage(c: ApiContext, publicUrl: string): boolean {
  if (c.req.header("Sec-Fetch-Site") === "same-origin") return true;
  const origin = c.req.header("Origin");
  // The host that the browser asked for as well, since a server is reached by more names than its public one.
  return origin !== undefined && [new URL(c.req.url).origin, new URL(publicUrl).origin].includes(origin);
}

/**
 * Refuses what another site has a browser send in its user's name (cross-site request forgery): an unsafe request that
 * carries the session cookie, whatever its body, and any form, since a forged sign-in is an attack too. It has to
 * prove by `Sec-Fetch-Site` or `Origin` that it comes from a page of ours; one that says nothing is refused. The cookie
 * itself is SameSite=Lax, which leaves out sibling hosts and old browsers. Unlike csrf of Hono this also looks at
 * JSON that comes with the cookie.
 *
 * Throws `cross_origin_request`.
 */
export function sameOrigin(services: Pick<SessionServices, "publicUrl">): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const isGuarded =
      !safeMethods.has(c.req.method) &&
      (sessionToken(c, services) !== undefined || formTypes.has(mediaType(c)));
    if (isGuarded && !comesFromOwnPage(c, services.publicUrl))
      throw new ToolsError(
        "cross_origin_request",
        "The request did not come from a page of this server. Open the page again, and send it from there.",
      );
    await next();
  };
}
