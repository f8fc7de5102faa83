import { Buffer } from "node:buffer";
import { isCluster, type RedisClient } from "./client.ts";

const slotCount = 16_384;

/** The slot of a Cluster that a text hashes to: https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/ */
function slotOf(text: string): number {
  let crc = 0;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc % slotCount;
}

/** The name of the node that has what a text hashes to, as far as the client knows; one name on a single server. */
export function partOf(client: RedisClient, text: string): string {
  if (!isCluster(client)) return "";
  return client.slots[slotOf(text)]?.[0] ?? "";
}
