import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type Socket, Server as TcpServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { checkMs, finishingMs, stalledChecks } from "../signals.ts";

// Handlers of disconnected clients may still have units to refund before the stores close.
const refundMs = 500;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  answered: Promise<unknown>;
  /** Bytes that the socket had received at the last check. */
  bytesRead: number;
  /** The number of consecutive checks that found no new bytes. */
  quietChecks: number;
  /** Its position in the list of open exchanges. */
  index: number;
}

/**
 * Removes an exchange from the list, whose last one takes its position. A `Set` would keep removed exchanges in memory
 * until it is rehashed. They survive to the old generation, whose collections then take a quarter of the CPU time of a
 * call.
 */
function remove(exchanges: Exchange[], { index }: Exchange): void {
  const last = exchanges.pop();
  if (!last || last.index === index) return;
  last.index = index;
  exchanges[index] = last;
}

/** Returns whether the server has waited for a body during many checks without receiving any of it. */
function isStalled(exchange: Exchange): boolean {
  const { request, response } = exchange;
  const { bytesRead } = request.socket;
  const waits = !request.complete && !response.writableEnded && request.readableLength === 0;
  exchange.quietChecks = waits && bytesRead === exchange.bytesRead ? exchange.quietChecks + 1 : 0;
  exchange.bytesRead = bytesRead;
  return exchange.quietChecks > stalledChecks;
}

/** The connections of a server, and the requests that it has yet to answer. */
export interface NodeConnections {
  /** Tracks a request while it is being answered. */
  begin(request: IncomingMessage, response: ServerResponse, answer: () => unknown): void;
  /**
   * Stops accepting connections. Resolves when every pending response has been sent. Closes all other connections: idle
   * ones, those with an incomplete request, and those whose body does not arrive.
   */
  end(): Promise<void>;
}

/** Creates the tracker of a server's connections. */
export function followConnections(server: Server): NodeConnections {
  const sockets = new Set<Socket>();
  const exchanges: Exchange[] = [];
  let closing = false;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  function closeUnused(): void {
    const busy = new Set(exchanges.filter((one) => !isStalled(one)).map((one) => one.request.socket));
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
  }

  return {
    begin(request, response, answer) {
      // A connection that is kept alive could carry more requests.
      if (closing) response.setHeader("Connection", "close");
      const exchange = {
        request,
        response,
        answered: Promise.resolve(),
        bytesRead: 0,
        quietChecks: 0,
        index: exchanges.length,
      };
      exchanges.push(exchange);
      // "close" fires once the operating system has the whole response, even if it has megabytes and a slow reader.
      response.once("close", () => remove(exchanges, exchange));
      exchange.answered = Promise.resolve(answer()).then(() => {});
    },
    async end() {
      closing = true;
      for (const { response } of exchanges)
        if (!response.headersSent) response.setHeader("Connection", "close");
      const unfinished = exchanges.map(({ answered }) => answered);
      // `close` of an HTTP server also ends connections with an unsent response. `close` of a TCP server does not.
      const closed = new Promise((resolve) => TcpServer.prototype.close.call(server, resolve));
      closeUnused();
      const closeRegularly = setInterval(closeUnused, checkMs);
      const closeAll = setTimeout(() => server.closeAllConnections(), finishingMs);
      await closed;
      clearInterval(closeRegularly);
      clearTimeout(closeAll);
      await Promise.race([Promise.allSettled(unfinished), sleep(refundMs)]);
    },
  };
}
