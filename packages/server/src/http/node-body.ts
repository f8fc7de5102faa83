import type { IncomingMessage } from "node:http";
import type { ApiContext } from "../context.ts";

const incomingOf = new WeakMap<Request, IncomingMessage>();

function isBodyless(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD";
}

/** Notes which stream of Node a request was made from. */
export function rememberIncoming(request: Request, incoming: IncomingMessage): void {
  // `incomingOfGet` finds these without an entry, and every entry of a WeakMap is work for the garbage collector.
  if (isBodyless(incoming.method)) return;
  incomingOf.set(request, incoming);
}

/**
 * Returns the stream that a GET or HEAD request was made from, because a `Request` has no body with these methods.
 * `@hono/node-server` puts it into the environment; `undefined` on another server.
 */
export function incomingOfGet(c: ApiContext): IncomingMessage | undefined {
  // Each runtime and host passes an environment of its own, or none.
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  // A host program can call the API with a request of its own and the environment of another one.
  return isBodyless(incoming?.method) ? incoming : undefined;
}

function isBeingRead(incoming: IncomingMessage): boolean {
  return (
    incoming.readableDidRead || incoming.listenerCount("data") > 0 || incoming.listenerCount("readable") > 0
  );
}

/**
 * Returns the body of a request on Node without the detour through a web stream, which copies every chunk. Returns
 * `null` if the request was not made by Node's server, or something else has wrapped it or begun to read it.
 */
export function nodeBody(c: ApiContext): AsyncIterator<Uint8Array> | null {
  const incoming = isBodyless(c.req.method) ? incomingOfGet(c) : incomingOf.get(c.req.raw);
  if (!incoming || isBeingRead(incoming)) return null;
  // The connection still has to carry the response after the body was abandoned.
  return incoming.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
}
