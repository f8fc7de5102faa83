import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "../context.ts";
import { securityHeaders } from "../http/security-headers.ts";

/** Sets the security headers on every response that does not pass through `edge`, which sets them itself. */
export function secured(publicUrl: string): MiddlewareHandler<ApiEnv> {
  const fields = Object.entries(securityHeaders(publicUrl));
  return async (c, next) => {
    await next();
    for (const [name, value] of fields) c.header(name, value);
  };
}
