import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Admission, UsageCall } from "@tools-api/core";

/** How a child process opens a store. */
export interface StoreWorker {
  /**
   * A module that exports `openUsage(location): Promise<UsageStore>` or
   * `openDocuments(location): Promise<DocumentStore>`, whichever the suite is about.
   */
  module: URL;
  /** Flags of the runtime that the module needs. */
  execArgv?: string[];
}

/** What a child process can be asked for. */
export type WorkerTask =
  /** `count` single calls at once; answers how many were admitted. */
  | { task: "consume"; call: UsageCall; count: number }
  /** Single calls without end; reports each that was answered. */
  | { task: "consume-on"; call: UsageCall }
  /** Adds 1 to the number in a document `count` times, each time from what it has read. */
  | { task: "increment"; key: string; count: number }
  /** Documents without end; reports each that was committed. */
  | { task: "commit-on"; prefix: string };

/** What a child process reports. */
export type WorkerReport =
  | { report: "ready" }
  | { report: "done"; admitted: number }
  | { report: "failed"; error: string }
  | { report: "consumed"; id: string; admission: Admission }
  | { report: "committed"; key: string; version: number };

/** A child process that has opened the store. */
export interface WorkerProcess {
  /** Runs a task to its end and answers how many calls it got admitted. */
  run(task: WorkerTask): Promise<number>;
  /** Starts a task without end; `reports` grows as it goes on. */
  start(task: WorkerTask): { reports: WorkerReport[]; until(count: number): Promise<void> };
  /** Ends the process by SIGKILL, and resolves when it is gone and its last report has come. */
  kill(): Promise<void>;
}

// In this repository the sources run unbuilt, in the package what they were built to.
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

  /** Resolves to what `find` finds in the reports, as soon as it does. */
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
