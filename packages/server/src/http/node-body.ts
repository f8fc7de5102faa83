import type { IncomingMessage } from "node:http";

const incomingOf = new WeakMap<Request, IncomingMessage>();

/** Notes which stream of Node a request was made from. */
export function rememberIncoming(request: Request, incoming: IncomingMessage): void {
  // Nothing is read of these, and every entry of a WeakMap is work for the collector of garbage.
  if (incoming.method === "GET" || incoming.method === "HEAD") return;
  incomingOf.set(request, incoming);
}

function isBeingRead(incoming: IncomingMessage): boolean {
  return (
    incoming.readableDidRead || incoming.listenerCount("data") > 0 || incoming.listenerCount("readable") > 0
  );
}

/**
 * The body of a request on Node, without the detour over a web stream, which copies every piece of it; `null` where
 * the request was not made by Node's server, or was wrapped or begun to be read by somebody else.
 */
export function nodeBody(request: Request): AsyncIterable<Uint8Array> | null {
  const incoming = incomingOf.get(request);
  if (!incoming || isBeingRead(incoming)) return null;
  // Who gives a body up still has to answer on its connection.
  return incoming.iterator({ destroyOnReturn: false });
}
