import process from "node:process";
import { Worker } from "node:worker_threads";
import { carryError, type JobMessage, type ReplyMessage, type WatchData } from "./messages.ts";
import { type SendMessage, sendValue, valueReader } from "./transfer.ts";

// In this repository the sources run unbuilt, in the package what they were built to.
const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

// A terminal's Ctrl-C and a service manager's SIGTERM reach the children too. The server finishes what is in
// flight first; the children end with it.
const serversSignals = ["SIGINT", "SIGTERM"] as const;

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
 * Makes the module that calls it the worker of a `processPool`: each job's input goes to the handler, and what
 * it returns or throws goes back. Inputs and outputs are what structured cloning takes.
 *
 * @throws Error in a process that no pool has started.
 * @example
 * ```ts
 * // reverse-worker.ts
 * import { serveJobs } from "@tools-api/adapters/process-pool/worker";
 *
 * serveJobs((text: string) => [...text].toReversed().join(""));
 * ```
 */
export function serveJobs<Input, Output>(handler: (input: Input) => Output | Promise<Output>): void {
  if (!process.send) throw new Error("serveJobs() is for a module that a process pool starts.");
  for (const signal of serversSignals) process.on(signal, () => {});
  process.on("disconnect", () => process.exit());
  const memoryMb = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  // The parent of this thread, which has heard of it: by the time the other one starts it may be gone.
  const data: WatchData = { parent: process.ppid, memoryMb };
  const watch = new Worker(new URL(`./watch-thread${extension}`, import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  const bound = (megabytes: number) => {
    Atomics.store(memoryMb, 0, megabytes);
    Atomics.notify(memoryMb, 0);
  };
  const read = valueReader<JobMessage>(({ memoryMb }, input) => {
    bound(memoryMb);
    // The caller of the pool says by a type parameter what its jobs are. A failure to answer means that the pool is gone.
    void answer(handler, input as Input)
      .finally(() => bound(0))
      .catch(() => process.exit(1));
  });
  process.on("message", read);
  // Not before the parent is watched: the first job may be one that never ends.
  watch.once("message", () => {
    watch.unref();
    void send({ reply: "ready" });
  });
}
