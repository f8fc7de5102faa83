import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a proxy that forwards requests immediately and delays every response. */
export async function slowRoad(url: string, delayMs: number): Promise<{ url: string; close: () => void }> {
  const { hostname, port } = new URL(url);
  const proxy = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming;
    const forwarded = request({ hostname, port, method, path, headers }, (response) => {
      setTimeout(() => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      }, delayMs);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an `AddressInfo`.
  const { port: own } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
