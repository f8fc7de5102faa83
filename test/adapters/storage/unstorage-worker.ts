import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import type { DocumentStore, UsageStore } from "@tools-api/core";
import { leaseMs, storageIn } from "./unstorage-folder.ts";

export async function openUsage(path: string): Promise<UsageStore> {
  return unstorageUsage({ storage: storageIn(path), leaseMs });
}

export async function openDocuments(path: string): Promise<DocumentStore> {
  return unstorageDocuments({ storage: storageIn(path), leaseMs });
}
