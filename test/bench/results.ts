import { appendFileSync, readFileSync } from "node:fs";

/** The comparison of one figure with a peer. */
export interface Result {
  /** The script that measured it. */
  benchmark: string;
  measure: string;
  unit: string;
  /** The load or the input. */
  setting: string;
  peer: string;
  ours: number;
  theirs: number;
  /** How many times better ours is. Below 1, the peer is better. */
  ratio: number;
  /** Whether this is the setting that we claim: our defaults, many accounts. */
  isHeadline?: boolean;
}

/** The file in which {@link noteResult} collects results. `bench` sets it. */
export const resultsVariable = "BENCH_RESULTS";

/** Adds a result to the table of `bench`. Does nothing if the script runs by itself. */
export function noteResult(result: Result): void {
  const file = process.env[resultsVariable];
  // A figure of 0 has no ratio.
  if (file !== undefined && Number.isFinite(result.ratio))
    appendFileSync(file, `${JSON.stringify(result)}\n`);
}

/** Reads the results that scripts have noted. */
export function readResults(file: string): Result[] {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  // `noteResult` writes them.
  return lines.map((line) => JSON.parse(line) as Result);
}
