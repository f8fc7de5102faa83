import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { type Clock, systemClock } from "@tools-api/core";
import type { Engine, OpenStores } from "../engine.ts";

/** Creates an engine in the memory of this process. Opening it again finds the same data. */
export async function startMemory(): Promise<Engine> {
  // A store that lives on uses the clock of its latest opener.
  let clock: Clock = systemClock;
  const current: Clock = { now: () => clock.now() };
  const stores: OpenStores = {
    documents: memoryDocuments({ clock: current }),
    usage: memoryUsage({ clock: current }),
    async close() {},
  };
  return {
    environment: { DATABASE_URL: "memory:" },
    async open(options = {}) {
      clock = options.clock ?? systemClock;
      return stores;
    },
    async stop() {},
  };
}
