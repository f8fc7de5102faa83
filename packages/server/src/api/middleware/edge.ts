import type { MiddlewareHandler } from "hono";
import type { ApiContext, ApiEnv, Services } from "../context.ts";
import { respondProblem } from "../http/respond.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { asToolsError } from "../http/problem.ts";
import { rateLimitHeaders } from "../rate-limit.ts";
import { acceptRequestId } from "../http/request-id.ts";
import { requestRecord } from "../request-record.ts";

/** Returns the header fields of every response under /v1, in their order. Those of a request are still empty. */
function headerTemplate(publicUrl: string): Record<string, string> {
  return {
    ...securityHeaders(publicUrl),
    "X-Request-Id": "",
    // The values of the caller's allowance are already account data.
    "Cache-Control": "no-store",
    "RateLimit-Policy": "",
    RateLimit: "",
    "X-RateLimit-Limit": "",
    "X-RateLimit-Remaining": "",
    "X-RateLimit-Reset": "",
  };
}

/** Returns a copy of a template, with the values of a request. A copy with the same members is cheap. */
function fillIn(
  template: Record<string, string>,
  c: ApiContext,
  { attempts, clock }: Services,
): Record<string, string> {
  const limits = c.get("rateLimits") ?? [attempts.rateLimit(c.get("address"))];
  const fields = { ...template, "X-Request-Id": c.get("requestId") ?? "" };
  return Object.assign(fields, rateLimitHeaders(limits, clock.now(), c.res.status !== 503));
}

/**
 * Sets the header fields of every response under /v1, whatever its status: the request id, the rate limit headers,
 * `no-store` and the security headers. Also writes the log line of the request.
 */
export function edge(services: Services): MiddlewareHandler<ApiEnv> {
  const template = headerTemplate(services.publicUrl);
  const jsonTemplate = { "Content-Type": "application/json", ...template };

  /**
   * Adds the header fields to the response. A JSON response without other fields is created again with all of them: on
   * Node, changing a response creates a `Headers` object, which costs more than the rest of the response.
   *
   * @param isFirst - Whether no other middleware ran before, which may have set fields.
   */
  function addFields(c: ApiContext, isFirst: boolean): void {
    const json = c.get("json");
    if (isFirst && json && json.response === c.res) {
      const headers = fillIn(jsonTemplate, c, services);
      c.res = undefined;
      c.res = new Response(json.body, { headers });
      return;
    }
    const { headers } = c.res;
    for (const [name, value] of Object.entries(fillIn(template, c, services))) headers.set(name, value);
  }

  return async (c, next) => {
    const started = performance.now();
    const isFirst = c.req.routeIndex === 0;
    c.set("requestId", acceptRequestId(c.req.header("X-Request-Id")));
    c.set("address", services.clientAddress(c));
    c.set("bytesIn", 0);
    c.set("bytesOut", 0);
    try {
      await next();
    } catch (error) {
      // Hono passes only instances of Error to its error handler. A host's authenticator may throw other values.
      c.res = respondProblem(c, asToolsError(error), services.publicUrl);
    }
    addFields(c, isFirst);
    services.log(requestRecord(c, performance.now() - started));
  };
}
