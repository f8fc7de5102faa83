import { performance } from "node:perf_hooks";
import { LRUCache } from "lru-cache";
import { isCluster, type RedisClient, runScript, scriptOf } from "./client.ts";
import type { Keys } from "./keys.ts";
import { partOf } from "./parts.ts";
import { lastUseScript } from "./scripts.ts";

// Credentials whose last minute of use is remembered here, so that a call does not write it again.
const rememberedUses = 10_000;

// What an outcome waits for on a Cluster whose node with the credential does not answer, and how often it does.
const waitMs = 1_000;
const waitAgainMs = 10_000;

const script = scriptOf(lastUseScript);

/**
 * The last uses of credentials, a key each. A credential does not name its account, so on a Cluster it lies on any
 * node; one that is lost must not keep the accounts of the others from recording outcomes, and has no last use to
 * show either. The credential's next outcome notes it then.
 */
export function lastUses(client: RedisClient, keys: Keys) {
  const noted = new LRUCache<string, number>({ max: rememberedUses });
  const silentUntil = new Map<string, number>();

  async function write(credential: string, at: number): Promise<void> {
    await runScript(client, script, [keys.lastUse(credential)], [String(at)]);
    noted.set(credential, at);
  }

  async function writeOnCluster(credential: string, at: number): Promise<void> {
    const part = partOf(client, keys.lastUse(credential));
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

    /** Epoch milliseconds by credential, without those that were never used. */
    async read(credentials: readonly string[]): Promise<Map<string, number>> {
      // One by one, since each lies in a slot of its own; they travel together all the same.
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
