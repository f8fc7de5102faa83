import { performance } from "node:perf_hooks";
import { withTimeout } from "@tools-api/core/internal/time";
import { isCluster, type RedisClient, runScript } from "../connection.ts";
import type { Keys } from "../schema.ts";
import { notedUses } from "../../lib/noted-uses.ts";
import type { LastUse } from "../../lib/change-set.ts";
import { partitionOf } from "./partitions.ts";
import { lastUseScript } from "./scripts.ts";

// The time for which an outcome waits if the Cluster node of its credential does not respond, and the pause before it
// waits again.
const waitMs = 1_000;
const waitAgainMs = 10_000;

/**
 * Creates the last uses of credentials, one key each. A credential does not name its account, so on a Cluster its key
 * can be on any node. If that node is lost, the accounts of other nodes can still record outcomes. The last use is then
 * missing until the credential's next outcome.
 */
export function lastUses(client: RedisClient, keys: Keys) {
  const uses = notedUses();
  const silentUntil = new Map<string, number>();

  async function write(use: LastUse): Promise<void> {
    await runScript(client, lastUseScript, [keys.lastUse(use.credential)], [String(use.at)]);
    uses.note([use]);
  }

  async function writeOnCluster(use: LastUse): Promise<void> {
    const part = partitionOf(client, keys.lastUse(use.credential));
    if (performance.now() < (silentUntil.get(part) ?? 0)) return;
    const late = () => new Error("no response in time");
    await withTimeout(waitMs, write(use), late).catch(() => {
      silentUntil.set(part, performance.now() + waitAgainMs);
    });
  }

  return {
    async note(used: readonly LastUse[]): Promise<void> {
      await Promise.all(used.filter(uses.isNew).map(isCluster(client) ? writeOnCluster : write));
    },

    /** Returns epoch milliseconds by credential. Credentials that were never used are missing. */
    async read(credentials: readonly string[]): Promise<Map<string, number>> {
      // One command each, because each key is in another slot. Auto-pipelining still sends them together.
      const found = await Promise.all(credentials.map((credential) => client.get(keys.lastUse(credential))));
      const lastUsed = new Map<string, number>();
      for (const [index, credential] of credentials.entries()) {
        const at = found[index];
        if (typeof at === "string") lastUsed.set(credential, Number(at));
      }
      return lastUsed;
    },
  };
}
