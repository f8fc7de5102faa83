import type { ToolsError } from "@tools-api/core";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ApiContext } from "../context.ts";
import { challenge, problemBody, problemKinds, retryAfter } from "../problem.ts";
import { requestIdOf } from "../request-id.ts";

const encoder = new TextEncoder();

/** Answers with bytes and notes how many. */
export function respondBytes(
  c: ApiContext,
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
  status: ContentfulStatusCode = 200,
): Response {
  c.set("bytesOut", c.req.method === "HEAD" ? 0 : body.byteLength);
  c.header("Content-Type", contentType);
  return c.body(body, status);
}

/** Answers with text that is JSON already. */
export function respondJsonText(c: ApiContext, json: string): Response {
  return respondBytes(c, encoder.encode(json), "application/json");
}

/** Answers with a value as JSON. */
export function respondJson(c: ApiContext, value: unknown): Response {
  return respondJsonText(c, JSON.stringify(value));
}

/** Answers with an error of the catalogue as `application/problem+json` (RFC 9457). */
export function respondProblem(c: ApiContext, error: ToolsError, publicUrl: string): Response {
  c.set("failure", error);
  const challenged = challenge(error, c.get("missingScope"));
  if (challenged) c.header("WWW-Authenticate", challenged);
  const seconds = retryAfter(error);
  if (seconds !== undefined) c.header("Retry-After", String(seconds));
  const requestId = c.get("requestId") ?? requestIdOf(c.req.header("X-Request-Id"));
  c.header("X-Request-Id", requestId);
  const body = problemBody(error, { instance: c.req.path, requestId, publicUrl });
  const { status } = problemKinds[error.code];
  return respondBytes(c, encoder.encode(JSON.stringify(body)), "application/problem+json", status);
}
