/**
 * The error codes, which are stable across releases, with the condition for each. `@tools-api/server` maps each code to
 * its HTTP status.
 */
export const errorCodes = {
  invalid_json:
    "The body is not JSON, is not an object, is nested more than 32 levels deep, or has more than 1,000 members.",
  invalid_request:
    "The request is malformed, has more than 1,000 query parameters or form fields, has a body that this server cannot read, or carries a credential outside its Authorization header.",
  missing_credentials: "No bearer credential was sent.",
  invalid_credentials: "The credential is unknown, malformed, revoked or expired.",
  insufficient_scope: "The credential is valid but lacks the scope that the endpoint asks for.",
  account_suspended: "The account is suspended.",
  cross_origin_request: "The request came with a session cookie or a form, but from no page of ours.",
  not_found: "There is nothing at this path.",
  method_not_allowed: "The path exists, but not for this method.",
  not_acceptable: "The answer exists in none of the image types that Accept names.",
  conflict: "The change contradicts the present state.",
  idempotency_in_progress: "A request with the same Idempotency-Key is being worked on.",
  quote_expired: "The quote is too old, or the account, its plan or its billing cycle have changed since.",
  payload_too_large: "The body, the text or the image is larger than the endpoint takes.",
  unsupported_media_type: "The endpoint does not read the request's content type.",
  invalid_parameter: "A parameter has the wrong type, is out of range or is unknown.",
  unsupported_language: "The analysis asked for by name is not available in the text's language.",
  invalid_image: "The bytes are not an image that can be read.",
  image_too_large: "The image has more pixels, frames or predicted cost than allowed.",
  processing_limit: "The input cost more time or memory than a job may have.",
  idempotency_mismatch: "The Idempotency-Key has come with another request before.",
  quota_exceeded: "The allowance is used up.",
  too_many_attempts: "Too many failed authentications came from one address.",
  internal_error: "Something failed on our side.",
  overloaded: "The work queue is full.",
  storage_unavailable: "The storage does not answer.",
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** An invalid parameter: an RFC 6901 JSON Pointer as a URI fragment, and the expected and received values. */
export interface ParameterError {
  pointer: string;
  detail: string;
}

/** The details that an error can have in addition to its code and message. */
export interface ToolsErrorOptions {
  cause?: unknown;
  /** One entry for every invalid parameter. */
  errors?: ParameterError[];
  /** Whole seconds after which a retry can succeed. */
  retryAfter?: number;
  /**
   * `invalid_credentials` only: the credential was once valid (now revoked or expired), so it does not count as a
   * guess.
   */
  wasValid?: boolean;
}

/**
 * The only error that this project throws deliberately. Branch on `code`, never on the message.
 *
 * @example
 * ```ts
 * import { analyzeText, ToolsError } from "@tools-api/core";
 *
 * try {
 *   await analyzeText("Hello", { analysisType: "tone" });
 * } catch (error) {
 *   if (error instanceof ToolsError && error.code === "invalid_parameter") console.log(error.errors);
 * }
 * ```
 */
export class ToolsError extends Error {
  override readonly name = "ToolsError";
  readonly code: ErrorCode;
  readonly errors: ParameterError[] | undefined;
  readonly retryAfter: number | undefined;
  readonly wasValid: boolean;

  constructor(code: ErrorCode, message: string, options: ToolsErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
    this.wasValid = options.wasValid ?? false;
  }
}
