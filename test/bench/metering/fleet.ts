import { setTimeout as sleep } from "node:timers/promises";
import { type ServerProcess, startServer } from "../../server/server-process.ts";

/** A server of a fleet, which has another URL after a restart. */
interface FleetServer {
  /** `null` while it is down. */
  readonly url: string | null;
  readonly pid: number | undefined;
  /** Ends it by SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Servers in processes of their own on the stores that an environment names. */
export interface Fleet {
  servers: readonly FleetServer[];
  stop(): Promise<void>;
}

const started = new Set<ServerProcess>();
// A benchmark that fails leaves no process running.
process.once("exit", () => {
  for (const server of started) server.process.kill("SIGKILL");
});

function fleetServer(environment: Record<string, string>): FleetServer {
  let running: ServerProcess | null = null;
  return {
    get url() {
      return running?.url ?? null;
    },
    get pid() {
      return running?.process.pid;
    },
    async kill() {
      const victim = running;
      running = null;
      if (!victim) return;
      started.delete(victim);
      await victim.stop("SIGKILL");
    },
    async start() {
      running = await startServer({ LOG_LEVEL: "silent", ...environment });
      started.add(running);
    },
  };
}

/** Starts a number of servers. */
export async function startFleet(environment: Record<string, string>, size: number): Promise<Fleet> {
  const servers = Array.from({ length: size }, () => fleetServer(environment));
  for (const server of servers) await server.start();
  return {
    servers,
    async stop() {
      await Promise.all(servers.map((server) => server.kill()));
    },
  };
}

/** Waits if a UTC day is about to end, so that the next seconds are within one day. */
export async function clearOfMidnight(seconds: number): Promise<void> {
  const dayMs = 86_400_000;
  const left = dayMs - (Date.now() % dayMs);
  if (left < seconds * 1000) await sleep(left + 100);
}
