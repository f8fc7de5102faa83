import { describeUsageStore } from "@tools-api/adapters/conformance";
import { afterAll, beforeAll, describe } from "vitest";
import { canStartRedis, type RedisCluster, startRedisCluster } from "../../servers/redis.ts";
import { newLocation, redisSubject } from "./redis-usage.ts";

const worker = {
  module: new URL("./redis-worker.ts", import.meta.url),
  execArgv: [
    "--conditions=@tools-api/source",
    "--no-warnings",
    `--import=${new URL("./typescript-hooks.mjs", import.meta.url).href}`,
  ],
};

describe.skipIf(!canStartRedis())("with Redis installed", () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster();
  });
  afterAll(() => cluster.remove());

  describeUsageStore({
    name: "redisUsage on a Cluster",
    worker,
    async create() {
      const subject = redisSubject(newLocation(...cluster.nodes));
      return { ...subject, store: await subject.open() };
    },
  });
});
