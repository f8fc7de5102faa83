import { readdir } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import qrCode from "../../examples/tools/qr-code.ts";
import { textAnalyzer, type Tool } from "@tools-api/core/tools";
import { openMcp } from "../server/mcp/mcp-api.ts";
import { startServerOn } from "../server/server-process.ts";

/** An endpoint of MCP, and a key for it. */
export interface Served {
  url: string;
  key: string;
  stop: () => Promise<unknown>;
}

/** Loads the tools of a folder. */
async function toolsIn(folder: string): Promise<Tool[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith("_"));
  return Promise.all(names.map(async (name) => (await import(join(folder, name))).default));
}

/** Serves a host's app with MCP under a prefix. */
async function startHost(folder: string | undefined): Promise<Served> {
  const publicUrl = "http://localhost:3000/tools";
  const more = folder === undefined ? [qrCode] : await toolsIn(folder);
  const { api, key } = await openMcp({ publicUrl, tools: [textAnalyzer, ...more] });
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

/** Serves MCP by the server on a runtime, or in a host's app, with the tools of a folder. */
export async function startMcp(place: (typeof places)[number], folder?: string): Promise<Served> {
  if (place === "host") return startHost(folder);
  const settings = { DATABASE_URL: "memory:", ...(folder !== undefined && { TOOLS: folder }) };
  const { url, key, stop } = await startServerOn(place, settings);
  return { url: `${url}/mcp`, key, stop };
}

/**
 * Starts a proxy for judges that cannot send a key: it adds the key to each request. Names of tools with underscores, which
 * the API does not have, get hyphens.
 */
export async function startKeyProxy({ url, key }: Served): Promise<Served> {
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const sent = request(url, { method: incoming.method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    sent.end(body.replace(/"name":"test_\w+"/, (name) => name.replaceAll("_", "-")));
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
