import {
  type AdmittedCall,
  type CallOutcome,
  type Principal,
  QuotaExceededError,
  ToolsError,
} from "@tools-api/core";
import type { Caller, KeyedCall } from "@tools-api/core/internal";
import type { EndedCall } from "@tools-api/core/storage";
import type { AdmissionOptions, Allowance } from "@tools-api/core/usage";
import type { CallContext, Reply } from "../../http/call-context.ts";
import type { Services } from "../../http/context.ts";
import { asToolsError, problemKinds } from "../../http/problem.ts";
import { respondProblem } from "../../http/respond.ts";
import { reidentify, showAllowances } from "./authenticate.ts";

/** The response of a call that ends before it is admitted. */
export type EndedAnswer = Pick<CallOutcome, "bytesOut"> & Pick<EndedCall, "used">;

/** The endpoint of a call. */
export interface MeteredEndpoint {
  endpoint: string;
  scope: string;
  /** True if its calls may end before they are admitted. The handler admits those with longer work itself. */
  endsFirst?: boolean;
}

/**
 * A call of a metered endpoint. It is counted before its work, unless it may end first, and its outcome is recorded
 * before the response is sent, so that no acknowledged call is ever missing. A response of 5xx refunds it.
 */
export class MeteredCall {
  readonly c: CallContext;
  readonly services: Services;
  /** The caller as its credential was resolved. It may use the scope of the endpoint. */
  readonly principal: Principal;
  /** The allowances after the account's last call in this process. */
  readonly lastKnown: readonly Allowance[];
  /** The account and the address block whose shares the call uses; absent if the endpoint has no work queue. */
  caller: Caller | undefined = undefined;
  /** The number of calls that it counts as. */
  units = 1;
  /** The state of its Idempotency-Key; absent without one. */
  keyed: KeyedCall | undefined = undefined;
  /** The digest of a request with an Idempotency-Key, once it is valid. */
  digest: string | null = null;
  /** True if the call is neither counted nor recorded, because it is a repeat. */
  isRepeat = false;
  readonly #endpoint: MeteredEndpoint;
  #started = performance.now();
  #admitted: AdmittedCall | undefined = undefined;
  /** The error of the admission, which is not the outcome of the work. */
  #refusal: { error: unknown } | undefined = undefined;

  constructor(c: CallContext, services: Services, endpoint: MeteredEndpoint, principal: Principal) {
    this.c = c;
    this.services = services;
    this.principal = principal;
    this.lastKnown = services.meter.lastKnown(principal);
    this.#endpoint = endpoint;
  }

  /**
   * Counts the call, if that has not happened, and returns it as it was counted.
   *
   * @param answer - The successful response, if it does not depend on the admission, or only on the count of the first
   *   window. Its outcome is then recorded in the same write if possible.
   * @throws ToolsError `quota_exceeded`, `storage_unavailable`.
   */
  async admit(answer?: EndedAnswer): Promise<AdmittedCall> {
    return this.#admitted ?? this.#count(answer && { ...this.#outcome(true), ...answer });
  }

  /** Does the work of the call, and ends the call by the status of its response. */
  async answer(handle: (call: MeteredCall) => Promise<Reply>): Promise<Reply> {
    // Callers beyond their limit get no work done, and a repeat is recognized by its body.
    if (!this.keyed?.isRepeat && (this.#endpoint.endsFirst !== true || this.#isBeyondLimit())) {
      await this.admit();
      // The duration of a call is that of its work.
      this.#started = performance.now();
    }
    let reply: Reply;
    try {
      reply = await handle(this);
    } catch (error) {
      reply = respondProblem(this.c, asToolsError(error), this.services.publicUrl);
    }
    if (this.#refusal) throw this.#refusal.error;
    if (this.isRepeat) return reply;
    if (reply.status >= 500) await this.#refund();
    else await this.#finish(reply.status < 400);
    return reply;
  }

  #isBeyondLimit(): boolean {
    for (const { remaining } of this.lastKnown) if (remaining === 0) return true;
    return false;
  }

  #outcome(succeeded: boolean): CallOutcome {
    const durationMs = performance.now() - this.#started;
    return { succeeded, bytesIn: this.c.get("bytesIn"), bytesOut: this.c.get("bytesOut"), durationMs };
  }

  async #count(ended?: AdmissionOptions["ended"]): Promise<AdmittedCall> {
    const { c, services, principal } = this;
    const { endpoint, scope } = this.#endpoint;
    const reload = () => reidentify(c, services, scope);
    try {
      this.#admitted = await services.meter.admit(principal, endpoint, reload, { ended, units: this.units });
      c.set("rateLimits", this.#admitted.allowances);
      return this.#admitted;
    } catch (error) {
      this.#refusal = { error };
      if (error instanceof QuotaExceededError) c.set("rateLimits", error.allowances);
      else if (problemKinds[asToolsError(error).code].status >= 500)
        c.set("rateLimits", services.meter.lastKnown(c.get("principal") ?? principal));
      throw error;
    }
  }

  /** Records the outcome, unless the admission did. The call is being refunded if the store does not respond. */
  async #finish(succeeded: boolean): Promise<void> {
    const call = this.#admitted ?? (await this.#count(this.#outcome(succeeded)));
    if (call.isRecorded) return;
    try {
      await this.services.meter.complete(call, this.#outcome(succeeded));
    } catch (cause) {
      throw new ToolsError(
        "storage_unavailable",
        "The store did not record the outcome of the call. Try again.",
        { cause, retryAfter: 1 },
      );
    }
  }

  async #refund(): Promise<void> {
    const call = await this.admit();
    try {
      await this.services.meter.refund(call);
      await showAllowances(this.c, this.services, call.principal);
    } catch {
      // The response is already one of our errors, which says more than a second failure of the storage. Its headers show
      // the call as counted, and the meter continues to retry the refund.
    }
  }
}
