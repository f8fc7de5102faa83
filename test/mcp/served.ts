import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import qrCode from "../../examples/tools/qr-code.ts";
import { textAnalyzer } from "@tools-api/core/tools";
import { openMcp } from "../server/mcp/mcp-api.ts";
import { startServerOn } from "../server/server-process.ts";

/** An endpoint of MCP, and a key for it. */
export interface Served {
  url: string;
  key: string;
  stop: () => Promise<unknown>;
}

/** Serves a host's app with MCP under a prefix. */
async function startHost(): Promise<Served> {
  const publicUrl = "http://localhost:3000/tools";
  const { api, key } = await openMcp({ publicUrl, tools: [textAnalyzer, qrCode] });
  const app = new Hono().route("/tools", api);
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const starting = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(starting));
  });
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      if ("closeAllConnections" in server) server.closeAllConnections();
    });
  return { url: `http://localhost:${port}/tools/mcp`, key, stop };
}

/** The places in which MCP is served. */
export const places = ["node", "deno", "host"] as const;

/** Serves MCP by the server on a runtime, or in a host's app. */
export async function startMcp(place: (typeof places)[number]): Promise<Served> {
  if (place === "host") return startHost();
  const { url, key, stop } = await startServerOn(place, { DATABASE_URL: "memory:" });
  return { url: `${url}/mcp`, key, stop };
}

/** Starts a proxy that adds the key to each request, for judges that cannot send one. */
export async function startKeyProxy({ url, key }: Served): Promise<Served> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const sent = request(url, { method: incoming.method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://localhost:${port}${new URL(url).pathname}`, key, stop };
}
