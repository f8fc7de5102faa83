import { ToolsError } from "../errors.ts";
import type { Timer } from "../time.ts";

/** The schedule for retries of a write after the store did not respond. */
export interface RetryPolicy {
  /** Milliseconds to wait before each retry. */
  pausesMs: readonly number[];
  /** Milliseconds after the first attempt began. No retry begins later. */
  withinMs: number;
}

/** Returns whether the store did not respond. The write may have happened. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ToolsError && error.code === "storage_unavailable";
}

/**
 * Sends a write until the store responds or the retries are used up, then throws the last error. Any error other than
 * `storage_unavailable` is final. Every attempt must send the same write with the same id.
 */
export async function resend<Result>(
  send: () => Promise<Result>,
  { pausesMs, withinMs }: RetryPolicy,
  timer: Timer,
): Promise<Result> {
  const started = timer.elapsed();
  for (const pause of pausesMs) {
    try {
      return await send();
    } catch (error) {
      if (!isUnanswered(error) || timer.elapsed() + pause - started > withinMs) throw error;
      await timer.sleep(pause);
    }
  }
  return send();
}
