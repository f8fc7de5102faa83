import { invalidParameters, ToolsError } from "@tools-api/core";
import { type Child, startChild } from "./child.ts";

/** The settings of {@link processPool}. */
export interface ProcessPoolOptions {
  /** A module that calls `serveJobs`. */
  module: URL;
  /** Children at most, each with one job at a time. */
  size: number;
  /** Milliseconds that a job may work, from when a child has it. */
  deadlineMs: number;
  /** Megabytes of JavaScript heap of a child. What native code allocates is not in it. Default: 512. */
  memoryMb?: number;
  /** The children's environment, beside the few variables that the runtime itself needs. Default: empty. */
  environment?: Readonly<Record<string, string>>;
  /** The children's niceness, from 0 to 19. Default: 10, so that the server is served first. */
  priority?: number;
  /** Where the children's error output goes, such as the report of one that ran out of memory. Default: `inherit`. */
  stderr?: "inherit" | "ignore";
}

/** The settings of one job. */
export interface RunOptions {
  /** Gives the job up: one that waits leaves the line, one that is worked on is killed. */
  signal?: AbortSignal;
  /** Instead of the pool's own. */
  deadlineMs?: number;
}

/** Child processes that work off jobs. */
export interface ProcessPool<Input, Output> {
  /**
   * Hands a job to the next free child, in the order of the calls.
   *
   * @throws ToolsError `processing_limit` when it was over its deadline or its process died; what the handler
   * threw, a `ToolsError` as it was and others with message and stack; the signal's reason when it was aborted.
   */
  run(input: Input, options?: RunOptions): Promise<Output>;
  /** Ends all children; jobs that are not done fail with `internal_error`. */
  close(): Promise<void>;
}

/** A place for a child; empty until it is needed for the first time, and after its child has died. */
interface Slot {
  child: Child | null;
}

interface Waiter {
  take(slot: Slot): void;
  refuse(reason: unknown): void;
}

// Beyond it a timer of the runtimes fires at once.
const longestTimerMs = 2_147_483_647;

function requireInteger(name: string, value: number, minimum: number, maximum: number): void {
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return;
  throw invalidParameters([
    { name, detail: `expected an integer from ${minimum} to ${maximum}, received ${value}` },
  ]);
}

function closedError(): ToolsError {
  return new ToolsError("internal_error", "The process pool was closed.");
}

/**
 * A pool of child processes for work that may take long, hang or crash: what a thread cannot promise, a process
 * can, namely that it is gone as soon as it is told so, with all its memory. Children start when they are
 * needed and are kept; one that dies fails its own job alone and is replaced when the next one comes. They end
 * with the process that made the pool, however that ends. The line of waiting jobs has no bound of its own.
 *
 * @throws ToolsError `invalid_parameter` for a setting out of range.
 * @example
 * ```ts
 * import { processPool } from "@tools-api/adapters/process-pool";
 *
 * const pool = processPool<string, string>({
 *   module: new URL("./reverse-worker.js", import.meta.url),
 *   size: 2,
 *   deadlineMs: 1000,
 * });
 * console.log(await pool.run("stressed")); // desserts
 * await pool.close();
 * ```
 */
export function processPool<Input, Output>(options: ProcessPoolOptions): ProcessPool<Input, Output> {
  const { module, size, deadlineMs, memoryMb = 512, environment = {}, priority = 10 } = options;
  const child = { module, memoryMb, environment, priority, stderr: options.stderr ?? "inherit" };
  requireInteger("size", size, 1, 1024);
  requireInteger("deadlineMs", deadlineMs, 1, longestTimerMs);
  requireInteger("memoryMb", memoryMb, 16, 1_048_576);
  requireInteger("priority", priority, 0, 19);
  const slots: Slot[] = Array.from({ length: size }, () => ({ child: null }));
  // The last one first, so that no more children start than work at once.
  const free = [...slots];
  const waiting = new Set<Waiter>();
  let closed = false;

  function take(signal: AbortSignal | undefined): Promise<Slot> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(closedError());
      if (signal?.aborted) return reject(signal.reason);
      const slot = free.pop();
      if (slot) return resolve(slot);
      const leave = () => {
        waiting.delete(waiter);
        signal?.removeEventListener("abort", onAbort);
      };
      const waiter: Waiter = {
        take(slot) {
          leave();
          resolve(slot);
        },
        refuse(reason) {
          leave();
          reject(reason);
        },
      };
      const onAbort = () => waiter.refuse(signal?.reason);
      signal?.addEventListener("abort", onAbort);
      waiting.add(waiter);
    });
  }

  function giveBack(slot: Slot): void {
    const [next] = waiting;
    if (next) next.take(slot);
    else free.push(slot);
  }

  return {
    async run(input, { signal, deadlineMs: own = deadlineMs } = {}) {
      requireInteger("deadlineMs", own, 1, longestTimerMs);
      const slot = await take(signal);
      try {
        // Between the place and this turn the pool may have been closed.
        if (closed) throw closedError();
        if (!slot.child?.isAlive()) slot.child = startChild(child);
        // The worker module answers with what the caller's type parameter says.
        return (await slot.child.run(input, { deadlineMs: own, signal })) as Output;
      } finally {
        giveBack(slot);
      }
    },
    async close() {
      closed = true;
      for (const waiter of waiting) waiter.refuse(closedError());
      await Promise.all(slots.flatMap(({ child }) => (child ? [child.end()] : [])));
    },
  };
}
