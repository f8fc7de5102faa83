import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

// A server closes idle connections. New ones open at this pace, to leave the machine for the calls.
const openedAtOnce = 110;
const paceMs = 100;
// A server limits the connections of an address. All of 127.0.0.0/8 are addresses of this machine.
const addresses = 20;

/** Keeps a number of connections open. Each makes one request. */
export function keepIdleConnections(url: string, wanted: number) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const opened = { total: 0, isOver: false };

  function openOne(): void {
    const localAddress = `127.0.0.${2 + (opened.total % addresses)}`;
    const socket = connect({ port: Number(port), host: hostname, localAddress });
    sockets.add(socket);
    opened.total++;
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    socket.resume();
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  }

  const running = (async () => {
    while (!opened.isOver) {
      for (let count = 0; count < openedAtOnce && sockets.size < wanted; count++) openOne();
      await sleep(paceMs);
    }
  })();

  return {
    opened,
    open: () => sockets.size,
    async stop() {
      opened.isOver = true;
      await running;
      for (const socket of sockets) socket.destroy();
    },
  };
}
