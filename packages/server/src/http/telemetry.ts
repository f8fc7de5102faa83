import {
  type Attributes,
  context,
  metrics,
  propagation,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from "@opentelemetry/api";
import type { Authenticator, DocumentStore, Meter, UsageStore } from "@tools-api/core";
import { asToolsError, problemKinds } from "./problem.ts";
import { advisedDurations } from "./metrics.ts";
import type { RequestLog } from "./request-log.ts";
import type { ToolExecutor } from "./executor.ts";
import type { WorkQueue } from "./work-queue.ts";
import { version } from "../version.ts";

const scope = "@tools-api/server";

/** The methods of HTTP that a span names. https://opentelemetry.io/docs/specs/semconv/http/http-spans/ */
const knownMethods = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE",
]);

/** Runs work in a span, which is the parent of the spans that the work creates. */
async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return trace.getTracer(scope, version).startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      // Only the code: a message may quote what a caller sent.
      const { code } = asToolsError(error);
      span.setAttribute("error.type", code);
      if (problemKinds[code].status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Returns an object whose methods `names` run in spans. */
function withSpans<Target extends object>(
  target: Target,
  prefix: string,
  names: readonly (keyof Target & string)[],
  kind: SpanKind = SpanKind.INTERNAL,
): Target {
  const spans = new Set<string | symbol>(names);
  return new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name, object);
      if (typeof member !== "function") return member;
      const method = (...values: unknown[]): unknown => Reflect.apply(member, object, values);
      if (!spans.has(name)) return method;
      // Every method in `names` returns a promise.
      return (...values: unknown[]) =>
        inSpan(`${prefix}.${String(name)}`, { kind }, async () => method(...values));
    },
  });
}

/** Returns a queue with a span for the wait of a job, and one for the job. */
function queueWithSpans(queue: WorkQueue, name: string): WorkQueue {
  return {
    ...queue,
    async run(job, options) {
      const wait = trace
        .getTracer(scope, version)
        .startSpan("queue", { attributes: { "tools_api.queue": name } });
      const run = () => {
        wait.end();
        return inSpan(`run ${name}`, {}, async () => job());
      };
      try {
        return await queue.run(run, options);
      } finally {
        wait.end();
      }
    },
  };
}

const headers: TextMapGetter<Headers> = {
  keys: (fields) => [...fields.keys()],
  get: (fields, name) => fields.get(name) ?? undefined,
};

const spanNames = {
  documents: ["get", "list", "commit"],
  usage: ["consume", "complete", "refund", "fence", "read", "totals", "lastUsed"],
  meter: ["admit", "complete", "refund"],
} as const;

/** The facts of an answer that its span has. */
interface AnswerFacts {
  status: number;
  /** The path of the route, which has no parameters. */
  route: string | undefined;
  code: string | undefined;
  requestId: string | undefined;
  account: string | undefined;
}

/**
 * The spans and metrics of an API, by the global providers of OpenTelemetry. They have no credential, no query string, no
 * text and no image.
 */
export interface Telemetry {
  documents(store: DocumentStore): DocumentStore;
  usage(store: UsageStore): UsageStore;
  authenticator(authenticator: Authenticator): Authenticator;
  meter(meter: Meter): Meter;
  executor(executor: ToolExecutor): ToolExecutor;
  queue(queue: WorkQueue, name: string): WorkQueue;
  /** Adds the ids of the current trace to the records of requests. */
  log(log: RequestLog): RequestLog;
  /** Answers a request in a span whose parent is that of `traceparent` (W3C Trace Context). */
  request<Result>(
    request: Request,
    answer: (end: (facts: AnswerFacts) => void) => Promise<Result>,
  ): Promise<Result>;
}

const defaultPorts: Readonly<Record<string, number>> = { http: 80, https: 443 };

/**
 * Creates the telemetry of an API.
 *
 * @param publicUrl The URL under which clients reach the server. Empty: the URL of each request, whose host its client chooses.
 */
export function openTelemetry(publicUrl: string): Telemetry {
  const meter = metrics.getMeter(scope, version);
  const durations = meter.createHistogram("http.server.request.duration", {
    unit: "s",
    description: "Duration of requests under /v1.",
    // The default bounds of the SDK are for milliseconds: they count every request under 5 s in one bucket.
    advice: { explicitBucketBoundaries: [...advisedDurations] },
  });
  const slots = meter.createObservableGauge("tools_api.queue.slots", {
    description: "Slots of the work queues that are in use.",
  });

  const known = publicUrl === "" ? undefined : serverOf(publicUrl);

  function describe(
    request: Request,
    { scheme }: ReturnType<typeof serverOf>,
    { status, route, code }: AnswerFacts,
  ): Attributes {
    return {
      "http.request.method": methodOf(request),
      "url.scheme": scheme,
      "http.response.status_code": status,
      ...(route !== undefined && { "http.route": route }),
      ...(status >= 500 && { "error.type": code ?? String(status) }),
    };
  }

  return {
    documents: (store) => withSpans(store, "documents", spanNames.documents, SpanKind.CLIENT),
    usage: (store) => withSpans(store, "usage", spanNames.usage, SpanKind.CLIENT),
    authenticator: (authenticator) => withSpans(authenticator, "authenticator", ["authenticate"]),
    meter: (calls) => withSpans(calls, "meter", spanNames.meter),
    executor: (executor) => ({
      run: (tool, request, options) =>
        inSpan(`run ${tool.name}`, { attributes: { "tools_api.pooled": true } }, () =>
          executor.run(tool, request, options),
        ),
    }),
    queue(queue, name) {
      slots.addCallback((result) => result.observe(queue.load().slots, { "tools_api.queue": name }));
      return queueWithSpans(queue, name);
    },
    log: (log) => (record, address) => {
      const current = trace.getActiveSpan()?.spanContext();
      log(current ? { ...record, trace_id: current.traceId, span_id: current.spanId } : record, address);
    },
    request(request, answer) {
      const started = performance.now();
      const method = methodOf(request);
      const parent = propagation.extract(context.active(), request.headers, headers);
      return context.with(parent, () =>
        inSpan(method, { kind: SpanKind.SERVER }, (span) =>
          answer((facts) => {
            const server = known ?? serverOf(request.url);
            const attributes = describe(request, server, facts);
            const { status, route, code, requestId, account } = facts;
            durations.record((performance.now() - started) / 1000, attributes);
            if (route !== undefined) span.updateName(`${method} ${route}`);
            span.setAttributes({
              ...attributes,
              // Not in the metrics: each host that a client names would become a time series.
              "server.address": server.address,
              "server.port": server.port,
              // Another path may contain anything.
              "url.path": route,
              "tools_api.request_id": requestId,
              "tools_api.account": account,
              "tools_api.code": code,
            });
            if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          }),
        ),
      );
    },
  };
}

/** Returns the scheme of a URL, and the host and the port that a span names. */
function serverOf(url: string): { scheme: string; address: string; port: number | undefined } {
  const { protocol, hostname, port } = new URL(url);
  const scheme = protocol.slice(0, -1);
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  return { scheme, address, port: port === "" ? defaultPorts[scheme] : Number(port) };
}

function methodOf({ method }: Request): string {
  return knownMethods.has(method) ? method : "_OTHER";
}
