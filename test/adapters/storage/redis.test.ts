import { describe } from "vitest";
import { canStartRedis } from "../../engines/redis.ts";
import { describeUsageOf } from "./conformance.ts";
import { onRedis } from "./engines.ts";

describe.skipIf(!canStartRedis())("with Redis installed", () => {
  describeUsageOf({ name: "redis", open: () => onRedis() });
});
