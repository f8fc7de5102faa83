export { redisArchive, type RedisArchiveOptions } from "./archive.ts";
export { redisUsage, type RedisUsageOptions } from "./usage.ts";
