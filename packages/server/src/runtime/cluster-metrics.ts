import type { Worker } from "node:cluster";
import process from "node:process";
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from "prom-client";
import type { Metrics } from "../http/metrics.ts";
import { prometheusMetrics } from "./prometheus.ts";

type Values = MetricObjectWithValues<MetricValue<string>>[];

/** The messages between a process that is asked for `/metrics`, the starter, and the processes that it asks in turn. */
type MetricsMessage =
  | { kind: "tools-api:sum"; id: number }
  | { kind: "tools-api:values"; id: number; values?: Values }
  | { kind: "tools-api:page"; id: number; text: string };

function isMetricsMessage(message: unknown): message is MetricsMessage {
  const { kind } = (message ?? {}) as Partial<MetricsMessage>;
  return kind === "tools-api:sum" || kind === "tools-api:values" || kind === "tools-api:page";
}

/** Sends a message to a process that may have ended. */
function tell(worker: Worker, message: MetricsMessage): void {
  if (worker.isConnected()) worker.send(message);
}

/** Returns the values of a process, or none if it ends before it answers. */
function valuesOf(worker: Worker, id: number): Promise<Values> {
  return new Promise((resolve) => {
    const end = (values: Values) => {
      worker.off("message", onMessage);
      worker.off("exit", onExit);
      resolve(values);
    };
    const onExit = () => end([]);
    const onMessage = (message: unknown) => {
      if (isMetricsMessage(message) && message.kind === "tools-api:values" && message.id === id)
        end(message.values ?? []);
    };
    worker.on("message", onMessage);
    worker.on("exit", onExit);
    tell(worker, { kind: "tools-api:values", id });
  });
}

/**
 * Returns a function that answers the questions of a process for the metrics of all.
 *
 * @param ready - Returns the processes that can answer: one that is starting would delay the page.
 */
export function metricsOfAll(ready: () => readonly Worker[]): (worker: Worker, message: unknown) => void {
  let asked = 0;
  return (worker, message) => {
    if (!isMetricsMessage(message) || message.kind !== "tools-api:sum") return;
    const question = asked++;
    void Promise.all(ready().map((one) => valuesOf(one, question)))
      .then((values) => AggregatorRegistry.aggregate(values).metrics())
      .then((text) => tell(worker, { kind: "tools-api:page", id: message.id, text }));
  };
}

/** Creates the metrics of one process of a server, whose page has the sums over all. */
export function clusterMetrics(): Metrics {
  const register = new Registry();
  const waiting = new Map<number, (text: string) => void>();
  let asked = 0;
  const send = (message: MetricsMessage) => void process.send?.(message);
  process.on("message", (message) => {
    if (!isMetricsMessage(message)) return;
    const { id } = message;
    if (message.kind === "tools-api:values")
      void register.getMetricsAsJSON().then((values) => send({ kind: "tools-api:values", id, values }));
    if (message.kind !== "tools-api:page") return;
    waiting.get(id)?.(message.text);
    waiting.delete(id);
  });
  return {
    ...prometheusMetrics({ register }),
    async read() {
      const id = asked++;
      const text = await new Promise<string>((resolve) => {
        waiting.set(id, resolve);
        send({ kind: "tools-api:sum", id });
      });
      return { contentType: register.contentType, text };
    },
  };
}
