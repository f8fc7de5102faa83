import { openUsage as open } from "./redis-usage.ts";

/** Opens usage at the location that `RedisLocation` describes as JSON. */
export async function openUsage(location: string) {
  return open(JSON.parse(location)).usage;
}
