import {
  type AdmittedCall,
  type CallOutcome,
  type Meter,
  type Principal,
  QuotaExceededError,
  ToolsError,
} from "@tools-api/core";
import type { AdmissionOptions } from "@tools-api/core/usage";
import type { ApiContext, EndedAnswer, Services } from "../../http/context.ts";
import { respondProblem } from "../../http/respond.ts";
import { asToolsError, problemKinds } from "../../http/problem.ts";
import { reidentify, showAllowances } from "./authenticate.ts";

/** A call that is counted when its handler or its end requires it. */
export interface CountedCall {
  principal: Principal;
  endpoint: string;
  scope: string;
  /** True if the work is short and has no side effects, so that it may end before the call is admitted. */
  endsFirst?: boolean | undefined;
}

async function admit(
  c: ApiContext,
  services: Services,
  { principal, endpoint, scope }: CountedCall,
  ended?: AdmissionOptions["ended"],
): Promise<AdmittedCall> {
  try {
    const refusal = c.get("refusal");
    if (refusal) throw refusal.error;
    const reload = () => reidentify(c, services, scope);
    const call = await services.meter.admit(principal, endpoint, reload, { ended, units: c.get("units") });
    c.set("rateLimits", call.allowances);
    return call;
  } catch (error) {
    if (error instanceof QuotaExceededError) c.set("rateLimits", error.allowances);
    else if (problemKinds[asToolsError(error).code].status >= 500)
      c.set("rateLimits", services.meter.lastKnown(c.get("principal") ?? principal));
    throw error;
  }
}

/**
 * Returns the admitted call of a handler inside {@link metered}. Admits it if that has not happened.
 *
 * @param answer - The successful response, if it does not depend on the admission, or only on the count of the first
 *   window. Its outcome is then recorded in the same write if possible.
 * @throws ToolsError `quota_exceeded`, `storage_unavailable`.
 */
export async function admittedCall(c: ApiContext, answer?: EndedAnswer): Promise<AdmittedCall> {
  const count = c.get("count");
  if (!count) throw new Error("admittedCall() is only available to handlers inside metered()");
  return c.get("call") ?? count(answer);
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
 * Records the outcome of a call, unless its admission did.
 *
 * @throws ToolsError `storage_unavailable`: the call is being refunded.
 */
export async function recordOutcome(meter: Meter, call: AdmittedCall, outcome: CallOutcome): Promise<void> {
  if (call.isRecorded) return;
  try {
    await meter.complete(call, outcome);
  } catch (cause) {
    throw new ToolsError(
      "storage_unavailable",
      "The store did not record the outcome of the call. Try again.",
      { cause, retryAfter: 1 },
    );
  }
}

/**
 * Counts the call and records its outcome before the response is sent, so that no acknowledged call is ever missing. A
 * call is counted before its work, unless it may end first. A response of 5xx refunds the unit.
 */
export async function metered(
  c: ApiContext,
  services: Services,
  counted: CountedCall,
  work: () => Promise<Response>,
): Promise<Response> {
  let started = performance.now();
  // Errors of the admission are not the outcome of the work.
  let refusal: { error: unknown } | undefined;

  async function count(answer?: EndedAnswer, succeeded = true): Promise<AdmittedCall> {
    const ended = answer && { ...outcome(succeeded), ...answer };
    try {
      const call = await admit(c, services, counted, ended);
      c.set("call", call);
      return call;
    } catch (error) {
      refusal = { error };
      throw error;
    }
  }

  function outcome(succeeded: boolean): CallOutcome {
    const durationMs = performance.now() - started;
    return { succeeded, bytesIn: c.get("bytesIn"), bytesOut: c.get("bytesOut"), durationMs };
  }

  c.set("count", count);
  const lastKnown = services.meter.lastKnown(counted.principal);
  c.set("lastKnown", lastKnown);
  // Callers beyond their limit get no work done.
  const isFull = lastKnown.some(({ remaining }) => remaining === 0);
  // A repeat is recognized by its body.
  if (!c.get("keyed")?.isRepeat && (!counted.endsFirst || isFull)) {
    await count();
    // The duration of a call is that of its work.
    started = performance.now();
  }
  let response: Response;
  try {
    response = await work();
  } catch (error) {
    response = respondProblem(c, asToolsError(error), services.publicUrl);
  }
  if (refusal) throw refusal.error;
  if (c.get("isRepeat")) return response;
  if (response.status >= 500) {
    await refund(c, services, c.get("call") ?? (await count()));
    return response;
  }
  const succeeded = response.status < 400;
  const call = c.get("call") ?? (await count({ bytesOut: c.get("bytesOut") }, succeeded));
  await recordOutcome(services.meter, call, outcome(succeeded));
  return response;
}
