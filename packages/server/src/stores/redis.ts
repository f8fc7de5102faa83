import { redisUsage } from "@tools-api/adapters/storage/redis";
import { Cluster, Redis } from "ioredis";
import type { StoreConnection } from "./connection.ts";
import { parseRedisUrl, type RedisAddress } from "./redis-url.ts";

// A Redis that is back is to be found within a second, and not by all servers in the same instant.
const retryStrategy = (attempt: number) =>
  Math.min(1_000, 50 * 2 ** Math.min(attempt, 5)) * (0.5 + Math.random() / 2);

// The accounts of a batch travel together.
const enableAutoPipelining = true;

const settings = {
  connectionName: "tools-api",
  connectTimeout: 4_000,
  // A partition tells a socket nothing for minutes: without this, calls would go on waiting on a dead connection.
  socketTimeout: 5_000,
};

function clientOf({ nodes, cluster, database: db, tls, username, password }: RedisAddress): Redis | Cluster {
  const common = {
    ...settings,
    username,
    password,
    ...(tls && { tls: {} }),
  };
  if (!cluster) return new Redis({ ...nodes[0], ...common, db, enableAutoPipelining, retryStrategy });
  return new Cluster(nodes, {
    redisOptions: common,
    enableAutoPipelining,
    clusterRetryStrategy: retryStrategy,
    // Certificates are made out for names.
    ...(tls && { dnsLookup: (address, found) => found(null, address) }),
  });
}

/** Usage in a Redis or Valkey, or in a cluster of them. */
export async function connectRedis(url: string): Promise<StoreConnection> {
  const address = parseRedisUrl(url);
  if (!address) throw new Error("connectRedis() is for URLs that were checked");
  const client = clientOf(address);
  // Whoever calls is told of it; the client itself goes on trying.
  client.on("error", () => {});
  const { prefix } = address;
  return {
    usage: async () => redisUsage({ client, ...(prefix !== undefined && { prefix }) }),
    close: async () => client.disconnect(),
  };
}
