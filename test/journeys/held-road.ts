import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that forwards requests immediately and holds their responses. */
export interface HeldRoad {
  url: string;
  /** The number of responses that it holds. */
  held: () => number;
  /** Sends the responses that it holds, and all later ones immediately. */
  release: () => void;
  /** Holds responses again. */
  hold: () => void;
  close: () => void;
}

/** Starts a proxy that holds the responses to forms. */
export async function heldRoad(url: string): Promise<HeldRoad> {
  const { hostname, port } = new URL(url);
  let isHolding = true;
  const held: (() => void)[] = [];
  const proxy = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming;
    const forwarded = request({ hostname, port, method, path, headers }, (response) => {
      const send = () => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      };
      if (isHolding && method === "POST") held.push(send);
      else send();
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an `AddressInfo`.
  const { port: own } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    held: () => held.length,
    release() {
      isHolding = false;
      for (const send of held.splice(0)) send();
    },
    hold: () => void (isHolding = true),
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
