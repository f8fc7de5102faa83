import { redisUsage } from "@tools-api/adapters/storage/redis";
import { ToolsError } from "@tools-api/core";
import { Cluster, Redis, ReplyError } from "ioredis";
import type { StoreConnection } from "./connection.ts";
import { parseRedisUrl, type RedisAddress } from "./redis-url.ts";

// A Redis that is back is to be found within a second, and not by all servers in the same instant.
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
  // A partition tells a socket nothing for minutes: without this, calls would go on waiting on a dead connection.
  socketTimeout: 5_000,
};

function clientOf({ nodes, cluster, database: db, tls, username, password }: RedisAddress): Redis | Cluster {
  const common = {
    ...connectionSettings,
    username,
    password,
    ...(tls && { tls: {} }),
  };
  if (!cluster) {
    // A script serves many accounts there, and to wait for others costs a call another turn of the event loop.
    const settings = { ...clientSettings, autoPipeliningIgnoredCommands: ["evalsha"] };
    return new Redis({ ...nodes[0], ...common, ...settings, db, retryStrategy });
  }
  return new Cluster(nodes, {
    redisOptions: common,
    ...clientSettings,
    clusterRetryStrategy: retryStrategy,
    clusterNodeRetryStrategy: retryStrategy,
    // Certificates are made out for names.
    ...(tls && { dnsLookup: (address, found) => found(null, address) }),
  });
}

/** What a node of a cluster said stands behind the error that none of them could be used. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && "lastNodeError" in error ? (error.lastNodeError ?? error) : error;
}

/** Connects, or throws what the server said: of a refused password or database the client only tells by an event. */
async function connect(client: Redis | Cluster): Promise<void> {
  let told: unknown;
  // From then on whoever calls is told by the call, and the client goes on trying.
  client.on("error", (error: unknown) => {
    told = causeOf(error);
  });
  try {
    await client.connect();
    if (told instanceof ReplyError) throw told;
  } catch (error) {
    client.disconnect();
    // What the promise says is often no more than that the connection is closed.
    throw new ToolsError("storage_unavailable", "Redis does not answer, or not as it should.", {
      cause: told ?? error,
    });
  }
}

/** Usage in a Redis or Valkey, or in a cluster of them. */
export async function connectRedis(url: string): Promise<StoreConnection> {
  const address = parseRedisUrl(url);
  if (!address) throw new Error("connectRedis() is for URLs that were checked");
  const client = clientOf(address);
  await connect(client);
  const { prefix, durable } = address;
  return {
    usage: async () => redisUsage({ client, durable, ...(prefix !== undefined && { prefix }) }),
    close: async () => client.disconnect(),
  };
}
