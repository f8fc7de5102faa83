const rowsBetweenSweeps = 1024;

/** Twice what has come since the last sweep, so that nothing piles up. */
const portion = 2 * rowsBetweenSweeps;

/** Counts rows that are written, and sweeps whenever a portion's worth of them has come together. */
export function sweepAfter(sweep: (portion: number) => void): (rows: number) => void {
  // The first write sweeps too: a process may not live for as many as lie between.
  let rows = rowsBetweenSweeps;
  return (added) => {
    rows += added;
    if (rows < rowsBetweenSweeps) return;
    rows = 0;
    sweep(portion);
  };
}
