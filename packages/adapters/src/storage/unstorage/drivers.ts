import type { Storage } from "unstorage";
import { driverOf } from "./connection.ts";

/** The drivers of unstorage whose data survives the end of the process, including `kill -9`. */
const durableDrivers: ReadonlySet<string> = new Set([
  "azure-app-configuration",
  "azure-cosmos",
  "azure-key-vault",
  "azure-storage-blob",
  "azure-storage-table",
  "cloudflare-kv-binding",
  "cloudflare-kv-http",
  "cloudflare-r2-binding",
  "db0",
  "deno-kv",
  "deno-kv-node",
  "fs",
  "fs-lite",
  "mongodb",
  "netlify-blobs",
  "planetscale",
  "redis",
  "s3",
  "upstash",
  "vercel-blob",
  "vercel-kv",
]);

/** Returns whether the data of a storage is known to survive the end of the process. */
export function isDurable(storage: Storage): boolean {
  return durableDrivers.has(driverOf(storage) ?? "");
}
