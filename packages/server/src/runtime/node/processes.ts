import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config.ts";
import { closeOnSignal } from "../signals.ts";

/**
 * The part of this process in a server of several processes: `starter` starts the others and answers no requests. `first`
 * prepares the store and prints the banner. `further` do what the first one does afterwards.
 */
export function processRole({ processes }: Config): "only" | "starter" | "first" | "further" {
  if (processes === 1) return "only";
  if (cluster.isPrimary) return "starter";
  return cluster.worker?.id === 1 ? "first" : "further";
}

/** Returns the settings of one of the processes, which share the processes of tools and the memory for images. */
export function shareOf(config: Config): Config {
  const share = (total: number) => Math.max(1, Math.floor(total / config.processes));
  return {
    ...config,
    textWorkers: share(config.textWorkers),
    imageWorkers: share(config.imageWorkers),
    imageQueueBytes: share(config.imageQueueBytes),
  };
}

/** The messages between the processes. */
const messages = { ready: "tools-api:ready", stop: "tools-api:stop" } as const;

/** Closes this process when the starter says so. */
export function endWithStarter(close: () => void): void {
  process.on("message", (message) => {
    if (message === messages.stop) close();
  });
}

/** Tells the starter that this process answers requests. */
export function reportReady(): void {
  process.send?.(messages.ready);
}

// A process that ends immediately after its start is not started again in a busy loop.
const replaceAfterMs = 1_000;

/** Starts the processes of a server, and knows which of them answer requests. */
class Processes {
  readonly #ready = new Set<Worker>();

  ready(): Worker[] {
    return [...this.#ready];
  }

  /** Starts a process. Resolves when it is ready, or to its exit code if it ends before. */
  start(): Promise<number | null> {
    const worker = cluster.fork();
    return new Promise((resolve) => {
      worker.on("message", (message) => {
        if (message !== messages.ready) return;
        this.#ready.add(worker);
        resolve(null);
      });
      worker.once("exit", (code) => {
        this.#ready.delete(worker);
        resolve(code);
      });
    });
  }

  /** Ends all processes. Resolves when they have ended. */
  async end(): Promise<void> {
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(
      running.map((worker) => {
        const exited = once(worker, "exit");
        // A terminal has already sent SIGINT to all processes, and the second signal ends one immediately.
        if (this.#ready.has(worker)) worker.send(messages.stop);
        // A process that is starting does not read messages yet.
        else worker.process.kill("SIGTERM");
        return exited;
      }),
    );
  }
}

/**
 * Runs a server as several processes that share its port. This process starts them, starts another one when one ends, and
 * ends them at a signal.
 */
export async function runProcesses(config: Config): Promise<void> {
  const all = new Processes();
  let isStopping = false;
  closeOnSignal(() => {
    isStopping = true;
    return all.end();
  });
  if (config.metrics) {
    const { metricsOfAll } = await import("../cluster-metrics.ts");
    cluster.on(
      "message",
      metricsOfAll(() => all.ready()),
    );
  }
  // Alone, because it prepares the store, and because no other one starts if it fails.
  const code = await all.start();
  if (code !== null) process.exit(code);
  cluster.on("exit", (worker, status, signal) => {
    if (isStopping) return;
    process.stderr.write(
      `tools-api: process ${worker.process.pid} ended with ${signal ?? status}. Another one is starting.\n`,
    );
    void sleep(replaceAfterMs).then(() => (isStopping ? null : all.start()));
  });
  await Promise.all(Array.from({ length: config.processes - 1 }, () => all.start()));
  process.stderr.write(`tools-api: ${all.ready().length} processes answer requests\n`);
}
