import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server of another party on the loopback interface, with answers that the test sets. */
export interface OtherServer {
  url: string;
  /** Replaces the answer. */
  answer(handle: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Returns the number of requests so far. */
  requests(): number;
}

/** Starts a server that ends with the test. */
export async function startOtherServer(): Promise<OtherServer> {
  let handle = (_: IncomingMessage, response: ServerResponse): void => void response.end();
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // The address of a server on TCP has this type.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    answer: (next) => void (handle = next),
    requests: () => requests,
  };
}

/** Answers with JSON. */
export function withJson(value: unknown, status = 200) {
  return (_: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  };
}
