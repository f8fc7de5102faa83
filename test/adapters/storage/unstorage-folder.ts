import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import type { Clock } from "@tools-api/core";
import type {
  DocumentStore,
  UsageBatch,
  UsageCall,
  UsageStore,
  WriteOperation,
} from "@tools-api/core/storage";
import { createStorage, type Driver, type Storage } from "unstorage";
import fsDriver from "unstorage/drivers/fs";
import redisDriver from "unstorage/drivers/redis";

/** As short as a busy machine allows. A read and a write must finish within a twentieth of it. */
const leaseMs = 6_000;

/** A separate folder in which unstorage keeps files, with every store opened on it. */
export interface UnstorageFolder {
  path: string;
  /** The argument of `openLocation` in another process. */
  location: string;
  documents(clock?: Clock): DocumentStore;
  usage(clock?: Clock, quarterDays?: number): UsageStore;
  close(): Promise<void>;
  /** Closes all stores, and removes the folder. */
  remove(): Promise<void>;
}

/** Returns the value of a document. A few documents fill a page. */
export function documentOf(stamp: number): string {
  return `stamp ${stamp}`.padEnd(2_000, ".");
}

/** Returns operations that write every document, over several pages, one of them with a fence. */
export function everyDocument(stamp: number): WriteOperation[] {
  const keys = Array.from({ length: 9 }, (_, index) => `keys/acct_1/${index}`);
  return keys.map((key, index) => ({ key, value: documentOf(stamp), fence: index === 0 }));
}

/** Returns a batch with one call of each of two accounts. */
export function twoAccounts(id: string): UsageBatch<UsageCall> {
  const at = Date.now();
  const windows = [{ id: "day", limit: 1e9, ends: at + 3_600_000 }];
  const call = { endpoint: "e", at, windows, fences: [] };
  return { id, at, items: ["acct_1", "acct_2"].map((account) => ({ account, ...call })) };
}

/** Returns a storage in the files of a folder. */
function storageIn(path: string, wrap = (driver: Driver) => driver): Storage {
  return createStorage({ driver: wrap(fsDriver({ base: path })) });
}

/** Opens the storage of a location: a folder, or the options of Redis as JSON. */
export function openLocation(location: string): { storage: Storage; leaseMs: number } {
  const driver = location.startsWith("{") ? redisDriver(JSON.parse(location)) : fsDriver({ base: location });
  return { storage: createStorage({ driver }), leaseMs };
}

/** Creates an empty folder. Its stores share one storage until they are closed. */
export async function newUnstorageFolder(): Promise<UnstorageFolder> {
  const path = await mkdtemp(join(tmpdir(), "tools-api-unstorage-"));
  let storage = storageIn(path);
  let stores: { close(): Promise<void> }[] = [];

  function open<Store extends { close(): Promise<void> }>(
    make: (options: { storage: Storage; leaseMs: number; clock?: Clock; quarterDays?: number }) => Store,
    clock?: Clock,
    quarterDays?: number,
  ) {
    const store = make({ storage, leaseMs, ...(clock && { clock }), ...(quarterDays && { quarterDays }) });
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
    location: path,
    documents: (clock) => open(unstorageDocuments, clock),
    usage: (clock, quarterDays) => open(unstorageUsage, clock, quarterDays),
    close,
    async remove() {
      await close();
      await rm(path, { recursive: true, force: true });
    },
  };
}
