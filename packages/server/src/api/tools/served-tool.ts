import type { Tool } from "@tools-api/core/tools";
import type { ServedTool } from "../../http/context.ts";
import { type WorkQueue, workQueue } from "../../http/work-queue.ts";
import type { ToolExecutor } from "../../http/executor.ts";
import { requestReader } from "./read-request.ts";

// A short call takes less than 10 ms, so this many end within seconds.
const inlineSlots = 512;
const pooledSlots = 64;
// Measured: all analyses of a 1 MB English text give a record of 22 MB. One account has room for five of them, for three
// images of the maximum size, or for 32 base64 images of 4 MB each.
const defaultQueueBytes = 256e6;
// Without processes, long work of two callers can alternate.
const pooledHere = 2;

function queuesOf(tool: Tool, largestBody: number, isPooled: boolean) {
  const { execution = "inline", queueBytes: bytes = defaultQueueBytes } = tool;
  const room = { bytes, largestBody };
  if (execution === "inline" || execution.pool.isShort)
    return {
      queue: workQueue({ concurrency: 1, slots: inlineSlots, ...room }),
      poolQueue: execution !== "inline" && isPooled ? workQueue({ slots: pooledSlots }) : null,
    };
  // The processes have a line of their own, in which calls may overtake others.
  const concurrency = isPooled ? {} : { concurrency: pooledHere };
  return { queue: workQueue({ ...concurrency, slots: pooledSlots, ...room }), poolQueue: null };
}

/** Prepares a tool for its calls. `queues` replaces its queues, by their names. */
export function serveTool(
  tool: Tool,
  executor: ToolExecutor | undefined,
  queues: Readonly<Record<string, WorkQueue>> = {},
): ServedTool {
  const reader = requestReader(tool);
  const { queue, poolQueue } = queuesOf(tool, reader.largestBody, executor !== undefined);
  return {
    tool,
    reader,
    queue: queues[tool.name] ?? queue,
    poolQueue: poolQueue && (queues[poolQueueName(tool)] ?? poolQueue),
    executor,
  };
}

/** Returns the name of the queue for the pooled calls of a tool. */
export function poolQueueName({ name }: Tool): string {
  return `${name}-pool`;
}
