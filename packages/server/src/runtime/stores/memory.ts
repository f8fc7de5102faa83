import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import type { StoreConnection } from "./connection.ts";

/** Creates stores that end with the process. */
export async function connectMemory(): Promise<StoreConnection> {
  return {
    documents: async () => memoryDocuments(),
    usage: async () => memoryUsage(),
    close: async () => {},
  };
}
