import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy on the loopback interface that can separate a client from its server. */
export interface TcpProxy {
  port: number;
  /** Holds all data of present and new connections, without an error to either side. */
  stall(direction?: "both" | "requests" | "answers"): void;
  /** Forwards everything again, including held data. */
  pass(): void;
  /**
   * Stalls the present connections permanently, and forwards new ones, like a network that lost its
   * connection state.
   */
  strand(): void;
  /** Resets every connection. */
  cut(): void;
  close(): Promise<void>;
}

interface Link {
  client: Socket;
  server: Socket;
}

/** Starts a proxy to a port of this host. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const links = new Set<Link>();
  const stranded = new WeakSet<Link>();
  let stalled = { requests: false, answers: false };

  // A paused socket stays connected and fills its buffers, like one whose packets are lost. A second pipe would forward all
  // data twice.
  function obey({ client, server }: Link): void {
    client.unpipe(server);
    if (stalled.requests) client.pause();
    else client.pipe(server);
    server.unpipe(client);
    if (stalled.answers) server.pause();
    else server.pipe(client);
  }

  const listener = createServer((client) => {
    const link: Link = { client, server: connect(target, "127.0.0.1") };
    links.add(link);
    for (const [one, other] of [
      [link.client, link.server],
      [link.server, link.client],
    ] as const) {
      one.setNoDelay(true);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        links.delete(link);
        other.destroy();
      });
    }
    obey(link);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  // It listens on TCP.
  const { port } = listener.address() as AddressInfo;

  function set(next: typeof stalled): void {
    stalled = next;
    for (const link of links) if (!stranded.has(link)) obey(link);
  }

  return {
    port,
    stall: (direction = "both") =>
      set({ requests: direction !== "answers", answers: direction !== "requests" }),
    pass: () => set({ requests: false, answers: false }),
    strand() {
      set({ requests: true, answers: true });
      for (const link of links) stranded.add(link);
      stalled = { requests: false, answers: false };
    },
    cut() {
      for (const { client, server } of links) {
        client.resetAndDestroy();
        server.resetAndDestroy();
      }
    },
    async close() {
      for (const { client, server } of links) {
        client.destroy();
        server.destroy();
      }
      listener.close();
      await once(listener, "close");
    },
  };
}
