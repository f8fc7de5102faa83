import { dayMs, hourMs } from "@tools-api/core/internal";

/** The time for which the store remembers the id of a batch. */
export const batchRetentionMs = hourMs;

/** Returns the start of the UTC day of an instant. */
export function dayStart(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}
