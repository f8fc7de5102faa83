const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long a batch is known by its id. */
export const batchRetentionMs = hourMs;

/** The start of the UTC day in which an instant lies. */
export function dayStart(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}
