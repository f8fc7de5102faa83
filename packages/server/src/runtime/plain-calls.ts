import { authenticate } from "../api/middleware/authenticate.ts";
import { answerEndpoint } from "../api/routes/answer-endpoint.ts";
import { type EndpointRoute, endpointRoutes } from "../api/routes/endpoints.ts";
import type { CallContext } from "../http/call-context.ts";
import type { Services } from "../http/context.ts";
import { jsonHeaderTemplate } from "../http/header-template.ts";
import { type Answer, PlainContext } from "../http/plain-context.ts";
import { asToolsError } from "../http/problem.ts";
import { rateLimitHeaders } from "../http/rate-limit.ts";
import { acceptRequestId } from "../http/request-id.ts";
import { requestRecord } from "../http/request-record.ts";
import { respondProblem } from "../http/respond.ts";
import { maxShortBody } from "../http/short-body.ts";

type RequestHead = Pick<CallContext["req"], "method" | "header">;

/** A request that has arrived at a server. */
interface ArrivedCall extends Pick<CallContext, "env" | "req"> {
  route: EndpointRoute;
  /** The address of the client. */
  address: string;
}

/** Answers calls of metered endpoints without a `Response` of Hono and middleware, which cost more than a short call. */
export interface PlainCalls {
  /**
   * Returns the endpoint of a request that can be answered so: it has no body or a short one, and needs no header fields for
   * a page of another origin. Returns `undefined` for any other request, which the app answers.
   */
  find(path: string, request: RequestHead): EndpointRoute | undefined;
  /**
   * Answers a call and writes the log line of its request.
   *
   * @param send - Sends the answer with all its header fields: names and values in turn. If it throws, because a tool of the
   *   host names a field that HTTP does not allow, the answer is an error.
   */
  answer<Sent>(
    call: ArrivedCall,
    send: (answer: Answer, fields: string[], bytes: number) => Sent,
  ): Promise<Sent>;
}

/** Returns whether a request has no body, or a short one. The server reads the rest of one that is refused. */
function isShort(request: RequestHead): boolean {
  if (request.header("Transfer-Encoding") !== undefined) return false;
  const length = request.header("Content-Length");
  return request.method === "GET"
    ? length === undefined
    : length !== undefined && Number(length) <= maxShortBody;
}

/** Returns a function that creates the header fields of an answer, with those that every response under /v1 has. */
function headerWriter({ publicUrl, clock, attempts }: Services) {
  const template = Object.entries(jsonHeaderTemplate(publicUrl)).flat();
  const valueAt = new Map(template.flatMap((name, at) => (at % 2 === 0 ? [[name, at + 1] as const] : [])));

  return (c: PlainContext, { status, fields }: Answer): string[] => {
    const all = template.slice();
    const setAll = (values: Record<string, string>) => {
      for (const name in values) {
        const at = valueAt.get(name);
        const value = values[name] ?? "";
        if (at === undefined) all.push(name, value);
        else all[at] = value;
      }
    };
    setAll({ "X-Request-Id": c.get("requestId") ?? "" });
    const limits = c.get("rateLimits") ?? [attempts.rateLimit(c.get("address"))];
    setAll(rateLimitHeaders(limits, clock.now(), status !== 503));
    if (c.fields) setAll(c.fields);
    setAll(fields);
    return all;
  };
}

/** Creates the answerer of calls that need no `Request`. It follows the rules of the routes of the app. */
export function plainCalls(services: Services): PlainCalls {
  // Only the routes have spans and the header fields of a deprecation.
  const own = services.telemetry
    ? []
    : endpointRoutes(services.tools).filter(({ path }) => !services.deprecations.has(path));
  const routes = new Map(own.map((route) => [route.path, route]));
  const headerFields = headerWriter(services);

  return {
    find(path, request) {
      const route = routes.get(path);
      if (!route || route.method !== request.method || !isShort(request)) return undefined;
      return request.header("Origin") === undefined ? route : undefined;
    },

    async answer({ env, req, route, address }, send) {
      const started = performance.now();
      const c = new PlainContext(env, req);
      c.set("route", route.path);
      c.set("requestId", acceptRequestId(req.header("X-Request-Id")));
      c.set("address", address);
      let answer: Answer;
      let sent: ReturnType<typeof send>;
      try {
        const principal = await authenticate(c, services, route.scope);
        // A plain context creates answers.
        answer = (await answerEndpoint(c, services, route, principal)) as Answer;
        sent = send(answer, headerFields(c, answer), c.get("bytesOut"));
      } catch (error) {
        answer = respondProblem(c, asToolsError(error), services.publicUrl) as Answer;
        sent = send(answer, headerFields(c, answer), c.get("bytesOut"));
      }
      services.log(requestRecord(c, answer.status, performance.now() - started), () => address);
      return sent;
    },
  };
}
