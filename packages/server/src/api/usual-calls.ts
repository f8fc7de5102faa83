import type { Principal } from "@tools-api/core";
import type { AdmissionOptions } from "@tools-api/core/usage";
import type { Services } from "../http/context.ts";
import { recallCaller } from "./middleware/authenticate.ts";
import { recordOutcome } from "./middleware/metered.ts";
import type { PlainGet, UsualAnswer, UsualCalls } from "./middleware/usual-call.ts";
import { acceptRequestId } from "../http/request-id.ts";
import { plainBearer } from "../http/credential.ts";
import { rateLimitHeaders } from "../http/rate-limit.ts";
import { type EndpointRoute, endpointRoutes } from "./routes/endpoints.ts";

type Outcome = NonNullable<AdmissionOptions["ended"]>;

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
      const call = await meter.admit(principal, endpoint, reload, { ended });
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
