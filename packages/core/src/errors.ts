/**
 * The error codes, which are stable across releases, with the condition for each. `@tools-api/server` maps each code to
 * its HTTP status.
 */
export const errorCodes = {
  invalid_json:
    "The body is not JSON, is not an object, is nested more than 32 levels deep, or has more than 1,000 members, unless the tool states another number.",
  invalid_request:
    "The request is malformed, has more than 1,000 query parameters or form fields, has a body that this server cannot read, or carries a credential outside its Authorization header.",
  missing_credentials: "The request has no bearer credential.",
  invalid_credentials: "The credential is unknown, malformed, revoked or expired.",
  insufficient_scope: "The credential is valid but lacks the required scope.",
  account_suspended: "The account is suspended.",
  address_not_allowed: "The credential does not allow the address of the client.",
  sign_up_refused:
    "The server does not accept this new account: sign-up is closed, by invitation, or limited to domains.",
  cross_origin_request:
    "The request has a session cookie, is a form or is for MCP, but does not come from a page of this server.",
  not_found: "The path or object does not exist, or belongs to another account.",
  method_not_allowed: "The path exists but does not support the method.",
  not_acceptable:
    "Every type in Accept is of the same kind as the result, and the type of the result is not among them.",
  conflict: "The change conflicts with the current state.",
  idempotency_in_progress: "A request with the same Idempotency-Key is still in progress.",
  quote_expired: "The quote has expired, or the account, its plan or its billing cycle has changed since.",
  payload_too_large: "The body, a text or a file is larger than the endpoint accepts.",
  unsupported_media_type: "The endpoint does not support the content type of the request.",
  invalid_parameter: "A parameter has the wrong type, is out of range or is unknown.",
  unsupported_language: "An analysis requested by name does not support the language of the text.",
  invalid_image: "The bytes are not an image, are truncated, or have an unsupported format.",
  image_too_large: "The image has more pixels, frames or predicted cost than allowed.",
  processing_limit: "The input exceeded the time or memory limit of a job.",
  result_too_large: "The result is larger than a message of MCP can be.",
  idempotency_mismatch: "The Idempotency-Key was used with a different request before.",
  quota_exceeded: "The allowance is used up.",
  too_many_attempts: "Too many failed authentication attempts came from one address.",
  internal_error: "The server failed to handle the request.",
  overloaded: "The work queue is full.",
  storage_unavailable: "The store does not respond.",
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
  /** `invalid_credentials` only: why the credential was refused, such as `expired`. For the log: no response has it. */
  reason?: string;
}

/** The mark of the errors of all copies of this package. */
const mark = Symbol.for("@tools-api/core/ToolsError");

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
  static {
    Object.defineProperty(this.prototype, mark, { value: true });
  }

  /** Accepts the errors of other copies of this package too, such as the one that the module of a tool has. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== ToolsError) return super[Symbol.hasInstance](value);
    return typeof value === "object" && value !== null && mark in value;
  }

  override readonly name = "ToolsError";
  readonly code: ErrorCode;
  readonly errors: ParameterError[] | undefined;
  readonly retryAfter: number | undefined;
  readonly wasValid: boolean;
  readonly reason: string | undefined;

  constructor(code: ErrorCode, message: string, options: ToolsErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
    this.wasValid = options.wasValid ?? false;
    this.reason = options.reason;
  }
}
