import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { callsOfBusyYear, recordBusyYear, yearQuery } from "./busy-year.ts";
import { sourceFlags } from "./source-processes.ts";
import { newSqliteFile } from "./sqlite-file.ts";

const program = fileURLToPath(new URL("./sqlite-background-program.ts", import.meta.url));
const run = promisify(execFile);

interface Findings {
  turns: number;
  calls: number;
  missing: number;
  isCopied: boolean;
  largestLogMb: number;
}

const deno = fileURLToPath(new URL("../../../node_modules/.bin/deno", import.meta.url));

const runtimes = {
  Node: { command: process.execPath, flags: sourceFlags },
  Deno: { command: deno, flags: ["run", "-A", "--quiet", "--conditions=@tools-api/source"] },
};

async function findings(runtime: keyof typeof runtimes): Promise<Findings> {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  const { command, flags } = runtimes[runtime];
  const { stdout } = await run(command, [...flags, program, file.path]);
  // The output of the program.
  return JSON.parse(stdout) as Findings;
}

describe("the background thread of a SQLite file", () => {
  it.each(["Node", "Deno"] as const)(
    "reads a busy year without blocking the event loop, includes every acknowledged call, and bounds the log: %s",
    async (runtime) => {
      const now = Date.now();
      const { turns, calls, missing, isCopied, largestLogMb } = await findings(runtime);
      expect(turns).toBeGreaterThan(20);
      expect(Math.abs(calls - 4 * callsOfBusyYear(now))).toBeLessThanOrEqual(4);
      expect(missing).toBe(0);
      expect(isCopied).toBe(true);
      // If the thread is too slow, SQLite copies the log itself at 64 MB.
      expect(largestLogMb).toBeLessThan(75);
    },
    600_000,
  );

  it("returns the same usage if the thread cannot start", async () => {
    const file = await newSqliteFile();
    onTestFinished(() => file.remove());
    const now = Date.now();
    const usage = await file.usage({ now: () => now });
    await usage.ping();
    const writer = await file.connection();
    recordBusyYear(writer, now);
    // Vitest resolves TypeScript, and threads of Node 20 do not.
    const { buckets, lifetime } = await usage.read(yearQuery(now));
    expect(buckets.reduce((sum, { calls }) => sum + calls, 0)).toBe(4 * callsOfBusyYear(now));
    expect(buckets.filter(({ endpoint }) => endpoint === "usage")[100]?.calls).toBe(96);
    expect(lifetime).toEqual({ calls: 0, firstCallAt: null, lastCallAt: null });
  });
});
