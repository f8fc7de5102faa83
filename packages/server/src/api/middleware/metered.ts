import {
  type AdmittedCall,
  type Principal,
  QuotaExceededError,
  type Scope,
  ToolsError,
} from "@tools-api/core";
import type { Endpoint } from "@tools-api/core/usage";
import type { ApiContext, Services } from "../context.ts";
import { respondProblem } from "../http/respond.ts";
import { asToolsError, problemKinds } from "../http/problem.ts";
import { reidentify, showAllowances } from "./authenticate.ts";

async function admit(
  c: ApiContext,
  services: Services,
  principal: Principal,
  endpoint: Endpoint,
  scope: Scope,
): Promise<AdmittedCall> {
  try {
    const call = await services.meter.admit(principal, endpoint, () => reidentify(c, services, scope));
    c.set("rateLimits", call.allowances);
    return call;
  } catch (error) {
    if (error instanceof QuotaExceededError) c.set("rateLimits", error.allowances);
    else if (problemKinds[asToolsError(error).code].status >= 500)
      c.set("rateLimits", services.meter.lastKnown(c.get("principal") ?? principal));
    throw error;
  }
}

/** Returns the admitted call of a handler inside {@link metered}. */
export function admittedCall(c: ApiContext): AdmittedCall {
  const call = c.get("call");
  if (!call) throw new Error("admittedCall() is only available to handlers inside metered()");
  return call;
}

async function refund(c: ApiContext, services: Services, call: AdmittedCall): Promise<void> {
  try {
    await services.meter.refund(call);
    await showAllowances(c, services, call.principal);
  } catch {
    // The response is already one of our errors, which says more than a second failure of the storage. Its headers show
    // the call as counted, and the meter continues to retry the refund.
  }
}

/**
 * Counts the call before the work and records its outcome before the response is sent, so that no acknowledged call is
 * ever missing. A response of 5xx refunds the unit.
 */
export async function metered(
  c: ApiContext,
  services: Services,
  { principal, endpoint, scope }: { principal: Principal; endpoint: Endpoint; scope: Scope },
  work: () => Promise<Response>,
): Promise<Response> {
  const call = await admit(c, services, principal, endpoint, scope);
  c.set("call", call);
  const started = performance.now();
  let response: Response;
  try {
    response = await work();
  } catch (error) {
    response = respondProblem(c, asToolsError(error), services.publicUrl);
  }
  if (response.status >= 500) {
    await refund(c, services, call);
    return response;
  }
  try {
    await services.meter.complete(call, {
      succeeded: response.status < 400,
      bytesIn: c.get("bytesIn"),
      bytesOut: c.get("bytesOut"),
      durationMs: performance.now() - started,
    });
  } catch (error) {
    throw new ToolsError(
      "storage_unavailable",
      "The store did not record the outcome of the call. Try again.",
      {
        cause: error,
        retryAfter: 1,
      },
    );
  }
  return response;
}
