import type { MiddlewareHandler } from "hono";
import type { ApiContext, ApiEnv, Services } from "../../http/context.ts";
import { fillIn, headerTemplate, jsonHeaderTemplate } from "../../http/header-template.ts";
import { respondProblem } from "../../http/respond.ts";
import { asToolsError } from "../../http/problem.ts";
import { rateLimitHeaders } from "../../http/rate-limit.ts";
import { acceptRequestId } from "../../http/request-id.ts";
import { requestRecord } from "../../http/request-record.ts";

/**
 * Sets the header fields of every response under /v1, whatever its status: the request id, the rate limit headers,
 * `no-store`, the security headers, and those for pages of other origins. Also writes the log line of the request.
 */
export function edge(services: Services): MiddlewareHandler<ApiEnv> {
  const template = headerTemplate(services.publicUrl);
  const jsonTemplate = jsonHeaderTemplate(services.publicUrl);
  const { cors } = services;

  function fields(c: ApiContext, base: Record<string, string>): Record<string, string> {
    const limits = c.get("rateLimits") ?? [services.attempts.rateLimit(c.get("address"))];
    const limitFields = rateLimitHeaders(limits, services.clock.now(), c.res.status !== 503);
    const filled = fillIn(base, c.get("requestId") ?? "", limitFields);
    const deprecation = services.deprecations.get(c.get("route") ?? "");
    return deprecation ? { ...filled, ...deprecation } : filled;
  }

  /**
   * Adds the header fields to the response. A JSON response without other fields is created again with all of them: on
   * Node, changing a response creates a `Headers` object, which costs more than the rest of the response.
   *
   * @param isFirst - Whether no other middleware ran, which may have set fields.
   */
  function addFields(c: ApiContext, isFirst: boolean): void {
    const json = c.get("json");
    if (isFirst && json && json.response === c.res) {
      const headers = fields(c, jsonTemplate);
      c.res = undefined;
      c.res = new Response(json.body, { headers });
      return;
    }
    const { headers } = c.res;
    for (const [name, value] of Object.entries(fields(c, template))) headers.set(name, value);
  }

  async function handle(c: ApiContext, next: () => Promise<void>): Promise<Response | undefined> {
    const crossing = cors && c.req.header("Origin") !== undefined ? cors : undefined;
    const isFirst = c.req.routeIndex === (c.get("isSecured") === false ? 1 : 0) && !crossing;
    c.set("isSecured", true);
    const started = performance.now();
    c.set("requestId", acceptRequestId(c.req.header("X-Request-Id")));
    c.set("address", services.clientAddress(c));
    c.set("bytesIn", 0);
    c.set("bytesOut", 0);
    try {
      if (crossing) {
        // It answers a preflight, which has no credential, without the routes.
        const preflight = await crossing(c, next);
        if (preflight) c.res = preflight;
      } else await next();
    } catch (error) {
      // Hono passes only instances of Error to its error handler. A host's authenticator may throw other values.
      c.res = respondProblem(c, asToolsError(error), services.publicUrl);
    }
    addFields(c, isFirst);
    if (!c.get("isLogged"))
      services.log(requestRecord(c, c.res.status, performance.now() - started), () => c.get("address"));
    return undefined;
  }

  const { telemetry } = services;
  if (!telemetry) return handle;
  return (c, next) =>
    telemetry.request(c.req.raw, async (end) => {
      const response = await handle(c, next);
      end({
        status: c.res.status,
        route: c.get("route"),
        code: c.get("failure")?.code,
        requestId: c.get("requestId"),
        account: c.get("principal")?.account.id,
      });
      return response;
    });
}
