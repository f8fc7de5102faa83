import { STATUS_CODES } from "node:http";
import { ToolsError } from "@tools-api/core";
import type { FailedAttempts } from "../http/failed-attempts.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { problemBody } from "../http/problem.ts";
import { rateLimitHeaders } from "../http/rate-limit.ts";
import { newRequestId } from "../http/request-id.ts";

/** The values for responses to requests that fail before routing. */
export interface MalformedOptions {
  attempts: FailedAttempts;
  publicUrl: string;
}

/** The fault of a request that is answered before routing. */
interface Malformed {
  status: number;
  message: string;
  /** The address of the client. */
  address: string;
}

/** Returns the body and the header fields of the response to a request that fails before routing. */
export function malformedAnswer(
  { attempts, publicUrl }: MalformedOptions,
  { status, message, address }: Malformed,
) {
  const requestId = newRequestId();
  const error = new ToolsError("invalid_request", message);
  const problem = problemBody(error, { instance: "", requestId, publicUrl });
  // The error catalog has no codes for 408 and 431, which only the parser returns.
  const body = JSON.stringify({ ...problem, title: STATUS_CODES[status], status });
  const headers = {
    "Content-Type": "application/problem+json",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
    ...securityHeaders(publicUrl),
    ...rateLimitHeaders([attempts.rateLimit(address)], Date.now()),
    Connection: "close",
  };
  return { body, headers };
}

/** Returns the 400 response for a request that cannot become a `Request`. */
export function malformedRequest(
  options: MalformedOptions,
  message = "The request does not follow HTTP/1.1 (RFC 9112).",
): Response {
  const { body, headers } = malformedAnswer(options, { status: 400, message, address: "" });
  return new Response(body, { status: 400, headers });
}

/** Returns the 400 response for a request without exactly one `Host`, which RFC 9112 §3.2 requires of a server. */
export function malformedHost(options: MalformedOptions, count: number): Response {
  const received = count === 0 ? "none" : String(count);
  return malformedRequest(options, `Host: expected one field (RFC 9112 §3.2), received ${received}`);
}
