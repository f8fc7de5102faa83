import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Cluster, Redis } from "ioredis";

/** A client of one Redis server or of a Cluster. */
export type RedisClient = Redis | Cluster;

/** A script and its SHA-1 digest, which identifies it in Redis. */
export interface Script {
  source: string;
  digest: string;
}

/** Creates a script from its source. */
export function scriptOf(source: string): Script {
  return { source, digest: createHash("sha1").update(source).digest("hex") };
}

/**
 * Runs a script. Sends the source if Redis does not know it: a server loses scripts at a restart, and a replica that
 * takes over may never have received them.
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

/** Returns every connected server of a Cluster that accepts writes, or the only server. */
export function serversOf(client: RedisClient): Redis[] {
  if (!isCluster(client)) return [client];
  return client.nodes("master").filter(({ status }) => status === "ready" || status === "wait");
}

/** Returns whether a client is of a Cluster. Reads a property, so that only the caller imports the driver. */
export function isCluster(client: RedisClient): client is Cluster {
  return client.isCluster;
}
