import { ToolsError } from "../errors.ts";
import type { FileStores } from "./erase.ts";
import { blobOf, files } from "./file.ts";

const sampleSize = 20;

/**
 * Reads the start of up to 20 files, and returns the first error: the bytes are gone, or their secret is not among those of
 * the store. Returns `null` if all can be read.
 *
 * @param at Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { memoryBlobs, memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { findUnreadableFile } from "@tools-api/core/files";
 *
 * const stores = { documents: memoryDocuments(), blobs: memoryBlobs() };
 * console.log(await findUnreadableFile(stores, Date.now())); // null
 * ```
 */
export async function findUnreadableFile(
  { documents, blobs }: FileStores,
  at: number,
): Promise<ToolsError | null> {
  const found = await files.list(documents, {}, { limit: sampleSize });
  for (const { ids, value } of found) {
    if (value.expiresAt <= at) continue;
    try {
      const content = await blobs.get(blobOf({ ...value, id: ids.id }), { start: 0, end: 1 });
      if (!content) return new ToolsError("storage_unavailable", `The bytes of the file ${ids.id} are gone.`);
      for await (const _ of content) break;
    } catch (error) {
      if (error instanceof ToolsError) return error;
      throw error;
    }
  }
  return null;
}
