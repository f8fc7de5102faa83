import { ToolsError } from "@tools-api/core";

/**
 * Runs work that is aborted when the client disconnects.
 *
 * @param request - Its signal is read only if the work fails, so a getter can create it.
 * @throws ToolsError `invalid_request` if the signal was aborted. It is a 4xx, so the call counts: otherwise a client
 *   could disconnect in time and get the work for free. Passes on other errors of the work.
 */
export async function unlessHungUp<Result>(
  request: { readonly signal: AbortSignal },
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!request.signal.aborted) throw error;
    const reason = "The client closed the connection before the response was ready.";
    throw new ToolsError("invalid_request", reason, { cause: error });
  }
}
