import {
  type AdmittedCall,
  type Endpoint,
  type Principal,
  QuotaExceededError,
  type Scope,
  ToolsError,
} from "@tools-api/core";
import type { MiddlewareHandler } from "hono";
import type { ApiContext, ApiEnv, Services } from "../context.ts";
import { dailyRateLimit } from "../rate-limit.ts";
import { showAllowance } from "./allowance.ts";
import { reidentify } from "./authenticate.ts";

async function admit(
  c: ApiContext,
  services: Services,
  principal: Principal,
  endpoint: Endpoint,
  scope: Scope,
): Promise<AdmittedCall> {
  try {
    const call = await services.meter.admit(principal, endpoint, () => reidentify(c, services, scope));
    c.set("rateLimit", dailyRateLimit(call.quota));
    return call;
  } catch (error) {
    if (error instanceof QuotaExceededError) c.set("rateLimit", dailyRateLimit(error.quota));
    throw error;
  }
}

/** The admitted call that a handler behind {@link metered} works for. */
export function callOf(c: ApiContext): AdmittedCall {
  const call = c.get("call");
  if (!call) throw new Error("callOf() is for handlers behind metered()");
  return call;
}

async function giveBack(c: ApiContext, services: Services, call: AdmittedCall): Promise<void> {
  await services.meter.refund(call);
  await showAllowance(c, services, call.principal);
}

/**
 * Counts the call before the work and records its outcome before the answer is sent, so that nothing that was
 * acknowledged is ever missing. What ends in 5xx gives its unit back; if that cannot be stored it stays
 * counted.
 */
export function metered(services: Services, endpoint: Endpoint, scope: Scope): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const principal = c.get("principal");
    if (!principal) throw new Error("metered() stands behind authenticate()");
    const call = await admit(c, services, principal, endpoint, scope);
    c.set("call", call);
    const started = performance.now();
    await next();
    if (c.res.status >= 500) {
      await giveBack(c, services, call);
      return;
    }
    try {
      await services.meter.complete(call, {
        succeeded: c.res.status < 400,
        bytesIn: c.get("bytesIn"),
        bytesOut: c.get("bytesOut"),
        durationMs: performance.now() - started,
      });
    } catch (error) {
      await giveBack(c, services, call);
      throw new ToolsError("storage_unavailable", "The outcome of the call could not be recorded.", {
        cause: error,
        retryAfter: 1,
      });
    }
  };
}
