import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "./context.ts";

// One year, the minimum that browsers' preload lists accept. Without `includeSubDomains`: the operator's other hosts
// may use http.
const transportSecurity = "max-age=31536000";

/**
 * Returns the header fields that protect every response. They forbid content sniffing and, under an https public URL,
 * plain http on later visits (RFC 6797 §6.1).
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    ...(publicUrl.startsWith("https:") && { "Strict-Transport-Security": transportSecurity }),
  };
}

/** Sets the security headers on every response that does not pass through `edge`, which sets them itself. */
export function secured(publicUrl: string): MiddlewareHandler<ApiEnv> {
  const fields = Object.entries(securityHeaders(publicUrl));
  return async (c, next) => {
    c.set("isSecured", false);
    await next();
    if (c.get("isSecured")) return;
    for (const [name, value] of fields) c.header(name, value);
  };
}
