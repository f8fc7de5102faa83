import { mkdir, statfs } from "node:fs/promises";
import { resolve } from "node:path";
import type { DocumentStore } from "@tools-api/core";
import { type BlobStore, encryptedBlobs } from "@tools-api/core/storage";
import { contentSecret } from "@tools-api/core/internal";
import { fileStorage, type FileStorage } from "../../http/file-storage.ts";
import { onFirstUse } from "../../http/first-use.ts";
import { blobsUrl, folderScheme } from "./blobs-url.ts";
import { schemeName } from "./schemes.ts";

/** The settings of files. */
export interface FileSettings {
  isOn: boolean;
  accountBytes: number;
  /** Absent: half of the free disk if files are in a folder. */
  totalBytes: number | undefined;
  /** Absent: by the URL of the documents. */
  blobsUrl: string | undefined;
  /** Empty: a secret that is created once and stored. */
  contentKeys: readonly string[];
}

interface OpenBlobs {
  blobs: BlobStore;
  /** Half of the free disk at the start. Absent: the store does not tell it. */
  freeBytes?: number;
  close: () => Promise<void>;
}

async function connect(url: string): Promise<OpenBlobs> {
  const nothing = async () => {};
  if (schemeName(url) === folderScheme) {
    const { folderBlobs } = await import("@tools-api/adapters/storage/folder");
    const path = resolve(url.slice(folderScheme.length));
    await mkdir(path, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(path);
    return { blobs: folderBlobs({ path }), freeBytes: Math.floor((bavail * bsize) / 2), close: nothing };
  }
  if (url === "memory:") {
    const { memoryBlobs } = await import("@tools-api/adapters/storage/memory");
    return { blobs: memoryBlobs(), close: nothing };
  }
  const { openDriver } = await import("./unstorage.ts");
  const { unstorageBlobs } = await import("@tools-api/adapters/storage/unstorage");
  const { storage } = await openDriver(url);
  return { blobs: unstorageBlobs({ storage }), close: () => storage.dispose() };
}

/** The storage of files, and what closes it. */
export interface OpenFiles {
  files: FileStorage;
  close: () => Promise<void>;
}

/**
 * Opens the storage of files. Returns `null` if the settings turn files off, or if nothing says where their bytes can be.
 *
 * @throws ToolsError for a store that cannot be used.
 */
export async function openFiles(
  settings: FileSettings,
  databaseUrl: string,
  documents: DocumentStore,
): Promise<OpenFiles | null> {
  const url = blobsUrl(settings.blobsUrl, databaseUrl);
  if (!settings.isOn || url === null) return null;
  const { contentKeys, accountBytes, totalBytes } = settings;
  const { blobs, freeBytes, close } = await connect(url);
  // The store may be busy at the start, so the first file reads the secret.
  const secrets =
    contentKeys.length > 0 ? contentKeys : onFirstUse(async () => [await contentSecret(documents)]);
  return {
    files: fileStorage({
      documents,
      blobs: encryptedBlobs({ blobs, secrets }),
      accountBytes,
      totalBytes: totalBytes ?? freeBytes,
    }),
    async close() {
      await blobs.close();
      await close();
    },
  };
}
