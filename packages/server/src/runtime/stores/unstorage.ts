import { openUnstorage, unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import type { StoreConnection } from "./connection.ts";

/** Opens both stores on a driver of unstorage, for one process at a time: `unstorage:<driver>?<options>`. */
export async function connectUnstorage(url: string): Promise<StoreConnection> {
  const { storage, close } = await openUnstorage(url);
  return {
    documents: async () => unstorageDocuments({ storage }),
    usage: async () => unstorageUsage({ storage }),
    close,
  };
}
