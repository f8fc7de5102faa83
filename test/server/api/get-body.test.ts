import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { nodeListener } from "@tools-api/server/node";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { type EchoApi, echoApi } from "./echo-api.ts";
import { managementServer } from "../management-server.ts";
import { startServerOn } from "../server-process.ts";

const usage = "/v1/analytics/usage";
const profile = "/v1/user/profile";
const day = { start_date: "2026-11-01", end_date: "2026-11-01", granularity: "hour" };

interface Answer {
  status: number;
  body: {
    code?: string;
    message?: string;
    granularity?: string;
    series?: unknown[];
    stats?: object;
    errors?: { pointer: string; detail: string }[];
  };
}

interface SentRequest {
  key: string;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Sends a GET with a body, which `fetch` does not allow. */
function send(url: string, { key, method = "GET", body = "", headers = {} }: SentRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(body !== "" && { "Content-Type": "application/json" }),
          ...(body !== "" && !headers["Transfer-Encoding"] && { "Content-Length": Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        // The contract defines the fields of the response.
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            body: (text === "" ? {} : JSON.parse(text)) as Answer["body"],
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

const json = (value: unknown) => JSON.stringify(value);

let api: EchoApi;
/** The ways to serve the API on Node. */
const hosts: { name: string; url: string; prefix: string; close: () => void }[] = [];

/** Starts a server and returns its URL. */
function listen(server: ReturnType<typeof createServer>): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      // A server that listens on TCP has an `AddressInfo`.
      const { port } = server.address() as AddressInfo;
      resolve(`http://127.0.0.1:${port}`);
    });
  });
}

beforeAll(async () => {
  api = await echoApi();
  const routed = new Hono().route("/", api.api);
  const mounted = new Hono().mount("/tools", api.api.fetch);
  const server = createServer(nodeListener(api.api.fetch));
  const url = await listen(server);
  hosts.push({ name: "nodeListener", url, prefix: "", close: () => server.close() });
  for (const [name, fetch, prefix] of [
    ["@hono/node-server", api.api.fetch, ""],
    ["a Hono app that routes to it", routed.fetch, ""],
    ["a Hono app that mounts it", mounted.fetch, "/tools"],
  ] as const)
    await new Promise<void>((resolve) => {
      const server = serve({ fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
        hosts.push({ name, url: `http://127.0.0.1:${port}`, prefix, close: () => server.close() });
        resolve();
      });
    });
});
afterAll(() => {
  for (const { close } of hosts) close();
});

describe("a GET with a JSON object in its body", () => {
  it("is read by nodeListener, by @hono/node-server, and in a Hono app that routes to the API or mounts it", async () => {
    expect(hosts).toHaveLength(4);
    for (const { name, url, prefix } of hosts) {
      const report = await send(url + prefix + usage, { key: api.key, body: json(day) });
      expect(report.status, name).toBe(200);
      expect(report.body.granularity, name).toBe("hour");
      expect(report.body.series, name).toHaveLength(24);
      const stats = await send(url + prefix + profile, { key: api.key, body: json({ include_stats: true }) });
      expect(stats.body.stats, name).toBeDefined();
    }
  });

  const at = (path: string) => `${hosts[0]?.url}${path}`;

  it("is read if it arrives in chunks without a length", async () => {
    const headers = { "Transfer-Encoding": "chunked", "Content-Type": "application/json" };
    const report = await send(at(usage), { key: api.key, body: json(day), headers });
    expect(report.body.series).toHaveLength(24);
  });

  it("can repeat a parameter of the query, and returns 422 if the values differ", async () => {
    const same = await send(at(`${usage}?granularity=hour&start_date=2026-11-01`), {
      key: api.key,
      body: json(day),
    });
    expect(same.body.series).toHaveLength(24);
    const stats = await send(at(`${profile}?include_stats=True`), {
      key: api.key,
      body: json({ include_stats: true }),
    });
    expect(stats.body.stats).toBeDefined();
    const other = await send(at(`${usage}?granularity=day&start_date=2026-11-01`), {
      key: api.key,
      body: json(day),
    });
    expect(other).toMatchObject({
      status: 422,
      body: {
        code: "invalid_parameter",
        errors: [
          {
            pointer: "#/granularity",
            detail: 'expected the same value in the query and in the body, received "day" and "hour"',
          },
        ],
      },
    });
  });

  it.each([
    [usage, "[]", 400, "invalid_json"],
    [usage, `{"a":${"[".repeat(33)}`, 400, "invalid_json"],
    [usage, json({ granularity: "fortnight" }), 422, "invalid_parameter"],
    [usage, json({ start_date: 20_261_101 }), 422, "invalid_parameter"],
    [profile, json({ include_stats: "true" }), 422, "invalid_parameter"],
    [profile, '{"__proto__":{"include_stats":true}}', 422, "invalid_parameter"],
    [profile, json({ access_token: "x" }), 400, "invalid_request"],
  ])("is rejected like a query: %s %s", async (path, body, status, code) => {
    expect(await send(at(path), { key: api.key, body })).toMatchObject({ status, body: { code } });
  });

  it("is rejected if it has more than 64 kB", async () => {
    const body = json({ x: "a".repeat(70_000) });
    const answer = await send(at(profile), { key: api.key, body });
    expect(answer).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
  });

  it("is validated on HEAD too", async () => {
    const head = (body: string) => send(at(usage), { key: api.key, method: "HEAD", body });
    expect((await head(json(day))).status).toBe(200);
    expect((await head(json({ granularity: "fortnight" }))).status).toBe(422);
  });

  it("returns 400 and asks for the parameters in the query if the runtime does not expose the body of a GET", async () => {
    const bodyHeaders: Record<string, string>[] = [
      { "Content-Length": "17" },
      { "Transfer-Encoding": "chunked" },
    ];
    for (const headers of bodyHeaders)
      for (const path of [usage, profile]) {
        const request = { headers: { Authorization: `Bearer ${api.key}`, ...headers } };
        const response = await api.api.request(`http://localhost${path}`, request);
        expect(response.status).toBe(400);
        const problem = (await response.json()) as { code: string; message: string };
        expect(problem.code).toBe("invalid_request");
        expect(problem.message).toContain("expected the parameters in the query");
      }
    const empty = { headers: { Authorization: `Bearer ${api.key}`, "Content-Length": "0" } };
    expect((await api.api.request(`http://localhost${usage}`, empty)).status).toBe(200);
  });

  it("is not taken from another request whose environment a host passes on", async () => {
    // The host answers a POST with the result of a GET without a body, and passes on the environment of the POST.
    const host = new Hono();
    host.post("/report", (c) => {
      const headers = { Authorization: `Bearer ${api.key}` };
      return api.api.fetch(new Request(`http://localhost${usage}`, { headers }), c.env);
    });
    const server = createServer(nodeListener((request, env) => host.fetch(request, env)));
    const url = await listen(server);
    const answer = await send(`${url}/report`, { key: "", method: "POST", body: json(day) });
    server.close();
    // The default. The body of the POST asks for "hour".
    expect(answer.body.granularity).toBe("day");
  });
});

describe("a management call with parameters in the body", () => {
  it("returns 422 for a DELETE and 400 for a GET instead of ignoring the parameters", async () => {
    const server = managementServer();
    const owner = await server.owner();
    const body = { color: "red" };
    for (const call of [
      "DELETE /account/sessions",
      "DELETE /account/keys/key_x",
      "DELETE /account/plan/scheduled",
    ])
      expect((await server.call(call, { bearer: owner.key, body })).status, call).toBe(422);
    const headers = { "Content-Length": "15" };
    for (const call of ["GET /account", "GET /account/usage", "GET /account/keys"])
      expect((await server.call(call, { bearer: owner.key, headers })).status, call).toBe(400);
  });
});

describe("the server", () => {
  it.each(testedRuntimes)("reads the body of a GET on Node and returns 400 on Deno (%s)", async (runtime) => {
    const server = await startServerOn(runtime, { DATABASE_URL: "memory:", LOG_LEVEL: "silent" });
    const expected = runtime === "node" ? 200 : 400;
    for (const method of ["GET", "HEAD"])
      expect((await send(server.url + usage, { key: server.key, method, body: json(day) })).status).toBe(
        expected,
      );
    const report = await send(server.url + usage, { key: server.key, body: json(day) });
    expect(JSON.stringify(report.body)).toContain(
      runtime === "node" ? '"granularity":"hour"' : "expected the parameters in the query",
    );
    const chunked = { "Transfer-Encoding": "chunked", "Content-Type": "application/json" };
    // An empty chunked body is invalid JSON on Node. Deno hides the body, so the server cannot know that it is empty.
    expect((await send(server.url + usage, { key: server.key, headers: chunked })).status).toBe(400);
    expect((await send(server.url + usage, { key: server.key })).status).toBe(200);
    await server.stop();
  });
});
