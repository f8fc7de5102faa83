import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { nodeListener } from "@tools-api/server/node";
import { afterEach, describe, expect, it } from "vitest";

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** A server that records which requests it starts, and how many it handles together. */
async function notingServer() {
  const seen = { begun: [] as string[], atOnce: 0, most: 0 };
  const server = createServer(
    nodeListener(async ({ url }) => {
      const { pathname } = new URL(url);
      seen.begun.push(pathname);
      seen.atOnce += 1;
      seen.most = Math.max(seen.most, seen.atOnce);
      for (let turn = 0; turn < 5; turn++) await nextTurn();
      seen.atOnce -= 1;
      return new Response(pathname);
    }),
  ).listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  // A server that listens on TCP has an `AddressInfo`.
  return { seen, port: (server.address() as AddressInfo).port };
}

/** Sends a text and resolves to the complete response when `isOver` is met, or when the connection ends. */
function exchange(
  port: number,
  text: string,
  isOver: (received: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString();
      if (isOver(received)) socket.destroy();
    });
    // The server can reset a connection with unread requests.
    socket.once("error", () => {});
    socket.once("close", () => resolve(received));
  });
}

const answersIn = (received: string) => received.split("HTTP/1.1 200 OK").length - 1;

describe("pipelined requests", () => {
  it("are handled one at a time on each connection, and answered in order", async () => {
    const { seen, port } = await notingServer();
    const paths = Array.from({ length: 30 }, (_, index) => `/${index}`);
    const received = await exchange(port, paths.map(request).join(""), (text) => answersIn(text) === 30);
    expect(seen.most).toBe(1);
    expect(seen.begun).toEqual(paths);
    expect([...received.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, path]) => path)).toEqual(paths);
  });

  it("close the connection if more than 32 wait, and none of the waiting ones is started", async () => {
    const { seen, port } = await notingServer();
    expect(await exchange(port, request("/x").repeat(2000))).toBe("");
    for (let turn = 0; turn < 100; turn++) await nextTurn();
    expect(seen.begun).toHaveLength(1);
  });

  it("are not started after their connection has closed", async () => {
    const { seen, port } = await notingServer();
    await exchange(port, request("/x").repeat(20), () => true);
    for (let turn = 0; turn < 500; turn++) await nextTurn();
    expect(seen.begun.length).toBeLessThan(10);
  });
});
