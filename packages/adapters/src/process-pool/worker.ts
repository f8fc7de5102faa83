import process from "node:process";
import { Worker } from "node:worker_threads";
import { carryError, type JobMessage, type ReplyMessage, type WatchData } from "./messages.ts";
import { type SendMessage, sendValue, valueReader } from "./transfer.ts";

// In this repository the sources run unbuilt; the package contains the built files.
const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

// Ctrl-C in a terminal and SIGTERM of a service manager reach the children too. The children ignore both, so that the
// server can finish the jobs in flight. They end when the server closes the channel.
const ignoredSignals = ["SIGINT", "SIGTERM"] as const;

const write: SendMessage = (message, callback) => process.send?.(message, undefined, undefined, callback);

function send(reply: ReplyMessage, output?: unknown): Promise<void> {
  return sendValue(write, reply, output);
}

async function answer<Input, Output>(
  handler: (input: Input) => Output | Promise<Output>,
  input: Input,
): Promise<void> {
  try {
    await send({ reply: "done" }, await handler(input));
  } catch (error) {
    await send({ reply: "failed", error: carryError(error) });
  }
}

/**
 * Makes the calling module the worker of a `processPool`. The handler receives each job's input, and its result or
 * error returns to the pool. Inputs and outputs must be structured-cloneable.
 *
 * @throws Error in a process that no pool has started.
 *
 * @example
 * ```ts
 * // upper-case-worker.js
 * import { serveJobs } from "@tools-api/adapters/process-pool/worker";
 *
 * serveJobs((text) => text.toUpperCase());
 *
 * // program.ts
 * import { processPool } from "@tools-api/adapters/process-pool";
 *
 * const module = new URL("./upper-case-worker.js", import.meta.url);
 * const pool = processPool<string, string>({ module, size: 1, deadlineMs: 10_000 });
 * console.log(await pool.run("louder")); // LOUDER
 * await pool.close();
 * ```
 */
export function serveJobs<Input, Output>(handler: (input: Input) => Output | Promise<Output>): void {
  if (!process.send) throw new Error("serveJobs() works only in a module that a process pool starts.");
  for (const signal of ignoredSignals) process.on(signal, () => {});
  process.on("disconnect", () => process.exit());
  const memoryLimit = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  // Read here, because the parent may end before the watch thread starts. That thread would then read the id of its new
  // parent, and never notice.
  const data: WatchData = { parent: process.ppid, memoryLimit };
  const watch = new Worker(new URL(`./watch-thread${extension}`, import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  const setMemoryLimit = (megabytes: number) => {
    Atomics.store(memoryLimit, 0, megabytes);
    Atomics.notify(memoryLimit, 0);
  };
  const read = valueReader<JobMessage>(({ memoryMb }, input) => {
    setMemoryLimit(memoryMb);
    // The caller of `processPool` states the type of the input. A failure to reply means that the pool is gone.
    void answer(handler, input as Input)
      .finally(() => setMemoryLimit(0))
      .catch(() => process.exit(1));
  });
  process.on("message", read);
  // Reports ready only when the watch thread runs, because the first job may never end.
  watch.once("message", () => {
    watch.unref();
    void send({ reply: "ready" });
  });
}
