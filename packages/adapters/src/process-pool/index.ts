import { clearTimeout, setTimeout } from "node:timers";
import { invalidParameters, ToolsError } from "@tools-api/core";
import { type Caller, fairTurns } from "@tools-api/core/internal";
import { type Child, type JobLimits, startChild } from "./child.ts";

/** The settings of {@link processPool}. */
export interface ProcessPoolOptions {
  /** A module that calls `serveJobs`. */
  module: URL;
  /**
   * Children at work together, each with one job at a time. If the jobs of others occupy them all, one more serves an
   * account without a job at work, and another one an account and address without any.
   */
  size: number;
  /** Milliseconds that a job may work, from when a child has it. */
  deadlineMs: number;
  /** MiB of JavaScript heap of a child. What native code and WebAssembly allocate is not in it. Default: 512. */
  heapMb?: number;
  /** MiB that a child may hold in all while it has a job, native code's included. Default: no bound. */
  memoryMb?: number;
  /**
   * MiB above which a child that has done its job is replaced, before the next job has to wait for that: the
   * memory of WebAssembly, for one, never shrinks. Needs Linux' /proc. Default: no child is.
   */
  recycleAboveMb?: number;
  /** How many jobs of a lane work at once. Those of a lane that is not named here have no bound but `size`. */
  lanes?: Readonly<Record<string, number>>;
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
  signal?: AbortSignal | undefined;
  /** Instead of the pool's own. */
  deadlineMs?: number;
  /** Instead of the pool's own. */
  memoryMb?: number;
  /** While the pool's bound of the lane is reached, jobs of other lanes overtake this one. */
  lane?: string;
  /** The caller whose share of the children the job uses. Jobs without one have one share together. */
  caller?: Caller | undefined;
}

/** Child processes that work off jobs. */
export interface ProcessPool<Input, Output> {
  /**
   * Runs a job on the next free child. The caller that has received the least work is next, and its jobs in the order
   * of the calls. A job whose process is killed from outside, for instance by the kernel because memory is short,
   * is run once more.
   *
   * @throws ToolsError `processing_limit` if it exceeds its deadline or its memory, or crashes its process;
   * `overloaded` if its process takes more than 30 s to start, or is killed from outside twice; an error of the
   * handler, a `ToolsError` unchanged and others with message and stack; the signal's reason if it is aborted.
   */
  run(input: Input, options?: RunOptions): Promise<Output>;
  /** Ends all children; jobs that are not done fail with `internal_error`. */
  close(): Promise<void>;
}

/** A place for a child; empty until it is needed for the first time. */
interface Slot {
  child: Child | null;
  /** Whether it is there for callers that the other slots would make wait. */
  isSpare: boolean;
  /** Ends the child of a spare slot. */
  idle: NodeJS.Timeout | undefined;
}

const spareSlots = 2;
// Long enough for a caller that calls again and again, short enough that a burst does not cost memory for long.
const spareIdleMs = 60_000;

// Beyond it a timer of the runtimes fires at once.
const longestTimerMs = 2_147_483_647;
const mostMegabytes = 1_048_576;

// Of the memory that a job may have; what a new child has taken is less. Whether a job succeeds must not depend on
// the jobs that came before it.
const fullShare = 0.25;

function requireInteger(name: string, value: number, minimum: number, maximum: number): void {
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return;
  throw invalidParameters([
    { name, detail: `expected an integer from ${minimum} to ${maximum}, received ${value}` },
  ]);
}

function requireMegabytes(name: string, value: number | undefined): void {
  if (value !== undefined) requireInteger(name, value, 16, mostMegabytes);
}

function closedError(): ToolsError {
  return new ToolsError("internal_error", "The process pool was closed.");
}

/**
 * A pool of child processes for work that may take long, hang or crash: what a thread cannot promise, a process
 * can, namely that it is gone as soon as it is told so, with all its memory. Children start when they are
 * needed and are kept; one that dies fails its own job alone and is replaced at once. They end with the process
 * that made the pool, however that ends. The line of waiting jobs has no bound of its own.
 *
 * The bound on a child's memory is looked at 20 times a second on Linux, by this process, and everywhere by a
 * thread of the child's own, less often.
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
 *
 * @example Images that are converted in processes which a hostile one cannot outlive:
 * ```ts
 * // convert-worker.ts
 * import { magickCodec } from "@tools-api/adapters/image/magick";
 * import { serveJobs } from "@tools-api/adapters/process-pool/worker";
 * import { convertImage, type ImageJob } from "@tools-api/core/image";
 *
 * const codecs = [magickCodec()];
 * serveJobs(({ image, options }: ImageJob) => convertImage(image, { ...options, codecs }));
 *
 * // program.ts
 * import { processPool } from "@tools-api/adapters/process-pool";
 * import { convertImage, type ConvertedImage, type ImageJob } from "@tools-api/core/image";
 *
 * const pool = processPool<ImageJob, ConvertedImage>({
 *   module: new URL("./convert-worker.js", import.meta.url),
 *   size: 2,
 *   deadlineMs: 30_000,
 *   lanes: { wasm: 1 },
 *   recycleAboveMb: 256,
 * });
 * const { image } = await convertImage(upload, {
 *   format: "webp",
 *   executor: (job, limits, signal) => pool.run(job, { ...limits, signal }),
 * });
 * ```
 */
export function processPool<Input, Output>(options: ProcessPoolOptions): ProcessPool<Input, Output> {
  const { module, size, deadlineMs, heapMb = 512, memoryMb, recycleAboveMb = Infinity, lanes = {} } = options;
  const { environment = {}, priority = 10, stderr = "inherit" } = options;
  requireInteger("size", size, 1, 1024);
  requireInteger("deadlineMs", deadlineMs, 1, longestTimerMs);
  requireMegabytes("heapMb", heapMb);
  requireMegabytes("memoryMb", memoryMb);
  requireMegabytes("recycleAboveMb", options.recycleAboveMb);
  requireInteger("priority", priority, 0, 19);
  for (const [lane, bound] of Object.entries(lanes)) requireInteger(`lanes.${lane}`, bound, 1, size);
  const slots: Slot[] = Array.from({ length: size + spareSlots }, (_, index) => ({
    child: null,
    isSpare: index >= size,
    idle: undefined,
  }));
  const line = fairTurns({ places: slots.slice(0, size), spare: slots.slice(size), lanes });
  const leaving = new Set<Promise<void>>();
  let closed = false;

  const start = () => startChild({ module, heapMb, environment, priority, stderr });

  function end(child: Child): void {
    const ending = child.end().finally(() => leaving.delete(ending));
    leaving.add(ending);
  }

  /** Sees to it that the next job neither waits for a process to start nor gets one that is full already. */
  function renew(slot: Slot): void {
    if (closed || !slot.child) return;
    if ((slot.child.residentMb() ?? 0) > recycleAboveMb) end(slot.child);
    if (slot.isSpare) slot.idle = setTimeout(() => slot.child && end(slot.child), spareIdleMs).unref();
    else if (!slot.child.isAlive()) slot.child = start();
  }

  /**
   * Works on a job in a slot's child, and once more in a new one if the process was killed from outside, or if what
   * earlier jobs have left in it may have ended it.
   */
  async function work(slot: Slot, input: Input, limits: JobLimits): Promise<unknown> {
    clearTimeout(slot.idle);
    const child = slot.child?.isAlive() ? slot.child : start();
    slot.child = child;
    const isFull = limits.memoryMb !== null && (child.residentMb() ?? 0) > limits.memoryMb * fullShare;
    const started = performance.now();
    try {
      return await child.run(input, limits);
    } catch (error) {
      const msLeft = Math.floor(limits.deadlineMs - (performance.now() - started));
      const retryMs = child.wasKilled() ? limits.deadlineMs : isFull && child.gaveOut() ? msLeft : 0;
      if (closed || retryMs < 1) throw error;
      slot.child = start();
      return slot.child.run(input, { ...limits, deadlineMs: retryMs });
    }
  }

  return {
    async run(input, { deadlineMs: ownMs = deadlineMs, memoryMb: ownMb = memoryMb, ...request } = {}) {
      requireInteger("deadlineMs", ownMs, 1, longestTimerMs);
      requireMegabytes("memoryMb", ownMb);
      if (closed) throw closedError();
      const { signal } = request;
      const turn = await line.take(request);
      const slot = turn.place;
      try {
        // Before this turn came the pool may have been closed, which ended those that worked.
        if (closed) throw closedError();
        const limits = { deadlineMs: ownMs, memoryMb: ownMb ?? null, signal };
        // The worker module answers with what the caller's type parameter says.
        return (await work(slot, input, limits)) as Output;
      } finally {
        renew(slot);
        turn.end();
      }
    },
    async close() {
      closed = true;
      for (const { idle } of slots) clearTimeout(idle);
      const children = slots.flatMap(({ child }) => (child ? [child.end()] : []));
      await Promise.all([...children, ...leaving]);
    },
  };
}
