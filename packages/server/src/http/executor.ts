import type { Caller } from "@tools-api/core/internal";
import type { RunContext, Tool } from "@tools-api/core/tools";

/** The circumstances of a pooled call. */
export interface PooledContext extends RunContext {
  /** The account and address whose share of the processes the call uses. */
  caller: Caller | undefined;
}

/** Runs the calls of tools with a pool in processes that can be killed. `toolProcesses` creates one. */
export interface ToolExecutor {
  /**
   * Runs a call.
   *
   * @returns The result of `run`, or its JSON in UTF-8 for a tool without a binary field and for a list of results.
   *
   * @throws ToolsError of `run`; `processing_limit` for a call that exceeds its time or memory; the reason of the signal.
   */
  run(tool: Tool, request: Readonly<Record<string, unknown>>, context: PooledContext): Promise<unknown>;
}

/** Returns whether this process does the work of a call, although the tool may have processes. */
export function isShort({ execution = "inline" }: Tool, request: object): boolean {
  // The request is the output of the tool's schema.
  return execution === "inline" || execution.pool.isShort?.(request as never) === true;
}

/** Runs the work of a tool in this process. */
export function runHere(
  tool: Tool,
  request: Readonly<Record<string, unknown>>,
  context: RunContext,
): unknown {
  // The request is the output of the tool's schema, with its file.
  return tool.run(request as never, context);
}
