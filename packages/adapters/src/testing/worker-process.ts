import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Admission, UsageCall } from "@tools-api/core/storage";

/** The module with which a child process opens a store. */
export interface StoreWorker {
  /**
   * A module that exports `openUsage(location): Promise<UsageStore>` or
   * `openDocuments(location): Promise<DocumentStore>`, depending on the suite.
   */
  module: URL;
  /** Flags of the runtime that the module needs. */
  execArgv?: string[];
}

/** The tasks of a child process. */
export type WorkerTask =
  /** Sends `count` concurrent single calls and reports how many were admitted. */
  | { task: "consume"; call: UsageCall; count: number }
  /** Sends single calls without end and reports each response. */
  | { task: "consume-on"; call: UsageCall }
  /** Adds 1 to the number in a document `count` times. Each time, it reads the number first. */
  | { task: "increment"; key: string; count: number }
  /** Creates documents without end and reports each commit. */
  | { task: "commit-on"; prefix: string };

/** A report of a child process. */
export type WorkerReport =
  | { report: "ready" }
  | { report: "done"; admitted: number }
  | { report: "failed"; error: string }
  | { report: "consumed"; id: string; admission: Admission }
  | { report: "committed"; key: string; version: number };

/** A child process that has opened the store. */
export interface WorkerProcess {
  /** Runs a task to its end and returns the number of its admitted calls. */
  run(task: WorkerTask): Promise<number>;
  /** Starts a task without end. `reports` grows while it runs. */
  start(task: WorkerTask): { reports: WorkerReport[]; until(count: number): Promise<void> };
  /** Ends the process by SIGKILL. Resolves after its exit and its last report. */
  kill(): Promise<void>;
}

// In this repository the sources run unbuilt; the package contains the built files.
const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
const entry = fileURLToPath(new URL(`./worker${extension}`, import.meta.url));

/** Starts a child process and waits until it has opened the store. */
export async function startWorker(worker: StoreWorker, location: string): Promise<WorkerProcess> {
  const child = fork(entry, [worker.module.href, location], { execArgv: worker.execArgv ?? [] });
  const gone = once(child, "close");
  const reports: WorkerReport[] = [];
  const waiting = new Set<() => void>();
  child.on("message", (message) => {
    // Only worker.ts sends here.
    reports.push(message as WorkerReport);
    for (const wake of waiting) wake();
  });
  child.on("close", () => {
    for (const wake of waiting) wake();
  });

  /** Resolves to the result of `find` as soon as it finds a report. */
  function reported<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      const wake = () => {
        const found = find();
        const failure = reports.find((report) => report.report === "failed");
        const ended = child.exitCode !== null || child.signalCode !== null;
        if (found === undefined && !failure && !ended) return;
        waiting.delete(wake);
        if (found !== undefined) resolve(found);
        else reject(new Error(failure?.error ?? `The worker ended early (${child.exitCode}).`));
      };
      waiting.add(wake);
      wake();
    });
  }

  await reported(() => reports.find((report) => report.report === "ready"));
  return {
    async run(task) {
      child.send(task);
      const { admitted } = await reported(() => reports.find((report) => report.report === "done"));
      return admitted;
    },
    start(task) {
      child.send(task);
      return {
        reports,
        until: (count) => reported(() => (reports.length > count ? null : undefined)).then(() => undefined),
      };
    },
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
