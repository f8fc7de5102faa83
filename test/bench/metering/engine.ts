import type { Clock } from "@tools-api/core";
import type { Stores } from "@tools-api/core/accounts";

/** The engines on which metering is measured and tested. */
export const engineNames = ["memory", "sqlite", "postgres", "redis"] as const;

/** One of {@link engineNames}. */
export type EngineName = (typeof engineNames)[number];

/** Returns the engines in a comma-separated list, in the order of {@link engineNames}. */
export function enginesAmong(names: string): EngineName[] {
  return engineNames.filter((name) => names.split(",").includes(name));
}

/** Stores with their own client. */
export interface OpenStores extends Stores {
  close(): Promise<void>;
}

/** An empty engine that runs for one benchmark. */
export interface Engine {
  /**
   * Environment variables that connect a server, through a proxy of ours if the engine has a process of its
   * own.
   */
  environment: Record<string, string>;
  /** Opens stores on it, each time with a new client, as a server does. */
  open(options?: { clock?: Clock }): Promise<OpenStores>;
  /**
   * Ends the engine's process by SIGKILL and restarts it on its files. Absent if it runs in the processes
   * that use it.
   */
  crash?: () => Promise<void>;
  /**
   * Withholds answers from all servers for a moment, then cuts their connections. The servers do not learn
   * what the engine did in that time. Absent as for `crash`.
   */
  loseAnswers?: () => Promise<void>;
  /** Stops the engine and removes its files. */
  stop(): Promise<void>;
}

// Each entry loads its driver only when its turn comes.
const starts: Record<EngineName, () => Promise<Engine>> = {
  memory: async () => (await import("./engines/memory.ts")).startMemory(),
  sqlite: async () => (await import("./engines/sqlite.ts")).startSqlite(),
  postgres: async () => (await import("./engines/postgres.ts")).startPostgresEngine(),
  redis: async () => (await import("./engines/redis.ts")).startRedisEngine(),
};

/** Starts an empty engine. */
export function startEngine(name: EngineName): Promise<Engine> {
  return starts[name]();
}
