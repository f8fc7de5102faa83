import { redisArchive, redisUsage } from "@tools-api/adapters/storage/redis";
import { ToolsError } from "@tools-api/core";
import { Cluster, Redis, ReplyError } from "ioredis";
import type { StoreConnection } from "./connection.ts";
import { parseRedisUrl, type RedisAddress } from "./redis-url.ts";

// Reconnects to a Redis that is available again within a second, but not from all servers at the same instant.
const retryStrategy = (attempt: number) =>
  Math.min(1_000, 50 * 2 ** Math.min(attempt, 5)) * (0.5 + Math.random() / 2);

const clientSettings = {
  // The accounts of a batch travel together.
  enableAutoPipelining: true,
  lazyConnect: true,
};

const connectionSettings = {
  connectionName: "tools-api",
  connectTimeout: 4_000,
  // After a network partition, a socket reports nothing for minutes: without this, calls would wait on a dead
  // connection.
  socketTimeout: 5_000,
};

function createClient({
  nodes,
  cluster,
  database: db,
  tls,
  username,
  password,
}: RedisAddress): Redis | Cluster {
  const common = {
    ...connectionSettings,
    username,
    password,
    ...(tls && { tls: {} }),
  };
  if (!cluster) {
    // On a single server, one script serves many accounts. Waiting for others would cost a call another turn of the
    // event loop.
    const settings = { ...clientSettings, autoPipeliningIgnoredCommands: ["evalsha"] };
    return new Redis({ ...nodes[0], ...common, ...settings, db, retryStrategy });
  }
  return new Cluster(nodes, {
    redisOptions: common,
    ...clientSettings,
    clusterRetryStrategy: retryStrategy,
    clusterNodeRetryStrategy: retryStrategy,
    // TLS certificates are issued for names, so keep the name.
    ...(tls && { dnsLookup: (address, found) => found(null, address) }),
  });
}

/**
 * Returns the error of a cluster node that caused the general error, if there is one. The general error only says that
 * no node is usable.
 */
function nodeError(error: unknown): unknown {
  return error instanceof Error && "lastNodeError" in error ? (error.lastNodeError ?? error) : error;
}

/**
 * Connects the client. Throws the server's message: the client reports a refused password or database only by an event.
 */
async function connect(client: Redis | Cluster): Promise<void> {
  let told: unknown;
  // After the connection is established, each call reports its own error, and the client keeps reconnecting.
  client.on("error", (error: unknown) => {
    told = nodeError(error);
  });
  try {
    await client.connect();
    if (told instanceof ReplyError) throw told;
  } catch (error) {
    client.disconnect();
    // The error of the promise often says only that the connection is closed.
    throw new ToolsError("storage_unavailable", "Redis does not respond, or responds with an error.", {
      cause: told ?? error,
    });
  }
}

/** Opens usage in a Redis or Valkey, or in a cluster of them. */
export async function connectRedis(url: string): Promise<StoreConnection> {
  const address = parseRedisUrl(url);
  if (!address) throw new Error("connectRedis() expects a URL that was checked");
  const client = createClient(address);
  await connect(client);
  const { prefix, durable } = address;
  const place = { client, ...(prefix !== undefined && { prefix }) };
  return {
    usage: async (quarterDays) => redisUsage({ ...place, durable, quarterDays }),
    archive: async (options) => redisArchive({ ...options, ...place }),
    close: async () => client.disconnect(),
  };
}
