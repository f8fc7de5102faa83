import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Site } from "./site.ts";
import type { ApiContext } from "./context.ts";

type CookieServices = Pick<Site, "publicUrl">;

/**
 * Returns the cookie prefix with which browsers reject the cookie from another host or without TLS (RFC 6265bis
 * §4.1.3.2).
 */
function hostPrefix({ publicUrl }: CookieServices): "host" | undefined {
  return publicUrl.startsWith("https:") ? "host" : undefined;
}

/** Returns attributes that hide the cookie from scripts and from forms of other sites. */
function attributes(services: CookieServices) {
  const prefix = hostPrefix(services);
  return { path: "/", httpOnly: true, sameSite: "Lax", ...(prefix && { prefix, secure: true }) } as const;
}

/** Returns the value of a cookie, which is not verified. */
export function readCookie(c: ApiContext, services: CookieServices, name: string): string | undefined {
  const prefix = hostPrefix(services);
  return prefix ? getCookie(c, name, prefix) : getCookie(c, name);
}

export function writeCookie(
  c: ApiContext,
  services: CookieServices,
  { name, value, maxAge }: { name: string; value: string; maxAge: number },
): void {
  setCookie(c, name, value, { ...attributes(services), maxAge });
}

export function removeCookie(c: ApiContext, services: CookieServices, name: string): void {
  deleteCookie(c, name, attributes(services));
}
