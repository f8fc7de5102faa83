import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { startServerOn } from "../server/server-process.ts";

/** An endpoint of MCP, and a key for it. */
export interface Served {
  url: string;
  key: string;
  stop: () => Promise<unknown>;
}

/** The places in which MCP is served. */
export const places = ["node", "deno"] as const;

/** Serves MCP by the server on a runtime, with the tools of a folder. */
export async function startMcp(place: (typeof places)[number], folder?: string): Promise<Served> {
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
