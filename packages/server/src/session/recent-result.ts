import { withTimeout } from "@tools-api/core/internal/time";

const keptMs = 60_000;
// Costly work runs for a tenth of the time at most, however often an operator reloads the page.
const restFactor = 9;
// The work may wait for a mail server, or read every account. A page does not.
const pageWaitMs = 1_000;

/**
 * Returns a function that returns a result of work which is about a minute old at most. While the work takes longer than
 * a page waits, it returns the result before, and `null` if there is none. It also returns `null` after a failure.
 */
export function recentResult<Result>(
  work: (() => Promise<Result>) | undefined,
): () => Promise<Result | null> {
  let latest: Result | null = null;
  let dueAt = -Infinity;
  let running: Promise<unknown> = Promise.resolve();

  async function run(): Promise<void> {
    const startedAt = performance.now();
    latest = (await work?.().catch(() => null)) ?? null;
    const endedAt = performance.now();
    dueAt = endedAt + Math.max(keptMs, restFactor * (endedAt - startedAt));
  }

  return async () => {
    if (performance.now() > dueAt) {
      dueAt = Infinity;
      running = run();
    }
    await withTimeout(pageWaitMs, running, () => new Error("The work takes longer.")).catch(() => {});
    return latest;
  };
}
