import { ToolsError } from "../errors.ts";
import type { UsageBatch } from "../store/storage.ts";
import { type Clock, retry, type RetryPolicy, type Timer } from "../time.ts";
import { groupCommit } from "../work/group-commit.ts";

/** Callers that have already waited this long fail without another attempt. */
const longWaitMs = 1000;

/** Returns whether an error says that the store did not respond. A write may still have happened. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ToolsError && error.code === "storage_unavailable";
}

/** The dependencies of {@link batchWriter}. */
export interface BatchWriterOptions<Item, Result> {
  /** Writes a batch. Returns the results in the order of its items. */
  send: (batch: UsageBatch<Item>) => Promise<Result[]>;
  retryPolicy: RetryPolicy;
  /**
   * Called with a batch whose callers get an error. If `sent` is true, the batch may have been written, or may be
   * written later.
   */
  onFailure: (batch: UsageBatch<Item>, cause: unknown, sent: boolean) => void;
  defer: () => Promise<unknown>;
  clock: Clock;
  timer: Timer;
}

/**
 * Returns a function that writes the items of concurrent callers in batches. If the store does not respond, the batch
 * is sent again with the same id, so it counts only once.
 *
 * After a failure that took long, the callers that joined before it get its error without an attempt. A batch with a
 * newer caller is still attempted. Without this rule, a crowd would wait batch after batch, each as long as the one
 * before.
 */
export function batchWriter<Item, Result>({
  send,
  retryPolicy,
  onFailure,
  defer,
  clock,
  timer,
}: BatchWriterOptions<Item, Result>): (item: Item) => Promise<Result> {
  // Incremented when a batch fails after a long wait. Callers of an earlier era have waited as long.
  let era = 0;
  let lastFailure: unknown;

  const write = groupCommit({
    defer,
    async write(joined: { item: Item; era: number }[]) {
      const batch: UsageBatch<Item> = {
        id: crypto.randomUUID(),
        at: clock.now(),
        items: joined.map(({ item }) => item),
      };
      if (joined.every((one) => one.era < era)) {
        const error = new ToolsError("storage_unavailable", "The store does not respond.", {
          retryAfter: 1,
          cause: lastFailure,
        });
        onFailure(batch, error, false);
        throw error;
      }
      const started = timer.elapsed();
      try {
        return await retry(() => send(batch), retryPolicy, isUnanswered, timer);
      } catch (error) {
        if (timer.elapsed() - started > longWaitMs) era += 1;
        lastFailure = error;
        onFailure(batch, error, true);
        throw error;
      }
    },
  });
  return (item) => write({ item, era });
}
