import type { Clock } from "@tools-api/core";
import type { Stores } from "@tools-api/core/accounts";

/** The engines that metering is measured on, and proved on. */
export const engineNames = ["memory", "sqlite", "postgres", "redis"] as const;

/** One of {@link engineNames}. */
export type EngineName = (typeof engineNames)[number];

/** Those of the names between commas that are engines, in the order of {@link engineNames}. */
export function enginesAmong(names: string): EngineName[] {
  return engineNames.filter((name) => names.split(",").includes(name));
}

/** Stores with a client of their own. */
export interface OpenStores extends Stores {
  close(): Promise<void>;
}

/** An empty engine that runs for one benchmark. */
export interface Engine {
  /** How a server finds it, through a proxy of ours where the engine has a process of its own. */
  environment: Record<string, string>;
  /** Opens stores on it, each time with a client of their own, as a server does. */
  open(options?: { clock?: Clock }): Promise<OpenStores>;
  /** Ends the engine's process by SIGKILL and starts it on its files again. Absent: it runs in the processes that use it. */
  crash?: () => Promise<void>;
  /**
   * Takes the answers from all servers for a moment, then cuts their connections: what the engine has done meanwhile is
   * done without their knowledge. Absent as above.
   */
  loseAnswers?: () => Promise<void>;
  /** Ends it, and removes its files. */
  stop(): Promise<void>;
}

// Each loads its driver when it is its turn.
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
