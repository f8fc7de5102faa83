import type { Storage } from "unstorage";
import { driverOf } from "./connection.ts";

/** The drivers of unstorage that keep what they were given when the process ends, `kill -9` included. */
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

/** Whether a storage is known to keep what it was given when the process ends. */
export function isDurable(storage: Storage): boolean {
  return durableDrivers.has(driverOf(storage) ?? "");
}
