import { openUsage as open } from "./redis-usage.ts";

/** Opens usage at a `RedisLocation` in JSON. */
export async function openUsage(location: string) {
  return open(JSON.parse(location)).usage;
}
