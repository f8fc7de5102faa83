import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Cluster, Redis } from "ioredis";

/** A client of one Redis, or of a Cluster. */
export type RedisClient = Redis | Cluster;

/** A script and how Redis names it once it has seen it. */
export interface Script {
  source: string;
  digest: string;
}

/** A script from its source. */
export function scriptOf(source: string): Script {
  return { source, digest: createHash("sha1").update(source).digest("hex") };
}

/**
 * Runs a script, and sends its source along where Redis does not know it: a server forgets scripts when it starts
 * anew, and the one that takes over in a failover may never have seen them.
 */
export async function runScript(
  client: RedisClient,
  { source, digest }: Script,
  keys: readonly string[],
  values: readonly (string | number | Buffer)[],
): Promise<unknown> {
  try {
    return await client.evalsha(digest, keys.length, ...keys, ...values);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
    return client.eval(source, keys.length, ...keys, ...values);
  }
}

/** Every server of a Cluster that takes writes and is connected, or the one server that there is. */
export function serversOf(client: RedisClient): Redis[] {
  if (!isCluster(client)) return [client];
  return client.nodes("master").filter(({ status }) => status === "ready" || status === "wait");
}

/** Whether a client is one of a Cluster; read from what it is, so that the driver stays the caller's to import. */
export function isCluster(client: RedisClient): client is Cluster {
  return client.isCluster;
}
