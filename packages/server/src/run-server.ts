import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { banner, warningLines } from "./banner.ts";
import type { Config } from "./config.ts";
import type { RunningServer } from "./node.ts";
import { closeOnSignal, runWithoutReader } from "./signals.ts";

// Long enough to print the first key if it is being made, short enough for an operator who waits.
const startMs = 1_000;

/** Runs a server as this process: prints its banner when it is ready, and ends it at a signal. */
export async function runServer(
  start: (config: Config) => Promise<RunningServer>,
  config: Config,
): Promise<void> {
  runWithoutReader();
  const started = start(config);
  // Before it says that it is ready: a process manager that reads that may end it immediately.
  closeOnSignal(async () => {
    const server = await Promise.race([started, sleep(startMs)]);
    await server?.close();
  });
  const server = await started;
  process.stderr.write(warningLines(server.warnings));
  process.stdout.write(banner({ ...server, databaseUrl: config.databaseUrl }));
}
