import type { ToolsError } from "@tools-api/core";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { CallContext, Reply, ReplyBody } from "./call-context.ts";
import type { ApiContext } from "./context.ts";
import { resourceMetadataUrl } from "./protected-resource.ts";
import { challenge, problemBody, problemKinds, retryAfter } from "./problem.ts";
import { acceptRequestId } from "./request-id.ts";
import { streamChunks } from "./stream-chunks.ts";

const encoder = new TextEncoder();

/** Returns the same bytes outside shared memory, because the body of a response must not be in it. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : Uint8Array.from(bytes);
}

// Smaller responses fit into the buffers of the connection, even if the client reads slowly.
const largeAnswer = 1_000_000;
// Encoding a chunk of this size in base64 takes less than a millisecond. It is a multiple of three, so that every chunk
// except the last has whole groups of base64.
const chunkBytes = 3 * 65_536;

function* inChunks(bytes: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>> {
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes);
}

/** The response that a context creates. */
type ReplyIn<C extends CallContext> = C extends ApiContext ? Response : Reply;

function reply<C extends CallContext>(
  c: C,
  content: ReplyBody,
  status: ContentfulStatusCode,
  fields: Record<string, string>,
): ReplyIn<C> {
  // A context of Hono creates a `Response`.
  return c.body(content, status, fields) as ReplyIn<C>;
}

/** A response that is created chunk by chunk. */
interface Answer {
  /** The length of its body. */
  size: number;
  /** The bytes that it holds until it is sent. */
  held: number;
  chunks: () => Iterable<Uint8Array<ArrayBuffer>>;
}

/**
 * Responds with the chunks of a body and records their size. A large response reserves its bytes in the work queue
 * until it is sent.
 *
 * @throws ToolsError `overloaded` if the caller has too many unread responses.
 */
function respondChunks<C extends CallContext>(
  c: C,
  { size, held, chunks }: Answer,
  headers: Readonly<Record<string, string>>,
  status: ContentfulStatusCode,
): ReplyIn<C> {
  const slot = c.get("slot");
  const end = slot && size >= largeAnswer ? slot.answer(held) : null;
  c.set("bytesOut", c.req.method === "HEAD" ? 0 : size);
  const fields = { ...headers, ...(end && { "Content-Length": String(size) }) };
  c.set("bodyFields", Object.keys(fields));
  const content = end ? streamChunks(chunks(), end) : unshared(Buffer.concat([...chunks()]));
  return reply(c, content, status, fields);
}

/**
 * Responds with bytes, or with a text in UTF-8.
 *
 * @param terms - The status, by default 200, and header fields that describe the bytes.
 * @throws ToolsError `overloaded` if the caller has too many unread responses.
 */
export function respondBytes<C extends CallContext>(
  c: C,
  body: Uint8Array | string,
  contentType: string,
  {
    status = 200,
    headers,
  }: { status?: ContentfulStatusCode; headers?: Readonly<Record<string, string>> } = {},
): ReplyIn<C> {
  const bytes = typeof body === "string" ? encoder.encode(body) : unshared(body);
  const chunks = () => (bytes.length < largeAnswer ? [bytes] : inChunks(bytes));
  const answer = { size: bytes.length, held: bytes.length, chunks };
  return respondChunks(c, answer, { "Content-Type": contentType, ...headers }, status);
}

/**
 * Responds with a JSON object whose first member is bytes in base64.
 *
 * @param others - The object of the other members as JSON.
 * @param fields - Further header fields that describe it.
 * @throws ToolsError `overloaded` if the caller has too many unread responses.
 */
export function respondBase64Json<C extends CallContext>(
  c: C,
  { name, bytes }: { name: string; bytes: Uint8Array },
  others: string,
  fields: Readonly<Record<string, string>>,
): ReplyIn<C> {
  const source = unshared(bytes);
  // Base64 needs no escapes. JSON.stringify would check each of its millions of characters.
  const opening = Buffer.from(`{${JSON.stringify(name)}:"`);
  const closing = Buffer.from(others === "{}" ? '"}' : `",${others.slice(1)}`);
  const size = opening.length + Math.ceil(source.length / 3) * 4 + closing.length;
  function* chunks() {
    yield opening;
    for (const chunk of inChunks(source))
      yield Buffer.from(
        Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString("base64"),
        "latin1",
      );
    yield closing;
  }
  const headers = { "Content-Type": "application/json", ...fields };
  return respondChunks(c, { size, held: source.length, chunks }, headers, 200);
}

/**
 * Responds with a value as JSON. The body is a string, because the platforms send a short string together with the
 * header.
 */
export function respondJson<C extends CallContext>(c: C, value: unknown): ReplyIn<C> {
  return respondJsonText(c, JSON.stringify(value));
}

/** Responds with a JSON text, like {@link respondJson}. */
export function respondJsonText<C extends CallContext>(c: C, body: string): ReplyIn<C> {
  c.set("bytesOut", c.req.method === "HEAD" ? 0 : Buffer.byteLength(body));
  const response = reply(c, body, 200, { "Content-Type": "application/json" });
  // A repeat has another header field.
  if (!c.get("isReplayed")) c.set("json", { response, body });
  return response;
}

/** Responds with an error of the catalog as `application/problem+json` (RFC 9457). */
export function respondProblem<C extends CallContext>(
  c: C,
  error: ToolsError,
  publicUrl: string,
): ReplyIn<C> {
  c.set("failure", error);
  for (const name of c.get("bodyFields") ?? []) c.header(name, undefined);
  const resource = c.get("resource");
  const challenged = challenge(error, {
    scopes: c.get("neededScopes"),
    metadata: resource === undefined ? undefined : resourceMetadataUrl(publicUrl, resource),
  });
  if (challenged) c.header("WWW-Authenticate", challenged);
  const seconds = retryAfter(error);
  if (seconds !== undefined) c.header("Retry-After", String(seconds));
  const requestId = c.get("requestId") ?? acceptRequestId(c.req.header("X-Request-Id"));
  c.header("X-Request-Id", requestId);
  const body = problemBody(error, { instance: c.req.path, requestId, publicUrl });
  const { status } = problemKinds[error.code];
  return respondBytes(c, JSON.stringify(body), "application/problem+json", { status });
}
