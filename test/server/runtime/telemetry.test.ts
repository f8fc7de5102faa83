import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import packageFile from "@tools-api/server/package.json" with { type: "json" };
import { testedRuntimes } from "../../engines/runtimes.ts";
import { getRequest } from "../contract.ts";
import { startServer } from "../server-process.ts";

interface Exported {
  path: string;
  body: unknown;
}

/** Starts a collector that keeps what it receives. */
async function startCollector(): Promise<{ url: string; received: Exported[] }> {
  const received: Exported[] = [];
  const collector = createServer(async (request, response) => {
    received.push({ path: request.url ?? "", body: await json(request) });
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  onTestFinished(() => {
    collector.closeAllConnections();
    collector.close();
  });
  // It listens on TCP.
  return { url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, received };
}

/** Requires attributes of the resource in all that was exported. */
function expectResource(received: readonly Exported[], attributes: Record<string, string>): void {
  for (const path of ["/v1/traces", "/v1/metrics"]) {
    const exported = JSON.stringify(received.find((one) => one.path === path)?.body);
    for (const [key, stringValue] of Object.entries(attributes))
      expect(exported).toContain(JSON.stringify({ key, value: { stringValue } }));
  }
}

const { version } = packageFile;
const advised = "0.005,0.01,0.025,0.05,0.075,0.1,0.25,0.5,0.75,1,2.5,5,7.5,10";
const traceId = "0af7651916cd43dd8448eb211c80319c";

describe.each(testedRuntimes)("a server on %s", (runtime) => {
  it("exports the spans and metrics of its calls by the conventions to the collector of the standard variables", async () => {
    const { url, received } = await startCollector();
    const environment = {
      DATABASE_URL: "memory:",
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      ...(runtime === "deno" && { OTEL_DENO: "true" }),
    };
    const server = await startServer(environment, runtime);
    const headers = {
      Authorization: `Bearer ${server.key}`,
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    };
    expect((await fetch(`${server.url}/v1/user/profile`, { headers })).status).toBe(200);
    expect(await server.stop()).toBe(0);
    // Deno exports with a resource of its own.
    if (runtime === "node")
      expectResource(received, { "service.name": "tools-api", "service.version": version });
    const spans = JSON.stringify(received.filter(({ path }) => path === "/v1/traces"));
    expect(spans).toContain(`"traceId":"${traceId}"`);
    for (const name of ["GET /v1/user/profile", "authenticator.authenticate", "meter.admit", "usage.consume"])
      expect(spans).toContain(`"name":"${name}"`);
    expect(spans).not.toContain(server.key);
    const metrics = JSON.stringify(received.filter(({ path }) => path === "/v1/metrics"));
    expect(metrics).toContain('"name":"http.server.request.duration"');
    expect(server.output()).toContain(`"trace_id":"${traceId}"`);
    expect(metrics).toContain(`"explicitBounds":[${advised}]`);
    const { hostname, port } = new URL(server.url);
    expect(spans).toContain(`{"key":"server.address","value":{"stringValue":"${hostname}"}}`);
    expect(spans).toMatch(new RegExp(`{"key":"server.port","value":{"(?:int|double)Value":"?${port}"?}}`));
    expect(spans).toContain(`"name":"@tools-api/server","version":"${version}"`);
  });
});

it("exports the name and the release of OTEL_RESOURCE_ATTRIBUTES", async () => {
  const { url, received } = await startCollector();
  const server = await startServer({
    DATABASE_URL: "memory:",
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_RESOURCE_ATTRIBUTES: "service.name=tools,service.version=7",
  });
  await fetch(`${server.url}/v1/user/profile`, getRequest(server.key));
  expect(await server.stop()).toBe(0);
  expectResource(received, { "service.name": "tools", "service.version": "7" });
});

it("exports nothing and creates no spans if OTEL_SDK_DISABLED is true", async () => {
  const { url, received } = await startCollector();
  const server = await startServer({
    DATABASE_URL: "memory:",
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_SDK_DISABLED: "true",
  });
  await fetch(`${server.url}/v1/user/profile`, getRequest(server.key));
  expect(await server.stop()).toBe(0);
  expect(received).toEqual([]);
  expect(server.output()).not.toContain("trace_id");
});
