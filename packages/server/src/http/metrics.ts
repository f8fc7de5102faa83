import type { RequestRecorder } from "@tools-api/core/request-log";
import type { LostRefunds } from "@tools-api/core/usage";
import type { FailedAttempts } from "./failed-attempts.ts";
import type { RequestLog, RequestRecord } from "./request-log.ts";
import type { WorkQueue } from "./work-queue.ts";

/**
 * The upper bounds in seconds that OpenTelemetry advises for the durations of requests.
 * https://opentelemetry.io/docs/specs/semconv/http/http-metrics/#metric-httpserverrequestduration
 */
export const advisedDurations = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
] as const;

/** The current values of all metrics, in the format of the page. */
export interface MetricsPage {
  contentType: string;
  text: string;
}

/** A metered endpoint. */
interface WatchedEndpoint {
  endpoint: string;
  method: "GET" | "POST";
  /** The route, as in {@link RequestRecord}. */
  path: string;
}

/** Counts the work of an API for monitoring. No metric reveals an account, a key or a text. */
export interface Metrics {
  /** Counts an answered request. It runs on every call and must not throw. */
  countRequest(record: RequestRecord): void;
  /** Counts a bearer credential that was never valid. */
  countFailedAuthentication(): void;
  /** Counts calls that failed on the server's side and stay counted. */
  countKeptUnits(kept: LostRefunds): void;
  /** Starts to count the calls of endpoints, by their routes. */
  watchEndpoints(endpoints: readonly WatchedEndpoint[]): void;
  /** Starts to report the number of requests that are missing in the request log. */
  watchRequestLog(recorder: Pick<RequestRecorder, "dropped">): void;
  /** Starts to report the load of work queues, under the given names. */
  watchQueues(queues: Readonly<Record<string, WorkQueue>>): void;
  /** Returns the response of `GET /metrics`. If it throws, the server answers with 500. */
  read(): Promise<MetricsPage>;
}

/** The sources from which metrics learn of requests and credentials. */
interface Watched {
  log: RequestLog;
  attempts: FailedAttempts;
}

/** Wraps the log and the counter so that metrics count everything. Returns both unchanged without metrics. */
export function watched({ log, attempts }: Watched, metrics: Metrics | undefined): Watched {
  if (!metrics) return { log, attempts };
  return {
    log(record, address) {
      metrics.countRequest(record);
      log(record, address);
    },
    attempts: {
      ...attempts,
      add(address) {
        metrics.countFailedAuthentication();
        return attempts.add(address);
      },
    },
  };
}
