import type { Clock } from "@tools-api/core";
import { batchRetentionMs } from "./expiry.ts";

/**
 * A log of the responses to recent batches, so a retried batch gets its first response. Keeps each for at least an
 * hour.
 */
export interface BatchLog {
  find(key: string): string | undefined;
  /** Adds a response and removes those that are too old. */
  add(key: string, text: string): void;
}

/** Creates an empty log. */
export function createBatchLog(clock: Clock): BatchLog {
  const log = new Map<string, { recordedAt: number; text: string }>();
  return {
    find: (key) => log.get(key)?.text,
    add(key, text) {
      const now = clock.now();
      log.set(key, { recordedAt: now, text });
      for (const [oldest, { recordedAt }] of log) {
        if (recordedAt > now - batchRetentionMs) break;
        log.delete(oldest);
      }
    },
  };
}
