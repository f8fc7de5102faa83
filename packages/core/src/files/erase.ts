import { z } from "zod";
import { collection } from "../store/collection.ts";
import { transact } from "../store/commit.ts";
import type { BlobStore, DocumentStore, WriteOperation } from "../store/storage.ts";
import { StoredInstant } from "../schema/wire.ts";
import { type FileIds, files, fileTotals, findFile } from "./file.ts";
import { fileLinks } from "./links.ts";

/**
 * The erasures to come, ordered by their instants. Each is written with its file, so that the bytes are erased wherever a
 * server was stopped.
 */
export const erasures = collection(
  "file-erasures/{at}/{account}/{id}",
  z.object({
    expiresAt: StoredInstant,
    /** The bytes that the totals of the account still count; `null` if they count none. */
    bytes: z.int().nullable(),
  }),
);

/** Returns the first id in the key of an erasure, which sorts like the instant. */
export function erasureTime(at: number): string {
  return String(at).padStart(15, "0");
}

/** The instant of an erasure that does not wait. */
const now = erasureTime(0);

/** Returns the write that adds a file to the totals of its account, or takes one away. */
export async function countWrites(
  documents: DocumentStore,
  account: string,
  change: { files: 1 | -1; bytes: number },
): Promise<WriteOperation[]> {
  const found = await fileTotals.get(documents, { account });
  // Closing an account erases its totals first.
  if (!found && change.files < 0) return [];
  const total = found?.value ?? { files: 0, bytes: 0 };
  return [
    fileTotals.save(
      found,
      { account },
      { files: total.files + change.files, bytes: total.bytes + change.bytes },
    ),
  ];
}

/** The stores of files. */
export interface FileStores {
  documents: DocumentStore;
  blobs: BlobStore;
}

/**
 * Erases a file and its bytes.
 *
 * @param at Epoch milliseconds.
 * @throws ToolsError `not_found`.
 *
 * @example
 * ```ts
 * import { memoryBlobs, memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { deleteFile } from "@tools-api/core/files";
 *
 * const stores = { documents: memoryDocuments(), blobs: memoryBlobs() };
 * const ids = { account: "acct_1", id: "file_4fJdR2rT9wXbK7mPq1sVzA" };
 * await deleteFile(stores, ids, Date.now()).catch((error) => console.log(error.code)); // not_found
 * ```
 */
export async function deleteFile({ documents, blobs }: FileStores, ids: FileIds, at: number): Promise<void> {
  const expiresAt = await transact({ documents }, async () => {
    const found = await findFile(documents, ids, at);
    const { expiresAt, bytes } = found.value;
    const operations = [
      files.remove(found),
      erasures.drop({ at: erasureTime(expiresAt), ...ids }),
      erasures.put({ at: now, ...ids }, { expiresAt, bytes: null }),
      ...(await countWrites(documents, ids.account, { files: -1, bytes: -bytes })),
    ];
    return { operations, result: expiresAt };
  });
  await blobs.delete({ id: ids.id, expiresAt });
  await documents.commit([erasures.drop({ at: now, ...ids })]);
}

/** Erases the files and the links of an account that is closed. The next sweep erases the bytes. */
export async function eraseFiles(documents: DocumentStore, account: string): Promise<void> {
  await fileTotals.erase(documents, { account });
  await fileLinks.erase(documents, { account });
  for await (const { key, ids, value } of files.each(documents, { account })) {
    const { expiresAt } = value;
    await documents.commit([
      { key },
      erasures.drop({ at: erasureTime(expiresAt), ...ids }),
      erasures.put({ at: now, ...ids }, { expiresAt, bytes: null }),
    ]);
  }
}

const sweepSize = 100;

/** Erases what is due of the documents of files. Each erasure changes the totals of its account once. */
async function sweepErasures({ documents, blobs }: FileStores, at: number): Promise<number> {
  const due = erasureTime(at);
  const found = (await erasures.list(documents, {}, { limit: sweepSize })).filter(({ ids }) => ids.at <= due);
  for (const { ids, value } of found) {
    await blobs.delete({ id: ids.id, expiresAt: value.expiresAt });
    await transact({ documents }, async () => {
      const entry = await erasures.get(documents, ids);
      if (!entry) return { operations: [], result: undefined };
      const { bytes } = entry.value;
      const change = { files: -1, bytes: -(bytes ?? 0) } as const;
      const counts = bytes === null ? [] : await countWrites(documents, ids.account, change);
      return { operations: [erasures.remove(entry), ...counts], result: undefined };
    });
  }
  return found.length;
}

/** Erases bytes that no document knows: those of uploads that ended with their server. */
async function sweepBlobs(blobs: BlobStore, at: number): Promise<number> {
  const found = await blobs.listExpired(at, sweepSize);
  for (const blob of found) await blobs.delete(blob);
  return found.length;
}

/**
 * Erases the files that have expired, that were deleted, and whose account is closed. Call it every minute, also from several
 * processes.
 *
 * @param at Epoch milliseconds.
 * @param signal Ends the sweep after the current file.
 *
 * @example
 * ```ts
 * import { memoryBlobs, memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { sweepFiles } from "@tools-api/core/files";
 *
 * await sweepFiles({ documents: memoryDocuments(), blobs: memoryBlobs() }, Date.now());
 * ```
 */
export async function sweepFiles(stores: FileStores, at: number, signal?: AbortSignal): Promise<void> {
  const isStopped = () => signal?.aborted === true;
  while (!isStopped() && (await sweepErasures(stores, at)) === sweepSize);
  while (!isStopped() && (await sweepBlobs(stores.blobs, at)) === sweepSize);
}
