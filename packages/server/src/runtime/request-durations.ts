import type { Metric, Registry } from "prom-client";
import { advisedDurations } from "../http/metrics.ts";

// Two bounds more for calls of about a millisecond, and one at the time limit of jobs.
const bounds = [0.001, 0.0025, ...advisedDurations, 30];

interface Series {
  labels: Record<string, string | number>;
  /** The number of durations up to each bound and above the one before, then of those above all bounds. */
  counts: number[];
  seconds: number;
}

const name = "http_server_request_duration_seconds";

/** Returns the samples of a series in the text format: cumulative buckets, sum and count. */
function samples({ labels, counts, seconds }: Series) {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return { metricName: `${name}_bucket`, labels: { le: bounds[index] ?? "+Inf", ...labels }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: total },
  ];
}

/** The histogram of the durations of requests. */
export interface RequestDurations {
  observe(method: string, route: string, status: number, seconds: number): void;
}

/** Registers a histogram that counts in arrays. The one of prom-client builds a key of all labels for each request. */
export function requestDurations(register: Registry): RequestDurations {
  const seriesByStatus = new Map<number, Map<string, Map<string, Series>>>();

  function findSeries(method: string, route: string, status: number): Series {
    let routes = seriesByStatus.get(status);
    if (!routes) seriesByStatus.set(status, (routes = new Map()));
    let methods = routes.get(route);
    if (!methods) routes.set(route, (methods = new Map()));
    let series = methods.get(method);
    if (!series) {
      const labels = {
        http_request_method: method,
        http_route: route,
        http_response_status_code: status,
      };
      methods.set(
        method,
        (series = { labels, counts: Array<number>(bounds.length + 1).fill(0), seconds: 0 }),
      );
    }
    return series;
  }

  const metric = {
    name,
    async get() {
      const all = [...seriesByStatus.values()].flatMap((routes) =>
        [...routes.values()].flatMap((methods) => [...methods.values()]),
      );
      return {
        name,
        help: "Duration of requests, from the arrival of their headers until their response is ready. The route is empty if none matched.",
        type: "histogram",
        values: all.flatMap(samples),
        aggregator: "sum",
      };
    },
    reset: () => seriesByStatus.clear(),
  };
  // A registry only calls `get` and `reset`.
  register.registerMetric(metric as unknown as Metric);

  return {
    observe(method, route, status, seconds) {
      const series = findSeries(method, route, status);
      let index = 0;
      while (index < bounds.length && seconds > (bounds[index] ?? 0)) index += 1;
      series.counts[index] = (series.counts[index] ?? 0) + 1;
      series.seconds += seconds;
    },
  };
}
