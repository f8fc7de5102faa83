import { type ErrorCode, type ParameterError, QuotaExceededError, ToolsError } from "@tools-api/core";
import { redactCredentials } from "./redact-credentials.ts";

interface ProblemKind {
  status: 400 | 401 | 403 | 404 | 405 | 406 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  title: string;
  /** A type registered with IANA. Default: the section for the code on the error page of the docs. */
  type?: string;
  violatedPolicies?: readonly string[];
  /** The `error` of RFC 6750 §3.1, for the WWW-Authenticate header. */
  bearerError?: "invalid_request" | "invalid_token" | "insufficient_scope";
}

const registry = "https://iana.org/assignments/http-problem-types";

/** The only mapping from error codes to HTTP statuses. */
export const problemKinds: Readonly<Record<ErrorCode, ProblemKind>> = {
  invalid_json: { status: 400, title: "Invalid JSON" },
  invalid_request: { status: 400, title: "Invalid Request", bearerError: "invalid_request" },
  missing_credentials: { status: 401, title: "Missing Credentials" },
  invalid_credentials: { status: 401, title: "Invalid Credentials", bearerError: "invalid_token" },
  insufficient_scope: { status: 403, title: "Insufficient Scope", bearerError: "insufficient_scope" },
  account_suspended: { status: 403, title: "Account Suspended" },
  address_not_allowed: { status: 403, title: "Address Not Allowed" },
  sign_up_refused: { status: 403, title: "Sign-Up Refused" },
  cross_origin_request: { status: 403, title: "Cross-Origin Request" },
  not_found: { status: 404, title: "Not Found" },
  method_not_allowed: { status: 405, title: "Method Not Allowed" },
  not_acceptable: { status: 406, title: "Not Acceptable" },
  conflict: { status: 409, title: "Conflict" },
  idempotency_in_progress: { status: 409, title: "Request In Progress" },
  quote_expired: { status: 409, title: "Quote Expired" },
  payload_too_large: { status: 413, title: "Payload Too Large" },
  unsupported_media_type: { status: 415, title: "Unsupported Media Type" },
  invalid_parameter: { status: 422, title: "Invalid Parameter" },
  unsupported_language: { status: 422, title: "Unsupported Language" },
  invalid_image: { status: 422, title: "Invalid Image" },
  image_too_large: { status: 422, title: "Image Too Large" },
  processing_limit: { status: 422, title: "Processing Limit" },
  result_too_large: { status: 422, title: "Result Too Large" },
  idempotency_mismatch: { status: 422, title: "Idempotency Mismatch" },
  quota_exceeded: {
    status: 429,
    title: "Quota Exceeded",
    type: `${registry}#quota-exceeded`,
    violatedPolicies: ["daily"],
  },
  too_many_attempts: {
    status: 429,
    title: "Abnormal Usage Detected",
    type: `${registry}#abnormal-usage-detected`,
    violatedPolicies: ["unauthenticated"],
  },
  internal_error: { status: 500, title: "Internal Error" },
  overloaded: {
    status: 503,
    title: "Temporary Reduced Capacity",
    type: `${registry}#temporary-reduced-capacity`,
    violatedPolicies: ["capacity"],
  },
  storage_unavailable: { status: 503, title: "Storage Unavailable" },
};

/** The request in which a problem occurred. */
export interface ProblemPlace {
  /** The path of the request. */
  instance: string;
  requestId: string;
  /** The base of relative references in the response, for instance `https://api.example.com`. */
  publicUrl: string;
}

/** Returns any thrown value as an error of the catalog. An unknown error reveals nothing about its cause. */
export function asToolsError(error: unknown): ToolsError {
  if (error instanceof ToolsError) return error;
  return new ToolsError(
    "internal_error",
    "The server failed to handle the request. Its log has the cause under this request id.",
    { cause: error },
  );
}

const maxInstanceBytes = 1000;
const maxMessageBytes = 6600;
const maxListedBytes = 13_000;
const maxListed = 20;

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Returns a text, truncated if its JSON exceeds `maxBytes`. An escape takes up to six bytes. */
export function boundedText(text: string, maxBytes = maxMessageBytes): string {
  return jsonBytes(text) <= maxBytes ? text : `${text.slice(0, Math.floor(maxBytes / 6)).toWellFormed()}…`;
}

/** Returns the first entries that fit in an error body with this message. */
function boundedEntries(errors: readonly ParameterError[], message: string): ParameterError[] {
  const entries: ParameterError[] = [];
  let bytes = 2 * jsonBytes(message);
  for (const { pointer, detail } of errors.slice(0, maxListed)) {
    const entry = { pointer: redactCredentials(pointer), detail: redactCredentials(detail) };
    bytes += jsonBytes(entry);
    if (bytes > maxListedBytes) break;
    entries.push(entry);
  }
  return entries;
}

/**
 * Returns the body of an error: RFC 9457 with the additional members `code`, `message` and `request_id`. It has at most
 * 16 kB, whatever the request contains.
 */
export function problemBody(error: ToolsError, { instance, requestId, publicUrl }: ProblemPlace) {
  const kind = problemKinds[error.code];
  const violatedPolicies = error instanceof QuotaExceededError ? error.exceeded : kind.violatedPolicies;
  // A message may quote the path or a parameter, and clients log error bodies.
  const message = boundedText(redactCredentials(error.message));
  return {
    type: kind.type ?? `${publicUrl}/docs/errors#${error.code}`,
    title: kind.title,
    status: kind.status,
    code: error.code,
    message,
    detail: message,
    instance: boundedText(redactCredentials(instance), maxInstanceBytes),
    request_id: requestId,
    ...(error.errors && { errors: boundedEntries(error.errors, message) }),
    ...(violatedPolicies && { "violated-policies": violatedPolicies }),
  };
}

/** The optional members of a challenge. */
interface ChallengeMembers {
  /** The scopes that a token needs. */
  scopes: readonly string[] | undefined;
  /** The URL of the metadata of the resource, for a resource whose clients look for its authorization server. */
  metadata: string | undefined;
}

/** Returns the `WWW-Authenticate` value for an error (RFC 6750 §3), or `undefined` if it needs none. */
export function challenge(error: ToolsError, { scopes, metadata }: ChallengeMembers): string | undefined {
  const { bearerError } = problemKinds[error.code];
  if (!bearerError && error.code !== "missing_credentials") return undefined;
  const members = {
    realm: "tools-api",
    error: bearerError,
    scope: bearerError === "insufficient_scope" || metadata !== undefined ? scopes?.join(" ") : undefined,
    resource_metadata: metadata,
  };
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return `Bearer ${given.map(([name, value]) => `${name}="${value}"`).join(", ")}`;
}

const retryAfterByDefault: Partial<Record<ErrorCode, number>> = { overloaded: 1, storage_unavailable: 1 };

/** Returns the `Retry-After` seconds of an error, or `undefined` if it has none. */
export function retryAfter(error: ToolsError): number | undefined {
  return error.retryAfter ?? retryAfterByDefault[error.code];
}
