import type { ParameterError } from "@tools-api/core";
import type { PolicyState, ProblemCode } from "./types.ts";

/** The properties of an {@link ApiError}. */
type ApiErrorTerms = Pick<
  ApiError,
  "status" | "code" | "message" | "errors" | "requestId" | "retryAfter" | "policies"
>;

/** A response that is not a result. Branch on `code`, never on the message. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ProblemCode;
  /** One entry for every invalid parameter. */
  readonly errors: readonly ParameterError[];
  /** The id of the request in the log of the server; `null` if the response has none. */
  readonly requestId: string | null;
  /** Seconds after which a retry can succeed; `null` if the response does not say. */
  readonly retryAfter: number | null;
  /** Every policy that limits the caller. */
  readonly policies: readonly PolicyState[];

  constructor({ status, code, message, errors, requestId, retryAfter, policies }: ApiErrorTerms) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.policies = policies;
  }
}

/** A request that got no complete response. Its `cause` is the error of `fetch`. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/** An attempt that took longer than `timeout`. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}
