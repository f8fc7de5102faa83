import type { Server, Socket } from "node:net";
import { addressBlock } from "./address-block.ts";

/**
 * Ends new connections of a client address that has `limit` open ones. Without it, one address could use up the file
 * descriptors of the process, with connections that send nothing: then no client gets an answer, and the stores cannot
 * open their files.
 */
export function limitConnections(server: Server, limit: number): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    // Undefined once the peer is gone.
    const address = addressBlock(socket.remoteAddress ?? "");
    const count = open.get(address) ?? 0;
    if (count >= limit) {
      socket.destroy();
      return;
    }
    open.set(address, count + 1);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}
