import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { createApi } from "@tools-api/server";
import { nodeListener, readConfig, serveNode } from "@tools-api/server/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** A server and a key that it accepts. */
interface Served {
  url: string;
  port: number;
  key: string;
  close(): void;
}

/** Starts the server, which answers usual calls without Hono. */
async function startServer(): Promise<Served> {
  const settings = { PORT: "0", DATABASE_URL: "memory:", LOG_LEVEL: "silent" };
  const { url, first, close } = await serveNode(readConfig(settings));
  return { url, port: Number(new URL(url).port), key: first?.secret ?? "", close: () => void close() };
}

/** Serves an API whose routes answer all calls. */
async function startRoutes(publicUrl: string): Promise<Served> {
  const documents = memoryDocuments();
  const account = await createAccount(documents, { email: "owner@example.com", name: "Owner" }, Date.now());
  const { secret: key } = await createApiKey(documents, account.id, {}, Date.now());
  const { recall: _, ...authenticator } = apiKeyAuthenticator({ documents });
  const api = createApi({ documents, usage: memoryUsage(), authenticator, publicUrl });
  const server = createServer({ requireHostHeader: false }, nodeListener(api.fetch)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  return { url: publicUrl, port, key, close: () => server.close() };
}

/** Sends a text on a connection, and resolves to everything that the server sends until it closes it. */
function exchange({ port, key }: Served, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(request.replaceAll("KEY", key)));
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (received += chunk));
    socket.once("error", reject);
    socket.once("close", () => resolve(received));
  });
}

/** Returns the lines in a fixed order, without what differs between two servers and two moments. */
function comparable(received: string): string[] {
  const masked = received
    .replaceAll(/(acct|key)_\w+/g, "$1")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g, "request id")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|Date: [^\r]+|t=\d+/g, "time");
  // The order of header fields and the case of their names have no meaning (RFC 9110 §5).
  return masked
    .replaceAll(/^[\w-]+:/gm, (name) => name.toLowerCase())
    .split("\r\n")
    .toSorted();
}

const usual = "GET /v1/user/profile HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer KEY\r\n";
const requests: Record<string, string> = {
  "the usual call": `${usual}\r\n`,
  "three pipelined calls": `${usual}\r\n`.repeat(3),
  "names of fields in any case": `${usual.replace("Authorization", "aUTHORIZATION")}x-REQUEST-id: mine\r\n\r\n`,
  "a repeated request id": `${usual}X-Request-Id: one\r\nX-Request-Id: two\r\n\r\n`,
  "a second credential": `${usual}Authorization: Bearer other\r\n\r\n`,
  "a second Host": `${usual}Host: other\r\n\r\n`,
  "a body": `${usual}Content-Length: 2\r\n\r\n{}`,
  "a chunked body": `${usual}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  "HTTP/1.0": `${usual.replace("HTTP/1.1", "HTTP/1.0")}\r\n`,
  "an absolute target": `${usual.replace("/v1", "http://localhost/v1")}\r\n`,
  "a connection to close": `${usual}Connection: close\r\n\r\n`,
  HEAD: `${usual.replace("GET", "HEAD")}\r\n`,
};

describe("a server on Node", () => {
  let server: Served;
  let routes: Served;
  beforeAll(async () => {
    server = await startServer();
    routes = await startRoutes(server.url);
    // From the second call on, the credential is cached.
    for (const one of [server, routes]) await exchange(one, `${usual}\r\n`);
  });
  afterAll(() => {
    server.close();
    routes.close();
  });

  it.each(Object.entries(requests))("answers as the routes do: %s", async (_, request) => {
    const received = await exchange(server, request);
    expect(received).toMatch(/^HTTP\/1\.1 (200|401|415)/);
    expect(comparable(received)).toEqual(comparable(await exchange(routes, request)));
  });
});
