import type { BlobId, BlobRange, BlobStore } from "@tools-api/core/storage";
import { type Storage, prefixStorage } from "unstorage";
import { blobHour, blobName, parseBlobName } from "../lib/blob-names.ts";
import { durableDriver, processLocal } from "./drivers.ts";
import { unavailable } from "./internal/journal.ts";
import { root } from "./schema.ts";

/** Bytes of an item. The store holds two of them in memory for each stream. */
const itemBytes = 1_048_576;

/** The name of the item that is written last and has the number of bytes. */
const endItem = "end";

/** Returns the bytes of an item in the types that drivers return, or `null` if there is none. */
function bytesOf(value: unknown): Uint8Array | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw unavailable("expected bytes in an item of a file", value);
}

/**
 * Creates a blob store on unstorage: S3, Azure, GCS, Redis or a folder that several servers share. A blob is items of 1 MB,
 * and one that is written last. Unlike the other stores on unstorage, it needs no lease: an id names one content.
 *
 * @param options.storage A storage whose driver has `getItemRaw` and `setItemRaw`, and reads back its own writes. The caller
 *   disposes of it.
 *
 * @example
 * ```ts
 * import { unstorageBlobs } from "@tools-api/adapters/storage/unstorage";
 * import { createStorage } from "unstorage";
 *
 * const blobs = unstorageBlobs({ storage: createStorage() });
 * console.log(await blobs.get({ id: "file_1", expiresAt: 0 })); // null
 * ```
 */
export function unstorageBlobs({ storage }: { storage: Storage }): BlobStore {
  const driver = storage.getMount(root).driver.name ?? "";
  const items = prefixStorage(storage, `${root}:blobs`);
  const folderOf = (blob: BlobId) => `${blobHour(blob)}:${blobName(blob)}`;

  /** Runs an operation of the driver. */
  async function ask<Result>(operation: () => Promise<Result>): Promise<Result> {
    try {
      return await operation();
    } catch (cause) {
      throw unavailable(`the driver failed: ${String(cause)}`, cause);
    }
  }

  const setBytes = (name: string, bytes: Uint8Array) => ask(() => items.setItemRaw(name, bytes));

  async function lengthOf(folder: string): Promise<number | null> {
    const bytes = bytesOf(await ask(() => items.getItemRaw<unknown>(`${folder}:${endItem}`)));
    return bytes && Number(new TextDecoder().decode(bytes));
  }

  /**
   * Returns the names of the items of a blob, without its end. They are listed only if it has none, because the driver of
   * S3 lists the first 1,000 items of the bucket, whatever their names.
   */
  async function itemNames(folder: string): Promise<string[]> {
    const length = await lengthOf(folder);
    if (length === null) return ask(() => items.getKeys(folder));
    return Array.from({ length: Math.ceil(length / itemBytes) }, (_, index) => `${folder}:${index}`);
  }

  async function erase(blob: BlobId): Promise<void> {
    const folder = folderOf(blob);
    const names = await itemNames(folder);
    // First: without it, no reader finds the others.
    await ask(() => items.removeItem(`${folder}:${endItem}`));
    for (const name of names) await ask(() => items.removeItem(name));
  }

  async function write(folder: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    let item = new Uint8Array(itemBytes);
    let length = 0;
    let count = 0;
    for await (const chunk of content)
      for (let from = 0; from < chunk.length;) {
        const taken = chunk.subarray(from, from + itemBytes - length);
        item.set(taken, length);
        length += taken.length;
        from += taken.length;
        if (length < itemBytes) continue;
        await setBytes(`${folder}:${count++}`, item);
        // A driver in memory keeps the item.
        item = new Uint8Array(itemBytes);
        length = 0;
      }
    if (length > 0) await setBytes(`${folder}:${count}`, item.slice(0, length));
    const total = count * itemBytes + length;
    await setBytes(`${folder}:${endItem}`, new TextEncoder().encode(String(total)));
    return total;
  }

  async function* read(folder: string, { start, end }: BlobRange): AsyncGenerator<Uint8Array> {
    for (let position = start; position < end;) {
      const index = Math.floor(position / itemBytes);
      const bytes = bytesOf(await ask(() => items.getItemRaw<unknown>(`${folder}:${index}`)));
      const wanted = bytes?.subarray(position - index * itemBytes, end - index * itemBytes);
      if (!wanted || wanted.length === 0) throw unavailable("an item of a file is absent");
      yield wanted;
      position += wanted.length;
    }
  }

  return {
    capabilities: {
      exactAcross: processLocal.has(driver) ? "process" : "everywhere",
      durable: durableDriver.test(driver),
    },

    async put(blob, content) {
      try {
        return await write(folderOf(blob), content);
      } catch (error) {
        // If the driver fails again, the items stay until they expire.
        await erase(blob).catch(() => {});
        throw error;
      }
    },

    async get(blob, { start, end } = { start: 0, end: Infinity }) {
      const folder = folderOf(blob);
      const length = await lengthOf(folder);
      return length === null ? null : read(folder, { start, end: Math.min(end, length) });
    },

    delete: erase,

    async listExpired(at, limit) {
      const now = blobHour({ expiresAt: at });
      const found = new Map<string, BlobId>();
      for (const name of await ask(() => items.getKeys())) {
        const [hour = "", blobPart = ""] = name.split(":");
        const blob = hour > now ? null : parseBlobName(blobPart);
        if (!blob || blob.expiresAt > at) continue;
        found.set(blobPart, blob);
        if (found.size === limit) break;
      }
      return [...found.values()];
    },

    async close() {},
  };
}
