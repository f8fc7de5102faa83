import { setTimeout } from "node:timers/promises";

/**
 * Repeats work until a signal aborts, with a pause after each time. The pauses do not keep the process alive.
 *
 * @param work Handles its own errors.
 * @param pauseMs Returns the length of the next pause.
 */
export async function repeat(
  signal: AbortSignal,
  work: () => Promise<unknown>,
  pauseMs: () => number,
): Promise<void> {
  while (!signal.aborted) {
    await work();
    // Stopping rejects the pause.
    await setTimeout(pauseMs(), undefined, { signal, ref: false }).catch(() => {});
  }
}

/** Returns a pause of about that many milliseconds. Random ones keep processes from working at the same time. */
export function about(ms: number): () => number {
  return () => ms * (0.75 + Math.random() / 2);
}
