import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tool } from "@tools-api/core/tools";
import { banner, warningLines } from "./banner.ts";
import type { Config } from "./config.ts";
import type { FirstAccount } from "./first-account.ts";
import { closeOnSignal, runWithoutReader } from "./signals.ts";
import { storeName } from "./stores/store-name.ts";

/** A server that accepts requests. */
export interface RunningServer {
  url: string;
  /** The URL under which callers reach it. */
  publicUrl: string;
  /** The tools that it serves. */
  tools: readonly Tool[];
  /** The first account, if this start created it or if it is still unused. */
  first: FirstAccount | null;
  /** Settings that the operator may not have intended, one sentence each. */
  warnings: string[];
  /**
   * Stops accepting connections, finishes requests in flight, ends all child processes and closes the stores. Takes at
   * most 10 s, even if the stores do not respond.
   */
  close(): Promise<void>;
}

// Long enough to print a first key that is being created, short enough for a waiting operator.
const startMs = 1_000;

// Long enough to load the text models and to answer the first requests.
const quietMs = 1_500;

/**
 * Returns memory that the start has used to the operating system. V8 collects garbage when it needs room, which an idle
 * server never does. Measured: 25 MB of 190, in 0.1 to 0.2 s.
 */
async function releaseMemory(): Promise<void> {
  // Imported here, because a build of Node may be without it.
  const { Session } = await import("node:inspector");
  const session = new Session();
  session.connect();
  await new Promise((resolve) => session.post("HeapProfiler.collectGarbage", resolve));
  // In a worker thread of Node 20, a disconnection within the callback never ends.
  session.disconnect();
}

/** The process that runs a server. */
interface ServerProcess {
  /** Whether it prints what an operator has to know. Default: true. */
  prints?: boolean;
  /**
   * Called before the server starts.
   *
   * @param close - Closes the server and ends the process.
   */
  onStart?: (close: () => void) => void;
  /** Called when the server is ready. */
  onReady?: () => void;
}

/** Runs a server as this process. Prints its banner when it is ready, and closes it at a signal. */
export async function runServer(
  start: (config: Config) => Promise<RunningServer>,
  config: Config,
  { prints = true, onStart, onReady }: ServerProcess = {},
): Promise<void> {
  runWithoutReader();
  const started = start(config);
  // Registered before the banner: a process manager that reads the banner may send a signal immediately.
  const close = closeOnSignal(async () => {
    const server = await Promise.race([started, sleep(startMs)]);
    await server?.close();
  });
  onStart?.(close);
  const server = await started;
  if (prints) printStart(server, config);
  onReady?.();
  // Without the memory, the server only stays larger.
  sleep(quietMs, undefined, { ref: false })
    .then(releaseMemory)
    .catch(() => {});
}

function printStart(server: RunningServer, config: Config): void {
  process.stderr.write(`tools-api: using the store ${storeName(config)}\n${warningLines(server.warnings)}`);
  process.stdout.write(
    banner({
      ...server,
      databaseUrl: config.databaseUrl,
      signUp: { mode: config.signUp.mode, reason: config.signUpReason },
    }),
  );
}
