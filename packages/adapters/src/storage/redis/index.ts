export { redisUsage, type RedisUsageOptions } from "./usage.ts";
