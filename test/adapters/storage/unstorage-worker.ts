import { openUnstorage, unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import type { DocumentStore, UsageStore } from "@tools-api/core";

export async function openUsage(url: string): Promise<UsageStore> {
  return unstorageUsage(await openUnstorage(url));
}

export async function openDocuments(url: string): Promise<DocumentStore> {
  return unstorageDocuments(await openUnstorage(url));
}
