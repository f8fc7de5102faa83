import type { KeptUnits } from "@tools-api/core";
import type { FailedAttempts } from "./failed-attempts.ts";
import type { RequestLog, RequestRecord } from "./request-log.ts";
import type { WorkQueue } from "./work-queue.ts";

/** All figures as they stand. */
export interface MetricsPage {
  contentType: string;
  text: string;
}

/** Counts what an API does, for whoever watches it. Nothing that it shows tells of an account, a key or a text. */
export interface Metrics {
  /** Counts a request that has been answered. It is on the path of every call and must not throw. */
  countRequest(record: RequestRecord): void;
  /** Counts a bearer credential that never was valid. */
  countFailedAuthentication(): void;
  /** Counts calls that stay counted although they failed by our fault. */
  countKeptUnits(kept: KeptUnits): void;
  /** Shows from then on how full work queues are, by the names that are given. */
  watchQueues(queues: Readonly<Record<string, WorkQueue>>): void;
  /** What `GET /metrics` answers. A throw is answered with 500. */
  read(): Promise<MetricsPage>;
}

/** What metrics learn of requests and credentials by. */
interface Watched {
  log: RequestLog;
  attempts: FailedAttempts;
}

/** The same, with all that passes through counted; without metrics as they are. */
export function watched({ log, attempts }: Watched, metrics: Metrics | undefined): Watched {
  if (!metrics) return { log, attempts };
  return {
    log(record) {
      metrics.countRequest(record);
      log(record);
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
