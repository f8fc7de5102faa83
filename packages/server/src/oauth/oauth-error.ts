import { ToolsError } from "@tools-api/core";
import type { ApiContext } from "../http/context.ts";
import { respondBytes } from "../http/respond.ts";
import { redactCredentials } from "../http/redact-credentials.ts";
import { asToolsError, problemKinds, retryAfter } from "../http/problem.ts";

/** The errors of RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2, RFC 8707 §2 and OpenID Connect Core §3.1.2.6 that this server returns. */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "invalid_scope"
  | "invalid_target"
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  | "access_denied"
  | "login_required"
  | "consent_required"
  | "temporarily_unavailable"
  | "server_error";

/** An error with an OAuth error code. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: OAuthErrorCode;
  /** True for a secret, code or token that never existed. It counts as a failed authentication. */
  readonly isGuess: boolean;

  constructor(code: OAuthErrorCode, message: string, { isGuess = false }: { isGuess?: boolean } = {}) {
    super(message);
    this.code = code;
    this.isGuess = isGuess;
  }
}

const maxDescriptionLength = 1000;

// RFC 6749 §5.2 allows only ASCII without quotation marks and backslashes.
function description(text: string): string {
  return redactCredentials(text)
    .slice(0, maxDescriptionLength)
    .replaceAll('"', "'")
    .replace(/[^ -[\]-~]/g, "?");
}

/** Returns the members of an error, for a body or the query of a redirect URI. */
export function errorMembers({ code, message }: OAuthError): { error: string; error_description: string } {
  return { error: code, error_description: description(message) };
}

/** Returns the OAuth error and the HTTP status for an error of core. */
function translated(error: ToolsError): { error: OAuthError; status: 400 | 413 | 429 | 500 | 503 } {
  const { status } = problemKinds[error.code];
  if (status === 503)
    return {
      error: new OAuthError(
        "temporarily_unavailable",
        "The server cannot respond at the moment. Try again later.",
      ),
      status,
    };
  if (status === 500)
    return {
      error: new OAuthError("server_error", "The server failed to process the request. Try again later."),
      status,
    };
  return {
    error: new OAuthError("invalid_request", error.message),
    status: status === 413 || status === 429 ? status : 400,
  };
}

/** Responds with JSON that no cache may store, not even one of HTTP/1.0 (RFC 6749 §5.1). */
export function respondRecord(
  c: ApiContext,
  record: object,
  status: 200 | 201 | 400 | 401 | 413 | 429 | 500 | 503 = 200,
) {
  c.header("Cache-Control", "no-store");
  c.header("Pragma", "no-cache");
  return respondBytes(c, JSON.stringify(record), "application/json", { status });
}

/** Responds with an error in the format of RFC 6749 §5.2. */
export function respondOAuthError(c: ApiContext, thrown: unknown): Response {
  if (thrown instanceof OAuthError) {
    const isUnauthorized = thrown.code === "invalid_client";
    c.set(
      "failure",
      new ToolsError(isUnauthorized ? "invalid_credentials" : "invalid_request", thrown.message),
    );
    if (isUnauthorized) c.header("WWW-Authenticate", 'Basic realm="tools-api", charset="UTF-8"');
    return respondRecord(c, errorMembers(thrown), isUnauthorized ? 401 : 400);
  }
  const cause = asToolsError(thrown);
  c.set("failure", cause);
  const seconds = retryAfter(cause);
  if (seconds !== undefined) c.header("Retry-After", String(seconds));
  const { error, status } = translated(cause);
  return respondRecord(c, errorMembers(error), status);
}
