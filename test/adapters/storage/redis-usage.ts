import { redisUsage, type RedisUsageOptions } from "@tools-api/adapters/storage/redis";
import type { UsageStore } from "@tools-api/core";
import { Cluster, Redis, type RedisOptions } from "ioredis";
import type { RedisServer } from "../../servers/redis.ts";

/** Where usage stands: a server or the nodes of a Cluster, and what its keys begin with. */
export interface RedisLocation {
  nodes: { host: string; port: number }[];
  cluster: boolean;
  prefix: string;
}

/** A place of its own on servers that others use as well. */
export function newLocation(...servers: RedisServer[]): RedisLocation {
  return {
    nodes: servers.map(({ host, port }) => ({ host, port })),
    cluster: servers.length > 1,
    prefix: `test-${crypto.randomUUID()}:`,
  };
}

/** A client of what a location names, as a caller who sets nothing would make it. */
function newClient({ nodes, cluster }: RedisLocation, options: RedisOptions = {}): Redis | Cluster {
  if (cluster) return new Cluster(nodes, { redisOptions: options });
  return new Redis({ ...nodes[0], ...options });
}

/** A store with a client of its own. */
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

/** What a conformance suite makes of a location. */
export function redisSubject(location: RedisLocation) {
  const opened: { close(): Promise<void> }[] = [];
  const open = async () => {
    const handle = openUsage(location);
    opened.push(handle);
    return handle.usage;
  };
  const close = async () => {
    await Promise.all(opened.splice(0).map((handle) => handle.close()));
  };
  return {
    another: open,
    open,
    async reopen() {
      await close();
      return open();
    },
    location: JSON.stringify(location),
    dispose: close,
  };
}
