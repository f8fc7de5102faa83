import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../engines/free-port.ts";
import { installedProxies, type ReverseProxy, startProxy } from "../engines/proxies.ts";
import { until } from "../engines/redis.ts";
import { type Runtime, type ServerProcess, startServer, temporaryFolder } from "../server/server-process.ts";

const runtimes: Runtime[] = ["node", "deno"];
const pairs = installedProxies().flatMap((proxy) => runtimes.map((runtime) => ({ proxy, runtime })));
const megabyte = 1_000_000;
const path = "/v1/tools/image-converter?format=webp";

interface Upload {
  url: string;
  headers: Record<string, string>;
  bytes: number;
}

/** Sends a whole body before it reads, as `http.client` of Python does. Resolves to the response as text. */
async function sendThenRead({ url, headers, bytes }: Upload): Promise<string> {
  const { host, port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1").pause();
  const fields = { Host: host, Connection: "close", "Content-Length": String(bytes), ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  for (let left = bytes; left > 0; left -= 100_000)
    if (!socket.write(Buffer.alloc(Math.min(left, 100_000)))) await once(socket, "drain");
  return text(socket);
}

/** Sends a body only if it is asked for. Resolves to the response as text. */
async function sendIfAsked({ url, headers, bytes }: Upload): Promise<string> {
  const fields = { ...headers, Expect: "100-continue", "Content-Length": String(bytes) };
  const sent = request(url + path, { method: "POST", headers: fields, agent: false });
  sent.flushHeaders();
  sent.once("continue", () => sent.end(Buffer.alloc(bytes)));
  const [response] = await once(sent, "response");
  return `HTTP/1.1 ${response.statusCode} \r\n${await text(response)}`;
}

/** Settings and headers of a refused upload, and the code of the refusal. */
const refusals: { headers: Record<string, string>; bytes: number; status: number; code: string }[] = [
  { headers: {}, bytes: 8 * megabyte, status: 401, code: "missing_credentials" },
  { headers: { Authorization: "KEY" }, bytes: 40 * megabyte, status: 413, code: "payload_too_large" },
  { headers: { Authorization: "KEY" }, bytes: 8 * megabyte, status: 422, code: "invalid_image" },
  {
    headers: { Authorization: `Bearer tk_live_${"a".repeat(38)}` },
    bytes: 8 * megabyte,
    status: 429,
    code: "too_many_attempts",
  },
];

describe.each(pairs)("$proxy in front of the server on $runtime", ({ proxy, runtime }) => {
  let server: ServerProcess;
  let front: ReverseProxy;
  beforeAll(async () => {
    const settings = { DATABASE_URL: "memory:", LOG_LEVEL: "silent", TRUST_PROXY: "1" };
    server = await startServer({ ...settings, AUTH_FAILURES_PER_MINUTE: "1" }, runtime);
    front = await startProxy(proxy, [new URL(server.url).host]);
    // The first unknown key is the last that gets 401.
    await fetch(front.url + path, { method: "POST", headers: refusals[3]?.headers ?? {} });
  });
  afterAll(async () => {
    await front.stop();
    await server.stop();
  });

  it.each(
    refusals.flatMap((refusal) => [
      { ...refusal, client: "reads after it has sent everything", send: sendThenRead },
      { ...refusal, client: "waits for 100 Continue", send: sendIfAsked },
    ]),
  )(
    "gives $status $code as JSON to a client that $client",
    async ({ headers, bytes, status, code, send }) => {
      const all: Record<string, string> = { "Content-Type": "image/png", ...headers };
      if (all.Authorization === "KEY") all.Authorization = `Bearer ${server.key}`;
      const response = await send({ url: front.url, headers: all, bytes });
      expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(response).toContain(`"code":"${code}"`);
    },
  );
});

/** Requires that a path of the server answers. */
async function expectServed(url: string, server: ServerProcess): Promise<void> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${server.key}` } });
  expect(response.status).toBe(200);
}

/** The line of a shipped file that forwards requests, and one that also removes the prefix. */
const forwarding = {
  caddy: ["reverse_proxy", "uri strip_prefix /tools\n\treverse_proxy"],
  nginx: ["proxy_pass http://tools-api;", "rewrite ^/tools(/.*)$ $1 break; proxy_pass http://tools-api;"],
} as const;

it.each(pairs)("$runtime answers under its prefix, which $proxy removes or leaves", async (pair) => {
  const publicUrl = "http://127.0.0.1/tools";
  const settings = { DATABASE_URL: "memory:", LOG_LEVEL: "silent", TRUST_PROXY: "1", PUBLIC_URL: publicUrl };
  const server = await startServer(settings, pair.runtime);
  const [line, stripping] = forwarding[pair.proxy];
  for (const edit of [line, stripping]) {
    const front = await startProxy(pair.proxy, [new URL(server.url).host], (file) =>
      file.replace(line, edit),
    );
    await expectServed(`${front.url}/tools/v1/user/profile`, server);
    await front.stop();
  }
  await server.stop();
});

it("no call through Caddy fails while each of two servers on Node restarts under load", async () => {
  const folder = temporaryFolder();
  const ports = [await freePort(), await freePort()];
  const start = (port: number) =>
    startServer({
      DATABASE_URL: `sqlite:${folder.path}/tools.db`,
      PORT: String(port),
      TRUST_PROXY: "1",
      STOP_DELAY: "5",
      PLAN_FREE_DAILY_LIMIT: "1000000",
    });
  const servers: ServerProcess[] = [];
  for (const port of ports) servers.push(await start(port));
  const front = await startProxy(
    "caddy",
    ports.map((port) => `127.0.0.1:${port}`),
  );
  const headers = { Authorization: `Bearer ${servers[0]?.key}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ text: "Hello there.", analysis_type: "language" });
  const statuses = new Set<number>();
  const over = new AbortController();
  const clients = Array.from({ length: 8 }, async () => {
    while (!over.signal.aborted) {
      const response = await fetch(`${front.url}/v1/tools/text-analyzer`, { method: "POST", headers, body });
      await response.arrayBuffer();
      statuses.add(response.status);
    }
  });
  for (const [index, port] of ports.entries()) {
    await servers[index]?.stop();
    servers[index] = await start(port);
    // Caddy sends calls to it again, so the other one may stop.
    await until(() => servers[index]?.output().includes('"msg":"request"') === true);
  }
  over.abort();
  await Promise.all(clients);
  expect([...statuses]).toEqual([200]);
  await front.stop();
  for (const server of servers) await server.stop();
  folder.remove();
});
