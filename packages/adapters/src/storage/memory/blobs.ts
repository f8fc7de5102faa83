import type { BlobId, BlobStore } from "@tools-api/core/storage";
import { blobName } from "../lib/blob-names.ts";

/**
 * Creates a blob store in the memory of this process, for tests and for programs without persistent data. It holds whole
 * blobs in memory.
 *
 * @example
 * ```ts
 * import { memoryBlobs } from "@tools-api/adapters/storage/memory";
 *
 * const blobs = memoryBlobs();
 * console.log(await blobs.get({ id: "file_1", expiresAt: 0 })); // null
 * ```
 */
export function memoryBlobs(): BlobStore {
  const blobs = new Map<string, { blob: BlobId; bytes: Buffer }>();
  return {
    capabilities: { exactAcross: "process", durable: false },

    async put(blob, content) {
      const name = blobName(blob);
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) chunks.push(chunk.slice());
      const bytes = Buffer.concat(chunks);
      blobs.set(name, { blob, bytes });
      return bytes.length;
    },

    async get(blob, { start, end } = { start: 0, end: Infinity }) {
      const found = blobs.get(blobName(blob));
      if (!found) return null;
      const { bytes } = found;
      return (async function* () {
        yield bytes.subarray(start, Math.min(end, bytes.length));
      })();
    },

    async delete(blob) {
      blobs.delete(blobName(blob));
    },

    async listExpired(at, limit) {
      const expired = [...blobs.values()].filter(({ blob }) => blob.expiresAt <= at);
      return expired.slice(0, limit).map(({ blob: { id, expiresAt } }) => ({ id, expiresAt }));
    },

    async close() {},
  };
}
