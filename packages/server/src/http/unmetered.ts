import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { Site } from "./site.ts";
import type { ApiEnv } from "./context.ts";
import { securityHeaders } from "./security-headers.ts";
import { acceptRequestId } from "./request-id.ts";
import { requestRecord } from "./request-record.ts";

/**
 * Sets the header fields of the responses outside /v1: the request id, the security headers, and `no-store` unless the
 * route sets another value, because most hold account data. Also writes the log line of the request.
 */
export function unmetered(
  services: Pick<Site, "log" | "clientAddress" | "publicUrl">,
): MiddlewareHandler<ApiEnv> {
  const fixed = Object.entries(securityHeaders(services.publicUrl));
  return async (c, next) => {
    const started = performance.now();
    const requestId = acceptRequestId(c.req.header("X-Request-Id"));
    c.set("requestId", requestId);
    c.set("address", services.clientAddress(c));
    c.set("bytesIn", 0);
    c.set("bytesOut", 0);
    await next();
    c.header("X-Request-Id", requestId);
    for (const [name, value] of fixed) c.header(name, value);
    if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
    const route = c.get("route") ?? matchedRoutes(c).at(-1)?.path;
    if (route !== undefined) c.set("route", route);
    services.log(requestRecord(c, c.res.status, performance.now() - started), () => c.get("address"));
  };
}
