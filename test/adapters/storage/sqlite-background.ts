import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { callsOfBusyYear } from "./busy-year.ts";
import { newSqliteFile } from "./sqlite-file.ts";

const program = fileURLToPath(new URL("./sqlite-background-program.ts", import.meta.url));

/** The output of the program. */
interface Findings {
  turns: number;
  calls: number;
  missing: number;
  isCopied: boolean;
  largestLogMb: number;
}

/**
 * Reads and writes a busy year in a process of its own. Requires that no report blocks the event loop or misses an
 * acknowledged call, and that the log stays small.
 */
export async function expectBackgroundThread(command: string, flags: string[]): Promise<void> {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  const now = Date.now();
  const { stdout } = await promisify(execFile)(command, [...flags, program, file.path]);
  const { turns, calls, missing, isCopied, largestLogMb } = JSON.parse(stdout) as Findings;
  expect(turns).toBeGreaterThan(20);
  expect(Math.abs(calls - 4 * callsOfBusyYear(now))).toBeLessThanOrEqual(4);
  expect(missing).toBe(0);
  expect(isCopied).toBe(true);
  // If the thread is too slow, SQLite copies the log itself at 64 MB.
  expect(largestLogMb).toBeLessThan(75);
}
