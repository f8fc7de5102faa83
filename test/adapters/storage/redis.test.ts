import { describeUsageStore } from "@tools-api/adapters/testing";
import { beforeAll, describe } from "vitest";
import { canStartRedis, type RedisServer, sharedRedis } from "../../engines/redis.ts";
import { newLocation, redisSubject } from "./redis-usage.ts";
import { sourceFlags } from "./source-processes.ts";

const worker = {
  module: new URL("./redis-worker.ts", import.meta.url),
  execArgv: sourceFlags,
};

describe.skipIf(!canStartRedis())("with Redis installed", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await sharedRedis();
  });

  describeUsageStore({
    name: "redisUsage",
    worker,
    async create() {
      const subject = redisSubject(newLocation(server));
      return { ...subject, store: await subject.open() };
    },
  });
});
