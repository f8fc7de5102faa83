import { processPool, type ProcessPool } from "@tools-api/adapters/process-pool";
import type { RunContext, Tool, ToolPool } from "@tools-api/core/tools";
import { runHere, type ToolExecutor } from "../http/executor.ts";

// The sources run without a build in this repository; the package contains the built files.
const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

/** A call in its process. */
export interface ToolJob {
  request: unknown;
  context: Omit<RunContext, "signal">;
}

/** The options of {@link toolProcesses}. */
export interface ToolProcessesOptions {
  /** The niceness of the processes, from 0 to 19. Default: 10, so that the server has priority. */
  priority?: number;
}

/** The processes of tools. */
export interface ToolProcesses extends ToolExecutor {
  /** Ends all processes. Unfinished calls fail with `internal_error`. */
  close(): Promise<void>;
}

type Pool = ProcessPool<ToolJob, unknown>;

function openPool(tool: Tool, pool: ToolPool, priority: number): Pool {
  const { module, concurrency, deadlineMs, memoryMb, heapMb, recycleAboveMb, lanes, environment } = pool;
  return processPool({
    module: new URL(`./tool-worker${extension}`, import.meta.url),
    size: concurrency,
    deadlineMs,
    priority,
    ...(memoryMb !== undefined && { memoryMb }),
    ...(heapMb !== undefined && { heapMb }),
    ...(recycleAboveMb !== undefined && { recycleAboveMb }),
    ...(lanes && { lanes }),
    environment: {
      ...environment,
      TOOL_MODULE: module.href,
      ...(tool.binary && { TOOL_BINARY_FIELD: tool.binary.field }),
      ...(tool.binary?.listField !== undefined && { TOOL_LIST_FIELD: tool.binary.listField }),
    },
  });
}

/**
 * Creates the executor of tools with a pool. Each tool has its own processes, which start with its first calls and can be
 * killed. Close it when the server ends.
 *
 * @example
 * ```ts
 * import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createApi, toolProcesses } from "@tools-api/server";
 *
 * const documents = memoryDocuments();
 * const executor = toolProcesses();
 * const api = createApi({
 *   documents,
 *   usage: memoryUsage(),
 *   authenticator: apiKeyAuthenticator({ documents }),
 *   executor,
 * });
 * console.log((await api.request("/healthz")).status); // 200
 * await executor.close();
 * ```
 */
export function toolProcesses({ priority = 10 }: ToolProcessesOptions = {}): ToolProcesses {
  const pools = new Map<Tool, Pool>();

  function poolOf(tool: Tool, pool: ToolPool): Pool {
    let known = pools.get(tool);
    if (!known) pools.set(tool, (known = openPool(tool, pool, priority)));
    return known;
  }

  return {
    async run(tool, request, { signal, caller, ...context }) {
      const { execution = "inline" } = tool;
      if (execution === "inline") return runHere(tool, request, { signal, ...context });
      const { pool } = execution;
      // The request is the output of the tool's schema.
      const { deadlineMs, memoryMb, lane } = pool.limits?.(request as never, context) ?? {};
      return poolOf(tool, pool).run(
        { request, context },
        {
          signal,
          caller,
          deadlineMs: Math.min(deadlineMs ?? Infinity, pool.deadlineMs),
          ...(memoryMb !== undefined && { memoryMb: Math.min(memoryMb, pool.memoryMb ?? Infinity) }),
          ...(lane !== undefined && { lane }),
        },
      );
    },
    async close() {
      await Promise.all(Array.from(pools.values(), (pool) => pool.close()));
    },
  };
}
