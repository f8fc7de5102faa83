import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { banner, warningLines } from "./banner.ts";
import type { Config } from "./config.ts";
import type { RunningServer } from "./node.ts";
import { closeOnSignal, runWithoutReader } from "./signals.ts";

// Long enough to print a first key that is being created, short enough for a waiting operator.
const startMs = 1_000;

/** Runs a server as this process. Prints its banner when it is ready, and closes it at a signal. */
export async function runServer(
  start: (config: Config) => Promise<RunningServer>,
  config: Config,
): Promise<void> {
  runWithoutReader();
  const started = start(config);
  // Registered before the banner: a process manager that reads the banner may send a signal immediately.
  closeOnSignal(async () => {
    const server = await Promise.race([started, sleep(startMs)]);
    await server?.close();
  });
  const server = await started;
  process.stderr.write(warningLines(server.warnings));
  process.stdout.write(banner({ ...server, databaseUrl: config.databaseUrl }));
}
