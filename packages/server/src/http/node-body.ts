import type { IncomingMessage } from "node:http";
import type { CallContext, ReceivedRequest } from "./call-context.ts";

const incomingStreams = new WeakMap<ReceivedRequest, IncomingMessage>();

function isBodyless(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD";
}

/** Remembers the Node stream that a request was created from. */
export function rememberIncoming(request: Request, incoming: IncomingMessage): void {
  // `incomingGet` finds these without an entry, and every entry of a WeakMap is work for the garbage collector.
  if (isBodyless(incoming.method)) return;
  incomingStreams.set(request, incoming);
}

/**
 * Returns the stream that a GET or HEAD request was created from, because a `Request` has no body with these methods.
 * `@hono/node-server` puts it into the environment. Returns `undefined` on another server.
 */
export function incomingGet(c: CallContext): IncomingMessage | undefined {
  // Each runtime and host passes its own environment, or none.
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  // A host program can call the API with its own request and the environment of another one.
  return isBodyless(incoming?.method) ? incoming : undefined;
}

function isBeingRead(incoming: IncomingMessage): boolean {
  return (
    incoming.readableDidRead || incoming.listenerCount("data") > 0 || incoming.listenerCount("readable") > 0
  );
}

/** Returns the stream that a request with another method was created from, if it came from Node's server. */
function streamOf({ raw }: CallContext["req"]): IncomingMessage | undefined {
  return raw.incoming ?? incomingStreams.get(raw);
}

/**
 * Returns the stream of a request on Node whose body is still unread. Returns `null` if the request does not
 * come from Node's server, or if other code has wrapped it.
 */
export function unreadStream(c: CallContext): IncomingMessage | null {
  const incoming = isBodyless(c.req.method) ? incomingGet(c) : streamOf(c.req);
  return incoming && !isBeingRead(incoming) ? incoming : null;
}

/**
 * Returns the body of a request on Node without a web stream, which would copy every chunk; `null` if there is no
 * {@link unreadStream}.
 */
export function nodeBody(c: CallContext): AsyncIterator<Uint8Array> | null {
  // The connection must still carry the response after the body was abandoned.
  return unreadStream(c)?.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() ?? null;
}

const encoder = new TextEncoder();

/**
 * Returns the body of a request on Node that the host's middleware has already read and parsed, such as
 * `express.json()`; `null` if there is none. JSON and forms are written again, so they have the same values.
 */
export function parsedBody(c: CallContext): Uint8Array | null {
  const { incoming: given } = (c.env ?? {}) as { incoming?: IncomingMessage };
  const incoming: (IncomingMessage & { body?: unknown }) | undefined = streamOf(c.req) ?? given;
  if (!incoming?.readableDidRead) return null;
  const { body } = incoming;
  if (body instanceof Uint8Array) return body;
  if (typeof body === "string") return encoder.encode(body);
  if (typeof body !== "object" || body === null) return null;
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(incoming.headers["content-type"] ?? "");
  return encoder.encode(
    isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body),
  );
}
