import { Buffer } from "node:buffer";
import { isCluster, type RedisClient } from "../connection.ts";

const slotCount = 16_384;

/** Returns the Cluster slot of a text: https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/ */
function hashSlot(text: string): number {
  let crc = 0;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc % slotCount;
}

/** Returns the name of the node that holds the slot of a text, as known to the client. A single server has one name. */
export function partitionOf(client: RedisClient, text: string): string {
  if (!isCluster(client)) return "";
  return client.slots[hashSlot(text)]?.[0] ?? "";
}

// Enough to find a slot of each of a dozen nodes. A node without a match is not written to.
const tagsTried = 256;

/** Returns one key for each node of a Cluster that has slots, or one key for a single server. */
export function keysOnEachNode(client: RedisClient, keyOf: (tag: string) => string): string[] {
  const keys = new Map<string, string>();
  for (let number = 0; number < (isCluster(client) ? tagsTried : 1); number++) {
    const tag = String(number);
    const node = partitionOf(client, tag);
    if (!keys.has(node)) keys.set(node, keyOf(tag));
  }
  return [...keys.values()];
}
