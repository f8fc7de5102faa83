import type { Clock, Timer } from "../clock.ts";
import { ToolsError } from "../errors.ts";
import type { UsageBatch } from "../storage.ts";
import { groupCommit } from "./group-commit.ts";
import { type Patience, resend } from "./resend.ts";

/** Who has waited that long for others in vain is not made to wait for another attempt. */
const longWaitMs = 1000;

/** What {@link batchWriter} is made from. */
export interface BatchWriterOptions<Item, Result> {
  /** Writes a batch, and answers in the order of its items. */
  send: (batch: UsageBatch<Item>) => Promise<Result[]>;
  patience: Patience;
  /**
   * Told of a batch whose callers get an error. Where it was `sent` it may have been written all the same, or still be.
   */
  onFailure: (batch: UsageBatch<Item>, cause: unknown, sent: boolean) => void;
  defer: () => Promise<unknown>;
  clock: Clock;
  timer: Timer;
}

/**
 * Writes the items of concurrent callers in batches, and sends a batch again to which the store gave no answer, under
 * the same id, so that it counts once whichever attempt was the one that got through.
 *
 * Whoever joined while the store kept others waiting in vain gets their error, unless somebody in the same batch has
 * come since: otherwise a crowd would wait batch by batch, each as long as the one before.
 */
export function batchWriter<Item, Result>({
  send,
  patience,
  onFailure,
  defer,
  clock,
  timer,
}: BatchWriterOptions<Item, Result>): (item: Item) => Promise<Result> {
  // Moves on with each batch that failed after a long wait; who joined before has waited with it.
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
        const error = new ToolsError("storage_unavailable", "The storage does not answer.", {
          retryAfter: 1,
          cause: lastFailure,
        });
        onFailure(batch, error, false);
        throw error;
      }
      const started = timer.elapsed();
      try {
        return await resend(() => send(batch), patience, timer);
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
