import { redisUsage, type RedisUsageOptions } from "@tools-api/adapters/storage/redis";
import type { UsageStore } from "@tools-api/core";
import { Cluster, Redis, type RedisOptions } from "ioredis";
import type { RedisServer } from "../../engines/redis.ts";

/** The location of usage: a server or the nodes of a Cluster, and the prefix of its keys. */
export interface RedisLocation {
  nodes: { host: string; port: number }[];
  cluster: boolean;
  prefix: string;
}

/** Returns a separate location on shared servers. */
export function newLocation(...servers: RedisServer[]): RedisLocation {
  return {
    nodes: servers.map(({ host, port }) => ({ host, port })),
    cluster: servers.length > 1,
    prefix: `test-${crypto.randomUUID()}:`,
  };
}

/** Creates a client for a location with ioredis' default options. */
function newClient({ nodes, cluster }: RedisLocation, options: RedisOptions = {}): Redis | Cluster {
  if (cluster) return new Cluster(nodes, { redisOptions: options });
  return new Redis({ ...nodes[0], ...options });
}

/** Opens a store with its own client. */
export function openUsage(
  location: RedisLocation,
  options: Partial<RedisUsageOptions> = {},
): { usage: UsageStore; client: Redis | Cluster; close(): Promise<void> } {
  const client = options.client ?? newClient(location);
  const usage = redisUsage({ prefix: location.prefix, ...options, client });
  return {
    usage,
    client,
    async close() {
      await usage.close();
      client.disconnect();
    },
  };
}
