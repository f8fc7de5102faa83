import { IncomingMessage, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import { linger } from "../linger.ts";

/** The requests whose clients wait for `100 Continue`. */
const waiting = new WeakSet<IncomingMessage>();

/** Reads and discards the rest of a body, within the bounds. Calls `end` when it has arrived, or at a bound. */
function discardBody(request: IncomingMessage, end: () => void): void {
  const { socket } = request;
  const deadline = performance.now() + linger.totalMs;
  const first = socket.bytesRead;
  let last = first;
  const stop = () => {
    clearInterval(timer);
    request.off("close", stop);
    end();
  };
  const timer = setInterval(() => {
    const { bytesRead } = socket;
    const isOver = performance.now() > deadline || bytesRead - first > linger.bytes;
    if (isOver || bytesRead === last) stop();
    last = bytesRead;
  }, linger.quietMs).unref();
  request.once("close", stop);
  request.resume();
}

/**
 * Lets a client read the response to a body that the server refuses before it has arrived. Many clients read only after
 * they have sent everything, and a connection that is closed meanwhile takes the response with it (RFC 9112 §9.6).
 */
export function lingerAfter(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  let isLast = false;
  // Node ends the connection with it after the last response, which resets a client that is still sending.
  const endLater = () => {
    if (request.complete) return Socket.prototype.destroySoon.call(socket);
    isLast = true;
    socket.end();
  };
  const restore = () => {
    if (socket.destroySoon === endLater) socket.destroySoon = Socket.prototype.destroySoon;
  };
  socket.destroySoon = endLater;
  response.once("finish", () => {
    if (request.complete) return restore();
    discardBody(request, () => {
      restore();
      if (isLast || !request.complete) socket.destroySoon();
    });
  });
}

/**
 * Asks a client that waits for `100 Continue` for the body when a handler begins to read it. A client that is refused
 * before sends nothing (RFC 9110 §10.1.1), so its connection cannot carry another request.
 */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const isKept = response.shouldKeepAlive;
  response.shouldKeepAlive = false;
  waiting.add(request);
  const onReader = (event: string) => {
    if ((event !== "data" && event !== "readable") || response.headersSent) return;
    request.off("newListener", onReader);
    waiting.delete(request);
    response.shouldKeepAlive = isKept;
    response.writeContinue();
  };
  request.on("newListener", onReader);
}

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

/**
 * Returns a `fetch` whose response waits for the rest of a body that the handler has not read, for servers behind a proxy.
 * Caddy ends the connection of a client that still sends when the response arrives, so the client never reads it.
 */
export function answerAfterBody(fetch: Fetch): Fetch {
  return async (request, env) => {
    const response = await fetch(request, env);
    const incoming = "incoming" in env && env.incoming instanceof IncomingMessage ? env.incoming : null;
    const isArriving = incoming && !incoming.complete && !incoming.destroyed && !waiting.has(incoming);
    // A response that ends the connection refuses the rest of the body.
    if (isArriving && response.headers.get("Connection") !== "close")
      await new Promise<void>((resolve) => discardBody(incoming, resolve));
    return response;
  };
}
