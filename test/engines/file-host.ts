import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import type { Certificate } from "./certificate.ts";

/** A server of files on a port. */
export interface FileHost {
  /** The host and port, as in a URL. */
  host: string;
  port: number;
  /** The number of connections so far. */
  connections: () => number;
  close: () => Promise<void>;
}

async function listen(server: Server, address: string, port: number): Promise<FileHost> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket) => {
    connections += 1;
    sockets.add(socket);
    // Clients that refuse a response reset the connection.
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  server.on("tlsClientError", () => {});
  server.listen(port, address);
  await once(server, "listening");
  // A TCP server that listens has an `AddressInfo`.
  const bound = (server.address() as AddressInfo).port;
  return {
    host: `${address.includes(":") ? `[${address}]` : address}:${bound}`,
    port: bound,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Serves HTTP, or HTTPS with a certificate. */
export function serveFiles(
  handle: RequestListener,
  {
    address = "127.0.0.1",
    port = 0,
    certificate,
  }: { address?: string; port?: number; certificate?: Certificate } = {},
): Promise<FileHost> {
  return listen(certificate ? createTlsServer(certificate, handle) : createServer(handle), address, port);
}

/** Responds to every connection with bytes that an HTTP server would not send. */
export function serveBytes(respond: (socket: Socket) => void): Promise<FileHost> {
  return listen(
    createTcpServer((socket) => socket.once("data", () => respond(socket))),
    "127.0.0.1",
    0,
  );
}
