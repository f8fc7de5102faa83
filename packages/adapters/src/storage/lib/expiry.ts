import { dayMs, hourMs } from "@tools-api/core/internal";

/** The time for which the store remembers the id of a batch. */
export const batchRetentionMs = hourMs;

/** Returns the start of the UTC day of an instant. */
export function dayStart(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}

/** Returns a function that returns true on every `n`th call, for maintenance that must stay cheap. */
export function everyNth(n: number): () => boolean {
  let times = 0;
  return () => ++times % n === 0;
}
