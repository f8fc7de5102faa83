import { ToolsError } from "@tools-api/core";

/**
 * The result of work that is given up when the caller hangs up.
 *
 * @throws ToolsError `invalid_request` when the signal was aborted: a 4xx, so that it counts, for who hangs up in
 * time would else have the work for nothing. What the work throws else is passed on.
 */
export async function unlessHungUp<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted) throw error;
    const reason = "The connection was closed before the answer was ready.";
    throw new ToolsError("invalid_request", reason, { cause: error });
  }
}
