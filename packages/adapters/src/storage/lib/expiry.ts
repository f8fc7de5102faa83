import { hourMs } from "@tools-api/core/internal/time";

/** The time for which the store remembers the id of a batch. */
export const batchRetentionMs = hourMs;

/** Returns a function that returns true on every `n`th call, for maintenance that must stay cheap. */
export function everyNth(n: number): () => boolean {
  let times = 0;
  return () => ++times % n === 0;
}

const rowsBetweenSweeps = 1024;

/** Twice the rows that were written since the last sweep, so that old rows cannot accumulate. */
const portion = 2 * rowsBetweenSweeps;

/** Returns a function that counts written rows and starts a sweep after every 1,024 rows. */
export function sweepAfter(sweep: (portion: number) => void): (rows: number) => void {
  // The first write sweeps too, because a process may end before it has written that many rows.
  let rows = rowsBetweenSweeps;
  return (added) => {
    rows += added;
    if (rows < rowsBetweenSweeps) return;
    rows = 0;
    sweep(portion);
  };
}
