import type { Timer } from "../clock.ts";
import { ToolsError } from "../errors.ts";

/** How long a write is sent again to which the store gave no answer. */
export interface Patience {
  /** Milliseconds of rest before each further attempt. */
  pausesMs: readonly number[];
  /** Milliseconds since the first attempt began, after which no other begins. */
  withinMs: number;
}

/** Whether the store gave no answer, so that the write may have happened or not. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ToolsError && error.code === "storage_unavailable";
}

/**
 * Sends a write until it is answered or patience is at its end, and then throws what the last attempt threw. Any
 * other answer than `storage_unavailable` is final. What is sent has to be the same each time, its id included.
 */
export async function resend<Result>(
  send: () => Promise<Result>,
  { pausesMs, withinMs }: Patience,
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
