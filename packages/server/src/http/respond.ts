import type { ToolsError } from "@tools-api/core";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ApiContext } from "../context.ts";
import { challenge, problemBody, problemKinds, retryAfter } from "../problem.ts";
import { requestIdOf } from "../request-id.ts";
import { inPieces } from "./in-pieces.ts";

const encoder = new TextEncoder();

/** The same bytes outside shared memory, which no body of a response may lie in. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : Uint8Array.from(bytes);
}

// Smaller ones lie in the buffers of the connection, whoever reads them.
const largeAnswer = 1_000_000;

/** Answers with bytes and notes how many. Of a large answer the work queue knows until it has been sent. */
export function respondBytes(
  c: ApiContext,
  body: Uint8Array,
  contentType: string,
  status: ContentfulStatusCode = 200,
): Response {
  c.set("bytesOut", c.req.method === "HEAD" ? 0 : body.byteLength);
  c.header("Content-Type", contentType);
  const bytes = unshared(body);
  const place = c.get("place");
  if (!place || bytes.length < largeAnswer) return c.body(bytes, status);
  c.header("Content-Length", String(bytes.length));
  return c.body(
    inPieces(bytes, () => place.answer(bytes.length)),
    status,
  );
}

// A multiple of three, so that every piece but the last is whole groups of base64, and small enough that the text of
// a piece is short-lived: the whole text would be a second copy of the answer.
const pieceBytes = 3 * 16_384;

/**
 * Answers with a JSON object whose first member is bytes in base64.
 *
 * @param others - The object of the other members as JSON.
 */
export function respondBase64Json(c: ApiContext, name: string, bytes: Uint8Array, others: string): Response {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Base64 needs no escapes: JSON.stringify would look at each of its millions of characters in vain.
  const opening = Buffer.from(`{${JSON.stringify(name)}:"`);
  const closing = Buffer.from(others === "{}" ? '"}' : `",${others.slice(1)}`);
  const size = Math.ceil(source.length / 3) * 4;
  const body = Buffer.allocUnsafeSlow(opening.length + size + closing.length);
  body.set(opening);
  for (let start = 0, at = opening.length; start < source.length; start += pieceBytes)
    at += body.write(source.toString("base64", start, start + pieceBytes), at, "latin1");
  body.set(closing, opening.length + size);
  return respondBytes(c, body, "application/json");
}

/** Answers with a value as JSON, as text: the platforms send a short text with its header in one piece. */
export function respondJson(c: ApiContext, value: unknown): Response {
  return respondJsonText(c, JSON.stringify(value));
}

/** Answers with what is JSON already, as {@link respondJson} does. */
export function respondJsonText(c: ApiContext, body: string): Response {
  c.set("bytesOut", c.req.method === "HEAD" ? 0 : Buffer.byteLength(body));
  const response = c.body(body, 200, { "Content-Type": "application/json" });
  c.set("json", { response, body });
  return response;
}

/** What says something of an answer that an error may have to take the place of. */
const answerFields = ["Content-Length", "Content-Disposition", "X-Image"];

/** Answers with an error of the catalogue as `application/problem+json` (RFC 9457). */
export function respondProblem(c: ApiContext, error: ToolsError, publicUrl: string): Response {
  c.set("failure", error);
  for (const name of answerFields) c.header(name, undefined);
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
