import type { MiddlewareHandler } from "hono";
import type { ApiEnv, Services } from "../context.ts";
import { respondProblem } from "../http/respond.ts";
import { asToolsError } from "../problem.ts";
import { rateLimitHeaders } from "../rate-limit.ts";
import { requestIdOf } from "../request-id.ts";
import { requestRecord } from "../request-log.ts";

/**
 * What every response under /v1 carries, whatever its status: the request id, the rate limit headers and
 * `no-store`. Also writes the one log line of the request.
 */
export function edge(services: Services): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const started = performance.now();
    const requestId = requestIdOf(c.req.header("X-Request-Id"));
    c.set("requestId", requestId);
    c.set("address", services.clientAddress(c));
    c.set("bytesIn", 0);
    c.set("bytesOut", 0);
    try {
      await next();
    } catch (error) {
      // Hono hands only instances of Error to its error handler; an authenticator of the host may throw others.
      c.res = respondProblem(c, asToolsError(error), services.publicUrl);
    }
    const { headers, status } = c.res;
    headers.set("X-Request-Id", requestId);
    // The figures of the caller's allowance are account data already.
    headers.set("Cache-Control", "no-store");
    const limits = c.get("rateLimits") ?? [services.attempts.rateLimit(c.get("address"))];
    for (const [name, value] of Object.entries(
      rateLimitHeaders(limits, services.clock.now(), status !== 503),
    ))
      headers.set(name, value);
    services.log(requestRecord(c, performance.now() - started));
  };
}
