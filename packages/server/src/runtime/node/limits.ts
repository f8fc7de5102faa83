import type { Server, Socket } from "node:net";
import { addressBlock } from "../../http/address-block.ts";

/**
 * Closes new connections of a client address that already has `limit` open ones.
 * Attack: one address opens idle connections until the process has no file descriptors left. Then no client gets an
 * answer, and the stores cannot open their files.
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
