import { Worker } from "node:worker_threads";
import { withTimeout } from "@tools-api/core/internal/time";
import { type SqliteDatabase, type SqliteValue, withPositions } from "./database.ts";

/** A statement that returns rows, and its parameters by position. */
export interface BackgroundQuery {
  sql: string;
  parameters: readonly SqliteValue[];
}

/** A message to the thread. */
export type BackgroundRequest = { id: number } & (
  { task: "read"; queries: readonly BackgroundQuery[] } | { task: "checkpoint" | "close" }
);

/** The thread's reply: the rows of each query, or an error. */
export type BackgroundReply = { id: number; rows: unknown[][] } | { id: number; error: string };

type Task<Request> = Request extends unknown ? Omit<Request, "id"> : never;

/**
 * A thread with its own connection to a file, for slow work. Its reads see every write that was committed before they
 * start. Every method rejects if the thread cannot start or has died; the caller then does the work itself.
 */
export interface Background {
  /** Runs statements on the same parameters in one transaction, so that all see the same state. */
  read(statements: readonly string[], parameters: object): Promise<unknown[][]>;
  /** Copies the log into the file. */
  checkpoint(): Promise<void>;
  /** Ends the thread if no other store of this process uses it. */
  close(): Promise<void>;
}

// In this repository the sources may run unbuilt; the package contains the built files.
const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

// The rows of a long report take several megabytes.
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

// A thread that did not start would probably fail again.
const startAgainMs = 30_000;

// A thread that is still reading after this time is terminated.
const closingMs = 1_000;

interface Waiting {
  resolve(rows: unknown[][]): void;
  reject(error: Error): void;
}

/** Creates a thread that starts with its first task. A short-lived command never starts it. */
function startedWithFirstTask(path: string) {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  let lastId = 0;

  function fail(failed: Worker, error: Error): void {
    if (worker !== failed) return;
    worker = undefined;
    failedAt = performance.now();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(new URL(`./background-thread${extension}`, import.meta.url), {
      workerData: path,
      resourceLimits,
    });
    started.on("message", (reply: BackgroundReply) => {
      const task = waiting.get(reply.id);
      waiting.delete(reply.id);
      // An idle thread must not keep the process alive.
      if (waiting.size === 0) started.unref();
      if ("rows" in reply) task?.resolve(reply.rows);
      else task?.reject(new Error(reply.error));
    });
    started.on("error", (error) => fail(started, error instanceof Error ? error : new Error(String(error))));
    started.on("exit", () => fail(started, new Error("The background thread has ended.")));
    return started;
  }

  function run(task: Task<BackgroundRequest>): Promise<unknown[][]> {
    return new Promise((resolve, reject) => {
      if (!worker && performance.now() - failedAt < startAgainMs)
        throw new Error("The background thread has failed.");
      worker ??= start();
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ ...task, id });
    });
  }

  return {
    run,
    async end(): Promise<void> {
      const ending = worker;
      if (!ending) return;
      const late = () => new Error("The background thread is still reading.");
      await withTimeout(closingMs, run({ task: "close" }), late).catch(() => {});
      await ending.terminate();
    },
  };
}

interface Shared {
  users: number;
  thread: ReturnType<typeof startedWithFirstTask>;
}

const sharedByPath = new Map<string, Shared>();

function databaseFile(database: SqliteDatabase): string {
  const [main] = database.prepare("PRAGMA database_list").all();
  // https://www.sqlite.org/pragma.html#pragma_database_list
  return (main as { file: string | null }).file ?? "";
}

/** Returns the thread that all stores of this process on a file share. Returns `null` for a database in memory. */
export function startBackground(database: SqliteDatabase): Background | null {
  const path = databaseFile(database);
  if (path === "") return null;
  const shared = sharedByPath.get(path) ?? { users: 0, thread: startedWithFirstTask(path) };
  sharedByPath.set(path, shared);
  shared.users++;
  return {
    read(statements, parameters) {
      const queries = statements.map((sql) => {
        const { text, values } = withPositions(sql);
        return { sql: text, parameters: values(parameters) };
      });
      return shared.thread.run({ task: "read", queries });
    },
    async checkpoint() {
      await shared.thread.run({ task: "checkpoint" });
    },
    async close() {
      shared.users--;
      if (shared.users > 0) return;
      sharedByPath.delete(path);
      await shared.thread.end();
    },
  };
}
