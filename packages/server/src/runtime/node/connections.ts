import type { Server, ServerResponse } from "node:http";
import { type Socket, Server as TcpServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { checkMs, finishingMs, stalledChecks } from "../signals.ts";
import type { Exchange, Lines } from "./turns.ts";

// Handlers of disconnected clients may still have units to refund before the stores close.
const refundMs = 500;

interface Progress {
  /** Bytes that the socket had received at the last check. */
  bytesRead: number;
  /** The number of consecutive checks that found no new bytes. */
  quietChecks: number;
}

/** The connections of a server. */
export interface NodeConnections {
  /** Begins a response. It tells the client if its connection is about to end. */
  begin(response: ServerResponse): void;
  /**
   * Stops accepting connections. Resolves when every pending response has been sent. Closes all other connections: idle
   * ones, those with an incomplete request, and those whose body does not arrive.
   *
   * @param idleMs - The time for which idle connections still take a request. Default: 0.
   */
  end(idleMs?: number): Promise<void>;
}

/** Creates the tracker of a server's connections. */
export function followConnections(server: Server, lines: Lines): NodeConnections {
  const sockets = new Set<Socket>();
  const progress = new WeakMap<Exchange, Progress>();
  let closing = false;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  // A response is closed once the operating system has all of it, even if it has megabytes and a slow reader.
  const openExchanges = () => [...sockets].flatMap((socket) => lines.get(socket)?.current ?? []);

  /** Returns whether the server has waited for a body during many checks without receiving any of it. */
  function isStalled(exchange: Exchange): boolean {
    const { request, response } = exchange;
    const { bytesRead } = request.socket;
    const last = progress.get(exchange);
    const waits = !request.complete && !response.writableEnded && request.readableLength === 0;
    const quietChecks = last && waits && bytesRead === last.bytesRead ? last.quietChecks + 1 : 0;
    progress.set(exchange, { bytesRead, quietChecks });
    return quietChecks > stalledChecks;
  }

  function closeUnused(): void {
    const busy = new Set(
      openExchanges()
        .filter((one) => !isStalled(one))
        .map((one) => one.request.socket),
    );
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
  }

  return {
    begin(response) {
      // A connection that is kept alive could carry more requests.
      if (closing) response.setHeader("Connection", "close");
    },
    async end(idleMs = 0) {
      closing = true;
      const unfinished = openExchanges();
      for (const { response } of unfinished)
        if (!response.headersSent) response.setHeader("Connection", "close");
      // `close` of an HTTP server also ends connections with an unsent response. `close` of a TCP server does not.
      const closed = new Promise((resolve) => TcpServer.prototype.close.call(server, resolve));
      if (idleMs > 0) await sleep(idleMs);
      closeUnused();
      const closeRegularly = setInterval(closeUnused, checkMs);
      const closeAll = setTimeout(() => server.closeAllConnections(), finishingMs);
      await closed;
      clearInterval(closeRegularly);
      clearTimeout(closeAll);
      await Promise.race([Promise.allSettled(unfinished.map(({ answered }) => answered)), sleep(refundMs)]);
    },
  };
}
