import { clearTimeout, setTimeout } from "node:timers";
import { ToolsError } from "@tools-api/core";

/** How long a caller waits for the driver. */
const patienceMs = 5_000;

/** Any failure of a driver as the error that callers of a store expect. */
export function unavailable(cause: unknown): ToolsError {
  if (cause instanceof ToolsError) return cause;
  const reason = cause instanceof Error ? `: ${cause.message}` : "";
  return new ToolsError("storage_unavailable", `The unstorage driver fails${reason}`, {
    cause,
    retryAfter: 1,
  });
}

function silence(): string {
  return "The unstorage driver does not answer";
}

/**
 * Settles as the promise does, or fails with `storage_unavailable` where that takes longer than a caller waits.
 *
 * @param reason What is being waited for, asked when the time is over.
 */
export function withPatience<Result>(promise: Promise<Result>, reason = silence): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const message = `${reason()} (${patienceMs / 1000} s).`;
      reject(new ToolsError("storage_unavailable", message, { retryAfter: 1 }));
    }, patienceMs);
    promise.then(resolve, (error: unknown) => reject(unavailable(error))).finally(() => clearTimeout(timer));
  });
}
