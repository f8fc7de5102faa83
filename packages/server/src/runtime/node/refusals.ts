import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

/** The bounds for the rest of a body that the server has not read when the response is sent. */
const linger = {
  /** As nginx's `lingering_time`. */
  totalMs: 30_000,
  /** As nginx's `lingering_timeout`: a client that sends nothing has the response. */
  quietMs: 5_000,
  bytes: 512 * 2 ** 20,
};

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
  const onReader = (event: string) => {
    if ((event !== "data" && event !== "readable") || response.headersSent) return;
    request.off("newListener", onReader);
    response.shouldKeepAlive = isKept;
    response.writeContinue();
  };
  request.on("newListener", onReader);
}
