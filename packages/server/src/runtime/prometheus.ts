import process from "node:process";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import type { Metrics } from "../http/metrics.ts";
import type { RequestRecord } from "../http/request-log.ts";
import { requestDurations } from "./request-durations.ts";
import type { QueueLoad, WorkQueue } from "../http/work-queue.ts";
import { version } from "../version.ts";

/** The options of {@link prometheusMetrics}. */
export interface PrometheusMetricsOptions {
  /** Whether to include metrics of the process and its event loop. Default: true. */
  processMetrics?: boolean;
  /** The registry of `prom-client` that gets the metrics. Default: a new one. */
  register?: Registry;
}

// Attack: a caller may send any word as a method, and each would become a permanent time series. These are the methods
// that OpenTelemetry lists as known.
const knownMethods = new Set("GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH".split(" "));

const outcomes = ["succeeded", "failed", "rejected", "server_error"] as const;

type Outcome = (typeof outcomes)[number];

// Refusals before a call is counted, which are not outcomes of a call.
const uncounted = new Set([401, 403, 404, 405, 429]);

function callOutcome({ status, code }: RequestRecord): Outcome | null {
  if (status < 400) return "succeeded";
  if (status >= 500) return "server_error";
  if (code === "quota_exceeded") return "rejected";
  return uncounted.has(status) ? null : "failed";
}

interface EndpointCounts {
  endpoint: string;
  methods: readonly string[];
  counts: Record<Outcome, number>;
}

const queueGauges: readonly { name: string; help: string; value: (load: QueueLoad) => number }[] = [
  {
    name: "tools_api_queue_slots_in_use",
    help: "Requests that occupy a slot in a work queue.",
    value: ({ slots }) => slots,
  },
  {
    name: "tools_api_queue_slots_limit",
    help: "Slots in a work queue. When all are occupied, further calls get 503.",
    value: ({ slotsLimit }) => slotsLimit,
  },
  {
    name: "tools_api_queue_bytes_in_use",
    help: "Bytes of request bodies and unsent responses in a work queue.",
    value: ({ bytes }) => bytes,
  },
  {
    name: "tools_api_queue_bytes_limit",
    help: "Maximum bytes in a work queue. Above it, further calls get 503.",
    value: ({ bytesLimit }) => bytesLimit,
  },
];

/** Adds the gauges of the load of queues by name. */
function addQueueGauges(registers: Registry[], queues: ReadonlyMap<string, WorkQueue>): void {
  for (const { name, help, value } of queueGauges) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ["queue"],
      registers,
      collect() {
        for (const [queue, watchedQueue] of queues) gauge.set({ queue }, value(watchedQueue.load()));
      },
    });
  }
}

/**
 * Creates metrics in Prometheus text format for one API.
 *
 * @example
 * ```ts
 * import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createApi } from "@tools-api/server";
 * import { prometheusMetrics } from "@tools-api/server/prometheus";
 *
 * const documents = memoryDocuments();
 * const api = createApi({
 *   documents,
 *   usage: memoryUsage(),
 *   authenticator: apiKeyAuthenticator({ documents }),
 *   metrics: prometheusMetrics(),
 * });
 * console.log((await api.request("/metrics")).status); // 200
 * ```
 */
export function prometheusMetrics({
  processMetrics = true,
  register = new Registry(),
}: PrometheusMetricsOptions = {}): Metrics {
  const registers = [register];
  if (processMetrics) collectDefaultMetrics({ register });
  const { deno, node } = process.versions;
  new Gauge({
    name: "tools_api_build_info",
    help: "1. The labels have the release of the server and its runtime.",
    labelNames: ["version", "runtime"],
    aggregator: "first",
    registers,
  }).set({ version, runtime: deno === undefined ? `node ${node}` : `deno ${deno}` }, 1);
  const durations = requestDurations(register);
  // Plain numbers until a scrape, because the library builds a label key at every increment of a counter. All series
  // exist from the start: `rate` misses the first call of a series that begins with it.
  const ended = new Map<string | null, EndpointCounts>();
  const calls = new Counter({
    name: "tools_api_calls_total",
    help: "Calls to the metered endpoints by outcome: 2xx or 3xx, 4xx that counts, 429, 5xx.",
    labelNames: ["endpoint", "outcome"],
    registers,
    collect() {
      calls.reset();
      for (const { endpoint, counts } of ended.values())
        for (const outcome of outcomes) calls.inc({ endpoint, outcome }, counts[outcome]);
    },
  });
  const failedAuthentications = new Counter({
    name: "tools_api_failed_authentications_total",
    help: "Failed authentication attempts: bearer credentials that never existed.",
    registers,
  });
  const lostRefunds = new Counter({
    name: "tools_api_kept_units_total",
    help: "Calls that failed on the server's side and stay counted, because the store did not record the refund.",
    registers,
  });
  const queues = new Map<string, WorkQueue>();
  addQueueGauges(registers, queues);
  return {
    countRequest(record) {
      const { method, route, status } = record;
      const known = knownMethods.has(method) ? method : "_OTHER";
      durations.observe(known, route ?? "", status, record.duration_ms / 1000);
      const called = ended.get(route);
      if (!called?.methods.includes(method)) return;
      const outcome = callOutcome(record);
      if (outcome) called.counts[outcome] += 1;
    },
    countFailedAuthentication() {
      failedAuthentications.inc();
    },
    countKeptUnits(kept) {
      lostRefunds.inc(kept.calls.length);
    },
    watchEndpoints(endpoints) {
      for (const { endpoint, method, path } of endpoints)
        ended.set(path, {
          endpoint,
          methods: method === "GET" ? ["GET", "HEAD"] : [method],
          counts: { succeeded: 0, failed: 0, rejected: 0, server_error: 0 },
        });
    },
    watchRequestLog(recorder) {
      const gauge = new Gauge({
        name: "tools_api_request_log_dropped",
        help: "Requests that are missing in the request log since the start: of bursts, or because the store did not respond.",
        registers,
        collect() {
          gauge.set(recorder.dropped());
        },
      });
    },
    watchQueues(named) {
      for (const [name, queue] of Object.entries(named)) queues.set(name, queue);
    },
    async read() {
      return { contentType: register.contentType, text: await register.metrics() };
    },
  };
}
