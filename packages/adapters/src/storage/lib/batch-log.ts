import type { Clock } from "@tools-api/core";
import { batchRetentionMs } from "./expiry.ts";

/** The response to a batch. */
export interface BatchAnswer {
  /** Epoch milliseconds. */
  recordedAt: number;
  text: string;
}

/**
 * A log of the responses to recent batches, so a retried batch gets its first response. Keeps each for at least an
 * hour.
 */
export interface BatchLog {
  find(key: string): string | undefined;
  /** Adds a response and removes those that are too old. */
  add(key: string, text: string): BatchAnswer;
}

/** Creates a log from entries in order of age, oldest first. */
export function createBatchLog(
  clock: Clock,
  entries: Iterable<[key: string, answer: BatchAnswer]> = [],
): BatchLog {
  const log = new Map(entries);
  return {
    find: (key) => log.get(key)?.text,
    add(key, text) {
      const now = clock.now();
      const answer = { recordedAt: now, text };
      log.set(key, answer);
      for (const [oldest, { recordedAt }] of log) {
        if (recordedAt > now - batchRetentionMs) break;
        log.delete(oldest);
      }
      return answer;
    },
  };
}
