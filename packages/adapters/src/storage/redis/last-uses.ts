import { performance } from "node:perf_hooks";
import { LRUCache } from "lru-cache";
import { isCluster, type RedisClient, runScript, scriptOf } from "./client.ts";
import type { Keys } from "./keys.ts";
import { partitionOf } from "./parts.ts";
import { lastUseScript } from "./scripts.ts";

// Number of credentials whose last minute of use is cached, so that a call does not write it again.
const rememberedUses = 10_000;

// The time for which an outcome waits if the Cluster node of its credential does not respond, and the pause before it
// waits again.
const waitMs = 1_000;
const waitAgainMs = 10_000;

const script = scriptOf(lastUseScript);

/**
 * Creates the last uses of credentials, one key each. A credential does not name its account, so on a Cluster its key
 * can be on any node. If that node is lost, the accounts of other nodes can still record outcomes. The last use is then
 * missing until the credential's next outcome.
 */
export function lastUses(client: RedisClient, keys: Keys) {
  const noted = new LRUCache<string, number>({ max: rememberedUses });
  const silentUntil = new Map<string, number>();

  async function write(credential: string, at: number): Promise<void> {
    await runScript(client, script, [keys.lastUse(credential)], [String(at)]);
    noted.set(credential, at);
  }

  async function writeOnCluster(credential: string, at: number): Promise<void> {
    const part = partitionOf(client, keys.lastUse(credential));
    if (performance.now() < (silentUntil.get(part) ?? 0)) return;
    await new Promise<void>((resolve) => {
      const miss = () => {
        silentUntil.set(part, performance.now() + waitAgainMs);
        resolve();
      };
      const timer = setTimeout(miss, waitMs);
      write(credential, at)
        .then(resolve, miss)
        .finally(() => clearTimeout(timer));
    });
  }

  return {
    async note(credential: string, at: number): Promise<void> {
      if ((noted.get(credential) ?? -1) >= at) return;
      await (isCluster(client) ? writeOnCluster(credential, at) : write(credential, at));
    },

    /** Returns epoch milliseconds by credential. Credentials that were never used are missing. */
    async read(credentials: readonly string[]): Promise<Map<string, number>> {
      // One command each, because each key is in another slot. Auto-pipelining still sends them together.
      const found = await Promise.all(credentials.map((credential) => client.get(keys.lastUse(credential))));
      const uses = new Map<string, number>();
      for (const [index, credential] of credentials.entries()) {
        const at = found[index];
        if (typeof at === "string") uses.set(credential, Number(at));
      }
      return uses;
    },
  };
}
