import { clearTimeout, setTimeout } from "node:timers";
import { ToolsError } from "@tools-api/core";

/** The time for which a caller waits for the driver. */
const timeoutMs = 5_000;

/** Converts any failure of a driver to the error that callers of a store expect. */
export function unavailable(cause: unknown): ToolsError {
  if (cause instanceof ToolsError) return cause;
  const reason = cause instanceof Error ? `: ${cause.message}` : "";
  return new ToolsError("storage_unavailable", `The unstorage driver failed${reason}`, {
    cause,
    retryAfter: 1,
  });
}

function silence(): string {
  return "The unstorage driver does not respond";
}

/**
 * Settles like the promise. Rejects with `storage_unavailable` if it takes longer than a caller waits.
 *
 * @param reason Returns the start of the error message. It is called after the timeout.
 */
export function withTimeout<Result>(promise: Promise<Result>, reason = silence): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const message = `${reason()} (${timeoutMs / 1000} s).`;
      reject(new ToolsError("storage_unavailable", message, { retryAfter: 1 }));
    }, timeoutMs);
    promise.then(resolve, (error: unknown) => reject(unavailable(error))).finally(() => clearTimeout(timer));
  });
}
