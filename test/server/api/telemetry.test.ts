import { context, metrics, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AggregationTemporality,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import type { RequestRecord } from "@tools-api/server";
import { afterAll, beforeEach, expect, it } from "vitest";
import { getRequest, jsonRequest } from "../contract.ts";
import { memoryApi } from "../memory-api.ts";

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({
  exporter: metricExporter,
  exportIntervalMillis: 3_600_000,
});
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
beforeEach(() => exporter.reset());
afterAll(() => reader.shutdown());

const traceId = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
const text = "A secret letter about the calm harbour.";

/** Returns whether a span is that of a whole request. */
const isAnswer = ({ attributes }: ReadableSpan) => "http.response.status_code" in attributes;

/** Returns the name of each span with that of its parent. */
function parents(spans: readonly ReadableSpan[]): [name: string, parent: string | undefined][] {
  const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
  return spans.map(({ name, parentSpanContext }) => [name, names.get(parentSpanContext?.spanId ?? "")]);
}

it("gives a call the spans of its parts, under the trace of the caller, and its log record their ids", async () => {
  const records: RequestRecord[] = [];
  const { api, secret } = await memoryApi({ telemetry: true, log: (record) => records.push(record) });
  const request = jsonRequest(secret, { text }, { traceparent });
  expect((await api.request("/v1/tools/text-analyzer", request)).status).toBe(200);
  const spans = exporter.getFinishedSpans();
  const root = "POST /v1/tools/text-analyzer";
  expect(parents(spans)).toEqual(
    expect.arrayContaining([
      [root, undefined],
      ["authenticator.authenticate", root],
      ["meter.admit", root],
      ["usage.consume", "meter.admit"],
      ["queue", root],
      ["run text-analyzer", root],
    ]),
  );
  const answered = spans.find(isAnswer);
  expect(answered?.parentSpanContext?.spanId).toBe("b7ad6b7169203331");
  expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]));
  expect(answered?.attributes).toMatchObject({
    "http.request.method": "POST",
    "http.route": "/v1/tools/text-analyzer",
    "http.response.status_code": 200,
    "tools_api.request_id": records[0]?.request_id,
    "tools_api.account": records[0]?.account,
  });
  expect(records[0]).toMatchObject({ trace_id: traceId, span_id: answered?.spanContext().spanId });
});

it("keeps credentials, query strings, paths without a route, and texts out of spans", async () => {
  const { api, secret } = await memoryApi({ telemetry: true });
  await api.request("/v1/tools/text-analyzer", jsonRequest(secret, { text, language: secret }));
  await api.request(`/v1/${secret}?key=${secret}`, getRequest(secret));
  await api.request("/v1/user/profile", { method: "SECRET", headers: getRequest(secret).headers });
  const spans = exporter.getFinishedSpans();
  const all = JSON.stringify(
    spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  );
  expect(spans.filter(isAnswer)).toHaveLength(3);
  expect(all).not.toContain(secret);
  expect(all).not.toMatch(/letter|SECRET/);
});

it("marks the span of a failure of the server as an error, and no refusal", async () => {
  const failing = { ...(await import("@tools-api/adapters/storage/memory")).memoryUsage() };
  failing.consume = () => Promise.reject(new Error("The disk is on fire."));
  const { api, secret } = await memoryApi({ telemetry: true, usage: failing });
  expect((await api.request("/v1/user/profile", getRequest(secret))).status).toBe(500);
  expect((await api.request("/v1/user/profile")).status).toBe(401);
  const requests = exporter.getFinishedSpans().filter(isAnswer);
  expect(requests.map(({ status, attributes }) => [status.code, attributes["error.type"]])).toEqual([
    [2, "internal_error"],
    [0, undefined],
  ]);
});

it("measures the duration of requests by route and status, and the slots of queues", async () => {
  const { api, secret } = await memoryApi({ telemetry: true });
  await api.request("/v1/user/profile", getRequest(secret));
  await reader.forceFlush();
  const found = metricExporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  const durations = found.findLast(({ descriptor }) => descriptor.name === "http.server.request.duration");
  expect(durations?.descriptor.unit).toBe("s");
  expect(durations?.dataPoints.map(({ attributes }) => attributes)).toContainEqual({
    "http.request.method": "GET",
    "http.route": "/v1/user/profile",
    "http.response.status_code": 200,
    "url.scheme": "http",
  });
  const slots = found.findLast(({ descriptor }) => descriptor.name === "tools_api.queue.slots");
  expect(slots?.dataPoints.map(({ attributes }) => attributes)).toContainEqual({
    "tools_api.queue": "image-converter",
  });
});

it("measures durations in the buckets of seconds that OpenTelemetry advises, also with the provider of a host", async () => {
  const { api, secret } = await memoryApi({ telemetry: true });
  await api.request("/v1/user/profile", getRequest(secret));
  await reader.forceFlush();
  const found = metricExporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
    .findLast(({ descriptor }) => descriptor.name === "http.server.request.duration");
  const boundaries = found?.dataPoints.map(
    ({ value }) =>
      // The metric is a histogram.
      (value as Histogram).buckets.boundaries,
  );
  expect(boundaries?.[0]).toEqual([
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
  ]);
});

it.each([
  [
    "https://api.example.com/tools",
    { "server.address": "api.example.com", "server.port": 443, "url.scheme": "https" },
  ],
  ["http://[::1]:3000", { "server.address": "::1", "server.port": 3000, "url.scheme": "http" }],
])(
  "names the server of the public URL %s in the span of a request, whatever its Host",
  async (publicUrl, server) => {
    const { api, secret } = await memoryApi({ telemetry: true, publicUrl });
    await api.request("http://other.example:81/v1/user/profile", getRequest(secret));
    expect(exporter.getFinishedSpans().find(isAnswer)?.attributes).toMatchObject(server);
  },
);

it("names the server of the request in its span without a public URL", async () => {
  const { api, secret } = await memoryApi({ telemetry: true });
  await api.request("http://tools.example:81/v1/user/profile", getRequest(secret));
  const server = { "server.address": "tools.example", "server.port": 81 };
  expect(exporter.getFinishedSpans().find(isAnswer)?.attributes).toMatchObject(server);
});

it("creates no span unless it is asked to, although the host has a provider", async () => {
  const { api, secret } = await memoryApi();
  expect((await api.request("/v1/user/profile", getRequest(secret))).status).toBe(200);
  expect(exporter.getFinishedSpans()).toEqual([]);
});
