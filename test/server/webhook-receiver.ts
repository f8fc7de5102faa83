import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A message that a receiver got. */
interface ReceivedWebhook {
  path: string;
  headers: Record<string, string>;
  body: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** A receiver of webhooks on the loopback interface. */
export interface WebhookReceiver {
  /** Such as `127.0.0.1:40123`. */
  host: string;
  url: string;
  received: ReceivedWebhook[];
  /** Returns the status of a response, or `null` to hold it back. Default: 204. */
  respond: (message: ReceivedWebhook) => number | null;
  /** Header fields of each response. */
  headers: Record<string, string>;
  /** Sends the responses that `respond` has held back. */
  release: () => void;
}

function single(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** Starts a receiver, which ends with the test. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const held: ServerResponse[] = [];
  const receiver: WebhookReceiver = {
    host: "",
    url: "",
    received: [],
    respond: () => 204,
    headers: {},
    release: () => held.splice(0).forEach((response) => response.writeHead(204).end()),
  };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { url: path = "", headers } = request;
      // The tests check the fields that they read.
      const event = JSON.parse(body) as ReceivedWebhook["event"];
      const message = { path, headers: single(headers), body, event };
      receiver.received.push(message);
      const status = receiver.respond(message);
      if (status === null) held.push(response);
      else response.writeHead(status, receiver.headers).end("ignored");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  receiver.host = `127.0.0.1:${port}`;
  receiver.url = `http://${receiver.host}/hook`;
  return receiver;
}
