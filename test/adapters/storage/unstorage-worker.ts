import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import type { DocumentStore, UsageStore } from "@tools-api/core";
import { openLocation } from "./unstorage-folder.ts";

export async function openUsage(location: string): Promise<UsageStore> {
  return unstorageUsage(openLocation(location));
}

export async function openDocuments(location: string): Promise<DocumentStore> {
  return unstorageDocuments(openLocation(location));
}
