import type { MiddlewareHandler } from "hono";
import type { ApiContext, ApiEnv, Services } from "../context.ts";
import { respondProblem } from "../http/respond.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { asToolsError } from "../http/problem.ts";
import { rateLimitHeaders } from "../rate-limit.ts";
import { acceptRequestId } from "../http/request-id.ts";
import { requestRecord } from "../request-record.ts";

/** Returns the header fields of every response under /v1. */
function edgeFields(
  c: ApiContext,
  services: Services,
  fixed: Record<string, string>,
  requestId: string,
): Record<string, string> {
  const limits = c.get("rateLimits") ?? [services.attempts.rateLimit(c.get("address"))];
  return {
    ...fixed,
    "X-Request-Id": requestId,
    // The values of the caller's allowance are already account data.
    "Cache-Control": "no-store",
    ...rateLimitHeaders(limits, services.clock.now(), c.res.status !== 503),
  };
}

/**
 * Adds header fields to the response. A JSON response without other fields is created again with all of them: on Node,
 * changing a response creates a `Headers` object, which costs more than the rest of the response.
 *
 * @param isFirst - Whether no other middleware ran before, which may have set fields.
 */
function addFields(c: ApiContext, fields: Record<string, string>, isFirst: boolean): void {
  const json = c.get("json");
  if (isFirst && json && json.response === c.res) {
    c.res = undefined;
    c.res = new Response(json.body, { headers: { "Content-Type": "application/json", ...fields } });
    return;
  }
  const { headers } = c.res;
  for (const [name, value] of Object.entries(fields)) headers.set(name, value);
}

/**
 * Sets the header fields of every response under /v1, whatever its status: the request id, the rate limit headers,
 * `no-store` and the security headers. Also writes the log line of the request.
 */
export function edge(services: Services): MiddlewareHandler<ApiEnv> {
  const fixed = securityHeaders(services.publicUrl);
  return async (c, next) => {
    const started = performance.now();
    const isFirst = c.req.routeIndex === 0;
    const requestId = acceptRequestId(c.req.header("X-Request-Id"));
    c.set("requestId", requestId);
    c.set("address", services.clientAddress(c));
    c.set("bytesIn", 0);
    c.set("bytesOut", 0);
    try {
      await next();
    } catch (error) {
      // Hono passes only instances of Error to its error handler. A host's authenticator may throw other values.
      c.res = respondProblem(c, asToolsError(error), services.publicUrl);
    }
    addFields(c, edgeFields(c, services, fixed, requestId), isFirst);
    services.log(requestRecord(c, performance.now() - started));
  };
}
