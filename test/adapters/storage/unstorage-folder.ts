import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import type { Clock, DocumentStore, UsageStore } from "@tools-api/core";
import { createStorage, type Driver, type Storage } from "unstorage";
import fsDriver from "unstorage/drivers/fs";

/** As short as a busy machine allows: a look and a write have to be done within a twentieth of it. */
export const leaseMs = 2_000;

/** A folder of its own in which unstorage keeps files, with every store that was opened on it. */
export interface UnstorageFolder {
  path: string;
  documents(clock?: Clock): DocumentStore;
  usage(clock?: Clock): UsageStore;
  close(): Promise<void>;
  /** Closes all, and removes the folder. */
  remove(): Promise<void>;
}

/** A storage in the files of a folder. */
export function storageIn(path: string, wrap = (driver: Driver) => driver): Storage {
  return createStorage({ driver: wrap(fsDriver({ base: path })) });
}

/** An empty folder; stores in it share one storage until they are closed. */
export async function newUnstorageFolder(): Promise<UnstorageFolder> {
  const path = await mkdtemp(join(tmpdir(), "tools-api-unstorage-"));
  let storage = storageIn(path);
  let stores: { close(): Promise<void> }[] = [];

  function open<Store extends { close(): Promise<void> }>(
    make: (options: { storage: Storage; leaseMs: number; clock?: Clock }) => Store,
    clock?: Clock,
  ) {
    const store = make({ storage, leaseMs, ...(clock && { clock }) });
    stores.push(store);
    return store;
  }
  async function close() {
    await Promise.all(stores.map((store) => store.close()));
    stores = [];
    storage = storageIn(path);
  }

  return {
    path,
    documents: (clock) => open(unstorageDocuments, clock),
    usage: (clock) => open(unstorageUsage, clock),
    close,
    async remove() {
      await close();
      await rm(path, { recursive: true, force: true });
    },
  };
}
