import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves an empty page on an origin of its own. */
export async function servePage(): Promise<{ origin: string; server: Server }> {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end("<title>Another origin</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, server };
}
