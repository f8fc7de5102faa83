const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The time for which the store remembers the id of a batch. */
export const batchRetentionMs = hourMs;

/** Returns the start of the UTC day of an instant. */
export function dayStart(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}
