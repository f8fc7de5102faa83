import { type Clock, type Plans, systemClock, ToolsError } from "@tools-api/core";
import type { Account } from "@tools-api/core/accounts";
import { type FileStores, sumFiles, sweepFiles } from "@tools-api/core/files";
import { termsAt } from "@tools-api/core/billing";

/** The files of a server: their stores and their limits. See {@link fileStorage}. */
export interface FileStorage extends FileStores {
  readonly clock: Clock;
  /** Returns the maximum bytes of all files of an account. */
  accountBytes(account: Account, plans: Plans): number;
  /**
   * Requires room for that many bytes on the server.
   *
   * @throws ToolsError `storage_unavailable`.
   */
  requireSpace(bytes: number): void;
  /** Counts bytes that were stored. */
  count(bytes: number): void;
  /**
   * Erases the files that have expired, that were deleted, and whose account is closed, and sums the others. Call it every
   * minute.
   *
   * @param signal Ends the sweep after the current file.
   */
  sweep(signal?: AbortSignal): Promise<void>;
}

/** The stores and the limits of {@link fileStorage}. */
export interface FileStorageOptions extends FileStores {
  /** The maximum bytes of all files of an account. Default: 1 GB. */
  accountBytes?: number | undefined;
  /** The same on a plan without a price. Default: 100 MB. */
  freeAccountBytes?: number | undefined;
  /** The maximum bytes of all files of the server. Default: no maximum. */
  totalBytes?: number | undefined;
  /** Default: the clock of the host. */
  clock?: Clock | undefined;
}

/**
 * Creates the storage of files for `createApi`. Call its `sweep` every minute, as `startFileSweeper` does: it erases what has
 * expired.
 *
 * @example
 * ```ts
 * import { memoryBlobs, memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { fileStorage } from "@tools-api/server";
 *
 * const files = fileStorage({ documents: memoryDocuments(), blobs: memoryBlobs(), totalBytes: 1e9 });
 * await files.sweep();
 * ```
 */
export function fileStorage({
  documents,
  blobs,
  accountBytes = 1e9,
  freeAccountBytes = Math.min(1e8, accountBytes),
  totalBytes = Infinity,
  clock = systemClock,
}: FileStorageOptions): FileStorage {
  let stored = 0;
  return {
    documents,
    blobs,
    clock,
    accountBytes: (account, plans) =>
      termsAt(account, plans, clock.now()).price.amount === 0 ? freeAccountBytes : accountBytes,
    requireSpace(bytes) {
      if (stored + bytes > totalBytes)
        throw new ToolsError("storage_unavailable", "The server has no room for further files.", {
          retryAfter: 60,
        });
    },
    count(bytes) {
      stored += bytes;
    },
    async sweep(signal) {
      await sweepFiles({ documents, blobs }, clock.now(), signal);
      stored = (await sumFiles(documents)).bytes;
    },
  };
}
