import { redisUsage } from "@tools-api/adapters/storage/redis";
import { Redis, type RedisOptions } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { startRedis } from "../../../engines/redis.ts";
import { type AdmissionContest, dailyLimit, meterOn } from "./system.ts";

const daySeconds = 86_400;

const incrementBelow = `
local used = tonumber(redis.call("GET", KEYS[1]) or "0")
if used >= tonumber(ARGV[1]) then return -1 end
return redis.call("INCR", KEYS[1])`;

/**
 * Creates the systems on one Redis server that writes each change to disk before it answers, each with its
 * own connection.
 */
export async function redisContest(accounts: readonly string[]): Promise<AdmissionContest> {
  const server = await startRedis();
  const connect = (settings: RedisOptions = {}) =>
    new Redis({ host: server.host, port: server.port, enableAutoPipelining: true, ...settings });
  // The options that the server uses.
  const ours = connect({ autoPipeliningIgnoredCommands: ["evalsha"] });
  const clients = { ours, bare: connect(), peer: connect() };

  const usage = redisUsage({ client: clients.ours });
  const { system, miscounted } = await meterOn(usage, accounts);

  const digest = String(await clients.bare.script("LOAD", incrementBelow));
  const limiter = new RateLimiterRedis({
    storeClient: clients.peer,
    keyPrefix: "rate-limits",
    points: dailyLimit,
    duration: daySeconds,
  });

  return {
    systems: [
      system,
      {
        name: "bare EVALSHA",
        admit: (account) => clients.bare.evalsha(digest, 1, `bare:${account}`, dailyLimit),
      },
      { name: "RateLimiterRedis", admit: (account) => limiter.consume(account) },
    ],
    floor: 0.8,
    miscounted,
    async close() {
      await usage.close();
      for (const client of Object.values(clients)) client.disconnect();
      await server.remove();
    },
  };
}
