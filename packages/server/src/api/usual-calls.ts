import type { IncomingMessage } from "node:http";
import type { Meter, Principal } from "@tools-api/core";
import { routePath } from "hono/route";
import type { ApiContext, Refusal, Services } from "../http/context.ts";
import { recallCaller } from "./middleware/authenticate.ts";
import { recordOutcome } from "./middleware/metered.ts";
import { acceptRequestId } from "../http/request-id.ts";
import { fillIn } from "../http/header-template.ts";
import { plainBearer } from "../http/credential.ts";
import { incomingGet } from "../http/node-body.ts";
import { rateLimitHeaders } from "../http/rate-limit.ts";
import { type EndpointRoute, endpointRoutes } from "./routes/endpoints.ts";

/** A GET request without a query and a body. */
export interface PlainGet {
  path: string;
  authorization: string | undefined;
  requestId: string | undefined;
  /** Returns the client's address. */
  address: () => string;
}

/** The values of the 200 response to a usual call. */
export interface UsualResponse {
  requestId: string;
  /** The rate limit header fields. */
  limits: Record<string, string>;
  body: string;
  /** The length of the body. */
  bytes: number;
}

/** The response to a usual call, or the error of its admission. */
type UsualAnswer = UsualResponse | { refusal: Refusal };

/**
 * Answers the usual call: a GET without parameters and with a cached credential, whose account is active and has calls
 * left. Returns `null` for any other call, or resolves to it. That has no effect, and the routes answer the call.
 */
export type UsualCalls = (request: PlainGet) => Promise<UsualAnswer | null> | null;

type Outcome = NonNullable<Parameters<Meter["admit"]>[3]>;

/** The reason for which the routes have to answer: the account or the key has changed. */
class Changed extends Error {}

/**
 * Creates the answerer of usual calls. It follows the rules of the routes without a context, middleware and a
 * `Response`, which cost more than the exact and durable count.
 */
export function usualCalls(services: Services): UsualCalls {
  const { clock, log, meter } = services;
  // The routes add the header fields of a deprecation.
  const usual = endpointRoutes(services.tools).filter(({ path }) => !services.deprecations.has(path));
  const routes = new Map(usual.map((route) => [route.path, route]));
  const reload = () => Promise.reject(new Changed());

  async function answer(
    { path, endpoint }: EndpointRoute,
    early: NonNullable<EndpointRoute["early"]>,
    principal: Principal,
    { requestId: sent, address }: PlainGet,
  ): Promise<UsualAnswer | null> {
    const started = performance.now();
    const outcome = (bytesOut: number): Outcome => ({
      succeeded: true,
      bytesIn: 0,
      bytesOut,
      durationMs: performance.now() - started,
    });
    try {
      const requestId = acceptRequestId(sent);
      const lastKnown = meter.lastKnown(principal);
      // Callers beyond their limit get no work done.
      for (const { remaining } of lastKnown) if (remaining === 0) return null;
      const { answer: expected, json } = early(principal, services, lastKnown[0]);
      const ended = outcome(expected.bytesOut);
      if (expected.used) ended.used = expected.used;
      const call = await meter.admit(principal, endpoint, reload, ended);
      const body = json(call);
      const bytes = call.isRecorded ? expected.bytesOut : Buffer.byteLength(body);
      if (!call.isRecorded) await recordOutcome(meter, call, outcome(bytes));
      const record = {
        level: "info",
        request_id: requestId,
        method: "GET",
        route: path,
        status: 200,
        account: principal.account.id,
        credential: principal.credential.id,
        duration_ms: Math.round((performance.now() - started) * 1000) / 1000,
        bytes_in: 0,
        bytes_out: bytes,
      } as const;
      log(record, address);
      return { requestId, limits: rateLimitHeaders(call.allowances, clock.now()), body, bytes };
    } catch (error) {
      return error instanceof Changed ? null : { refusal: { error, started } };
    }
  }

  return (request) => {
    const route = routes.get(request.path);
    if (!route?.early) return null;
    const principal = recallCaller(services, plainBearer(request.authorization), route.scope);
    return principal ? answer(route, route.early, principal, request) : null;
  };
}

/** The refusals of calls that were tried before the app received their request. */
export const refusals = new WeakMap<IncomingMessage, Refusal>();

/** Returns the request of a context if it may be a usual call. Its path is the one below the prefix of a host. */
function plainGet(c: ApiContext, { clientAddress }: Services): PlainGet | null {
  const { method, url } = c.req;
  if (method !== "GET" || url.includes("?")) return null;
  if (c.req.header("Content-Length") ?? c.req.header("Transfer-Encoding")) return null;
  return {
    path: c.req.path.slice(routePath(c).lastIndexOf("/v1/")),
    authorization: c.req.header("Authorization"),
    requestId: c.req.header("X-Request-Id"),
    address: () => clientAddress(c),
  };
}

/**
 * Returns the response to a usual call inside a Hono app, or `null` for all others.
 *
 * @param options - The services, the header fields of a JSON response, and whether no other middleware ran before.
 */
export async function respondUsualCall(
  c: ApiContext,
  answer: UsualCalls,
  options: { services: Services; template: Record<string, string>; isFirst: boolean },
): Promise<Response | null> {
  const request = plainGet(c, options.services);
  if (!request) return null;
  const incoming = incomingGet(c);
  const refusal = incoming && refusals.get(incoming);
  const found = refusal ? { refusal } : await answer(request);
  if (found && "body" in found) {
    const headers = fillIn(options.template, found.requestId, found.limits);
    // Other middleware may have set fields. Adding them creates a `Headers` object.
    return options.isFirst ? new Response(found.body, { headers }) : c.body(found.body, 200, headers);
  }
  c.set("refusal", found?.refusal);
  return null;
}
