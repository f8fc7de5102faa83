import { ToolsError } from "@tools-api/core";
import type { MiddlewareHandler } from "hono";
import type { ApiContext, ApiEnv } from "../http/context.ts";
import { mediaType } from "../http/body.ts";
import { type SessionServices, sessionToken } from "./session.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** The media types that a page of any site can send without a preflight request (Fetch, CORS-safelisted). */
const formTypes = new Set(["", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]);

/** Returns whether a page of this server sent the request. Only the browser sets these headers; pages cannot. */
function comesFromOwnPage(c: ApiContext, publicUrl: string): boolean {
  if (c.req.header("Sec-Fetch-Site") === "same-origin") return true;
  const origin = c.req.header("Origin");
  // The requested host is also accepted, because a server may have more names than its public one.
  return origin !== undefined && [new URL(c.req.url).origin, new URL(publicUrl).origin].includes(origin);
}

/**
 * Rejects cross-site request forgery: requests that another site makes a user's browser send.
 *
 * It checks every unsafe request with the session cookie, whatever its body, and every form, because a forged sign-in
 * is an attack too. The request must prove by `Sec-Fetch-Site` or `Origin` that it comes from a page of this server. A
 * request without either is rejected. The cookie is also SameSite=Lax, but that does not cover sibling hosts and old
 * browsers. Unlike Hono's csrf, this middleware also checks JSON requests with the cookie.
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
        "The request did not come from a page of this server. Open the page again and send the form from there.",
      );
    await next();
  };
}
