import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { readConfig, serveNode } from "@tools-api/server/node";
import { describe, expect, it, onTestFinished, vi } from "vitest";

// The kernel drops handshakes beyond the server's backlog of 511, without telling the client.
const openedTogether = 100;

/** Opens connections that send nothing, and returns those that the server keeps open. */
async function open(port: number, count: number, localAddress: string): Promise<() => Socket[]> {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const ended = new Set<Socket>();
  const openOne = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ port, host: "127.0.0.1", localAddress }, resolve);
      sockets.push(socket);
      socket.once("error", () => resolve()).once("close", () => ended.add(socket));
      socket.resume();
    });
  while (sockets.length < count) await Promise.all(Array.from({ length: openedTogether }, openOne));
  return () => sockets.filter((socket) => !ended.has(socket));
}

/** Returns whether there is another loopback address, to act as another client. */
async function canBind(address: string): Promise<boolean> {
  const server = createServer();
  const bound = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false)).listen(0, address, () => resolve(true));
  });
  server.close();
  return bound;
}

const hasTwoAddresses = await canBind("127.0.0.2");

describe("connections that send nothing", () => {
  it.skipIf(!hasTwoAddresses)(
    "are limited to 1,000 per client address, and those of other addresses are accepted",
    async () => {
      const settings = { PORT: "0", DATABASE_URL: "memory:", LOG_LEVEL: "silent" };
      const server = await serveNode(readConfig(settings));
      onTestFinished(() => server.close());
      const port = Number(new URL(server.url).port);
      const left = await open(port, 1100, "127.0.0.2");
      await vi.waitFor(() => expect(left()).toHaveLength(1000), 60_000);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    },
  );

  it("are not limited if all clients connect through a proxy", async () => {
    const settings = { PORT: "0", DATABASE_URL: "memory:", LOG_LEVEL: "silent", TRUST_PROXY: "1" };
    const server = await serveNode(readConfig(settings));
    onTestFinished(() => server.close());
    const port = Number(new URL(server.url).port);
    const left = await open(port, 1100, "127.0.0.1");
    const [last] = left().slice(-1);
    if (!last) throw new Error("The server has closed all connections.");
    last.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    // The server has handled every connection before this one.
    expect(String(await once(last.pause(), "readable").then(() => last.read()))).toMatch(/^HTTP\/1\.1 200 /);
    expect(left()).toHaveLength(1100);
  });
});

it.each([
  ["75 s, longer than proxies do", {}, "timeout=75"],
  ["the time of KEEP_ALIVE_TIMEOUT", { KEEP_ALIVE_TIMEOUT: "130" }, "timeout=130"],
])("keeps an idle connection for %s", async (_, setting, expected) => {
  const settings = { PORT: "0", DATABASE_URL: "memory:", LOG_LEVEL: "silent", ...setting };
  const server = await serveNode(readConfig(settings));
  onTestFinished(() => server.close());
  expect((await fetch(`${server.url}/healthz`)).headers.get("Keep-Alive")).toBe(expected);
});
