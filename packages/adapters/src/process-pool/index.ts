import { clearTimeout, setTimeout } from "node:timers";
import { ToolsError } from "@tools-api/core";
import { type Caller, fairTurns } from "@tools-api/core/internal";
import { invalidParameters } from "@tools-api/core/internal/schema";
import { type Child, type JobLimits, startChild } from "./child.ts";

/** The options of {@link processPool}. */
export interface ProcessPoolOptions {
  /** A module that calls `serveJobs`. */
  module: URL;
  /**
   * Number of children that work concurrently, each on one job. If the jobs of others occupy them all, one spare child
   * serves an account without a running job. Another spare serves an account and address without one.
   */
  size: number;
  /**
   * Milliseconds of CPU time for which a child can work on a job, of all its threads. Time in which a busy machine lets
   * it wait does not count. Where there is no Linux' /proc, all time counts.
   */
  deadlineMs: number;
  /**
   * Milliseconds that a job can take in all, with the time in which its child gets no CPU. Default: twice `deadlineMs`,
   * and at least 60,000.
   */
  waitMs?: number;
  /** MiB of JavaScript heap of a child. Native code and WebAssembly allocate outside it. Default: 512. */
  heapMb?: number;
  /** MiB that a child can hold in total while it has a job, including native code. Default: no limit. */
  memoryMb?: number;
  /**
   * MiB above which a child is replaced after its job, so that the next job need not wait for the replacement. The
   * memory of WebAssembly, for example, never shrinks. Requires Linux' /proc. Default: no child is replaced.
   */
  recycleAboveMb?: number;
  /** Number of concurrent jobs per lane. The limit of a lane that is not listed is `size`. */
  lanes?: Readonly<Record<string, number>>;
  /** The children's environment, in addition to the few variables that the runtime needs. Default: empty. */
  environment?: Readonly<Record<string, string>>;
  /** The children's niceness, from 0 to 19. Default: 10, so that the server has priority. */
  priority?: number;
  /**
   * The destination of the children's error output, such as the report of one that ran out of memory. Default:
   * `inherit`.
   */
  stderr?: "inherit" | "ignore";
}

/** The options of one job. */
export interface RunOptions {
  /** Aborts the job: a waiting job leaves the queue, and the child of a running job is killed. */
  signal?: AbortSignal | undefined;
  /** Overrides the pool's deadline, but not its `waitMs`. */
  deadlineMs?: number;
  /** Overrides the pool's memory limit. */
  memoryMb?: number;
  /** The job's lane. While the lane is at its limit, jobs of other lanes overtake this one. */
  lane?: string;
  /** The caller whose share of the children the job uses. Jobs without a caller use one common share. */
  caller?: Caller | undefined;
}

/** A pool of child processes that run jobs. */
export interface ProcessPool<Input, Output> {
  /**
   * Runs a job on the next free child. The caller that has received the least work is next, and its jobs run in the
   * order of the calls. A job whose process is killed from outside, for instance by the kernel because memory is short,
   * runs once more.
   *
   * @throws ToolsError `processing_limit` if the job exceeds its deadline or its memory, or crashes its process;
   *   `overloaded` if its process takes more than 30 s to start, or is killed from outside twice, or if the job takes
   *   the pool's `waitMs`; an error of the handler, a `ToolsError` unchanged and others with message and
   *   stack; the signal's reason if the job is aborted.
   */
  run(input: Input, options?: RunOptions): Promise<Output>;
  /** Ends all children. Unfinished jobs fail with `internal_error`. */
  close(): Promise<void>;
}

/** A slot for a child. It is empty until its first use. */
interface Slot {
  child: Child | null;
  /** Whether the slot is only for callers that the other slots would keep waiting. */
  isSpare: boolean;
  /** The timer that ends the child of a spare slot. */
  idle: NodeJS.Timeout | undefined;
}

const spareSlots = 2;
// Long enough for a caller that calls repeatedly, short enough that a burst does not occupy memory for long.
const spareIdleMs = 60_000;

// Children have a low priority. On a busy machine, even a job of a second may wait for long.
const minWaitMs = 60_000;

// The runtimes fire a timer with a longer delay immediately.
const maxTimerMs = 2_147_483_647;
const maxMegabytes = 1_048_576;

// The share of the job's memory above which a child counts as full; a new child holds less. The success of a job must
// not depend on earlier jobs.
const fullShare = 0.25;

function requireInteger(name: string, value: number, minimum: number, maximum: number): void {
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return;
  throw invalidParameters([
    { name, detail: `expected an integer from ${minimum} to ${maximum}, received ${value}` },
  ]);
}

function requireMegabytes(name: string, value: number | undefined): void {
  if (value !== undefined) requireInteger(name, value, 16, maxMegabytes);
}

function checkOptions({ size, deadlineMs, lanes = {}, priority = 0, ...options }: ProcessPoolOptions): void {
  requireInteger("size", size, 1, 1024);
  requireInteger("deadlineMs", deadlineMs, 1, maxTimerMs);
  if (options.waitMs !== undefined) requireInteger("waitMs", options.waitMs, 1, maxTimerMs);
  requireMegabytes("heapMb", options.heapMb);
  requireMegabytes("memoryMb", options.memoryMb);
  requireMegabytes("recycleAboveMb", options.recycleAboveMb);
  requireInteger("priority", priority, 0, 19);
  for (const [lane, bound] of Object.entries(lanes)) requireInteger(`lanes.${lane}`, bound, 1, size);
}

function closedError(): ToolsError {
  return new ToolsError("internal_error", "The process pool was closed.");
}

/**
 * Creates a pool of child processes for work that may be slow, hang or crash. Unlike a thread, a process can be killed
 * immediately, with all its memory. Children start on demand and are kept. A child that dies fails only its own job and
 * is replaced immediately. Children end when the process of the pool ends, for whatever reason. The queue of waiting
 * jobs is unbounded.
 *
 * On Linux, this process checks a child's memory 20 times per second. On every platform, a thread of the child also
 * checks it, less often.
 *
 * @throws ToolsError `invalid_parameter` if an option is out of range.
 *
 * @example
 * ```ts
 * // reverse-worker.js
 * import { serveJobs } from "@tools-api/adapters/process-pool/worker";
 *
 * serveJobs((text) => [...text].toReversed().join(""));
 *
 * // program.ts
 * import { processPool } from "@tools-api/adapters/process-pool";
 *
 * const pool = processPool<string, string>({
 *   module: new URL("./reverse-worker.js", import.meta.url),
 *   size: 2,
 *   deadlineMs: 60_000,
 * });
 * console.log(await pool.run("stressed")); // desserts
 * await pool.close();
 * ```
 *
 * @example Convert images in processes that can be killed:
 * ```ts
 * // convert-worker.js
 * import { magickCodec } from "@tools-api/adapters/image/magick";
 * import { serveJobs } from "@tools-api/adapters/process-pool/worker";
 * import { runConversion } from "@tools-api/core/image";
 *
 * const codecs = [magickCodec()];
 * serveJobs((conversion) => runConversion(conversion, { codecs }));
 *
 * // program.ts
 * import { readFile } from "node:fs/promises";
 * import { processPool } from "@tools-api/adapters/process-pool";
 * import { checkConversion, type Conversion, type ConvertedImage } from "@tools-api/core/image";
 *
 * const pool = processPool<Conversion, ConvertedImage>({
 *   module: new URL("./convert-worker.js", import.meta.url),
 *   size: 2,
 *   deadlineMs: 30_000,
 *   priority: 0, // This program has no server to favor.
 *   lanes: { wasm: 1 },
 *   recycleAboveMb: 256,
 * });
 * const conversion = checkConversion(await readFile("photo.jpg"), { format: "webp" });
 * const { format } = await pool.run(conversion, conversion.limits);
 * console.log(format); // webp
 * await pool.close();
 * ```
 */
export function processPool<Input, Output>(options: ProcessPoolOptions): ProcessPool<Input, Output> {
  const { module, size, deadlineMs, heapMb = 512, memoryMb, recycleAboveMb = Infinity, lanes = {} } = options;
  const { environment = {}, priority = 10, stderr = "inherit" } = options;
  checkOptions(options);
  const { waitMs = Math.min(Math.max(2 * deadlineMs, minWaitMs), maxTimerMs) } = options;
  const slots: Slot[] = Array.from({ length: size + spareSlots }, (_, index) => ({
    child: null,
    isSpare: index >= size,
    idle: undefined,
  }));
  const line = fairTurns({ slots: slots.slice(0, size), spare: slots.slice(size), lanes });
  const leaving = new Set<Promise<void>>();
  let closed = false;

  const start = () => startChild({ module, heapMb, environment, priority, stderr });

  function end(child: Child): void {
    const ending = child.end().finally(() => leaving.delete(ending));
    leaving.add(ending);
  }

  /** Prepares a slot, so that the next job neither waits for a process to start nor gets a full one. */
  function renew(slot: Slot): void {
    if (closed || !slot.child) return;
    if ((slot.child.residentMb() ?? 0) > recycleAboveMb) end(slot.child);
    if (slot.isSpare) slot.idle = setTimeout(() => slot.child && end(slot.child), spareIdleMs).unref();
    else if (!slot.child.isAlive()) slot.child = start();
  }

  /**
   * Runs a job in a slot's child. Repeats it once in a new child if the process was killed from outside, or if memory
   * that earlier jobs left in use may have ended it.
   */
  async function work(slot: Slot, input: Input, limits: JobLimits): Promise<unknown> {
    clearTimeout(slot.idle);
    const child = slot.child?.isAlive() ? slot.child : start();
    slot.child = child;
    const isFull = limits.memoryMb !== null && (child.residentMb() ?? 0) > limits.memoryMb * fullShare;
    try {
      return await child.run(input, limits);
    } catch (error) {
      const msLeft = Math.floor(limits.deadlineMs - child.spentMs());
      const retryMs = child.wasKilled() ? limits.deadlineMs : isFull && child.gaveOut() ? msLeft : 0;
      if (closed || retryMs < 1) throw error;
      slot.child = start();
      return slot.child.run(input, { ...limits, deadlineMs: retryMs });
    }
  }

  return {
    async run(input, { deadlineMs: ownMs = deadlineMs, memoryMb: ownMb = memoryMb, ...request } = {}) {
      requireInteger("deadlineMs", ownMs, 1, maxTimerMs);
      requireMegabytes("memoryMb", ownMb);
      if (closed) throw closedError();
      const { signal } = request;
      const turn = await line.take(request);
      const slot = turn.slot;
      try {
        // The pool may have been closed while the job waited, which ended the running jobs.
        if (closed) throw closedError();
        const limits = { deadlineMs: ownMs, waitMs, memoryMb: ownMb ?? null, signal };
        // The caller's type parameter states the output of the worker module.
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
