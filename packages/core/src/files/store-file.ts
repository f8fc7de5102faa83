import { type FoundFileLink, fileLinks } from "./links.ts";
import { transact } from "../store/commit.ts";
import { ToolsError } from "../errors.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "../store/identifier.ts";
import type { DocumentStore } from "../store/storage.ts";
import { countWrites, deleteFile, erasures, erasureTime, type FileStores } from "./erase.ts";
import { files, fileTotals, getFileTotals, maxFiles, type StoredFile } from "./file.ts";

/** A digest over bytes that arrive in chunks, such as `createHash("sha256")` of Node. */
export interface ByteDigest {
  update(bytes: Uint8Array): unknown;
  digest(encoding: "hex"): string;
}

/** The name, the type and the life of a new file, and the limits that hold for it. */
export interface NewFileTerms {
  name: string | null;
  mediaType: string;
  /** Seconds after which the file expires. */
  expiresIn: number;
  /** Epoch milliseconds. */
  at: number;
  /** The maximum bytes of all files of the account. */
  accountBytes: number;
  /** The bytes that the sender announces. Default: none. */
  announced?: number | undefined;
  /** A new SHA-256. */
  sha256: ByteDigest;
  /** The one-time link that the upload uses. Default: none. */
  link?: FoundFileLink | undefined;
  /** Returns whether the account may still have files, once the bytes have arrived. */
  isAllowed: () => Promise<boolean>;
  /** Default: the random bytes of the runtime. */
  randomBytes?: RandomBytes | undefined;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
}

/** Requires that an account has room for another file, and returns the bytes of its files. */
async function requireRoom(
  documents: DocumentStore,
  account: string,
  { bytes, accountBytes }: { bytes: number; accountBytes: number },
): Promise<number> {
  const total = await getFileTotals(documents, account);
  if (total.files >= maxFiles)
    throw new ToolsError("conflict", `The account has ${total.files} files, the maximum. Delete some first.`);
  if (total.bytes + bytes > accountBytes)
    throw new ToolsError(
      "conflict",
      `The files of the account have ${megabytes(total.bytes)} of ${megabytes(accountBytes)}, which leaves no room for ` +
        `${megabytes(bytes)}. Delete some first, or wait until they expire.`,
    );
  return total.bytes;
}

/** Yields the bytes, and passes each chunk to a function. */
async function* watched(content: AsyncIterable<Uint8Array>, onChunk: (chunk: Uint8Array) => void) {
  for await (const chunk of content) {
    onChunk(chunk);
    yield chunk;
  }
}

/**
 * Stores a file. No caller sees it before all its bytes are stored, and nothing stays of an upload that ends early.
 *
 * @param content The bytes, in chunks of any size, at most those that a file may have.
 * @throws ToolsError `conflict` if the account has no room for the file; `not_found` if its link was used meanwhile;
 *   `storage_unavailable`; and the errors of the content.
 *
 * @example
 * ```ts
 * import { createHash } from "node:crypto";
 * import { memoryBlobs, memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { storeFile } from "@tools-api/core/files";
 *
 * const stores = { documents: memoryDocuments(), blobs: memoryBlobs() };
 * async function* content() {
 *   yield new TextEncoder().encode("Hello");
 * }
 * const file = await storeFile(stores, "acct_1", content(), {
 *   name: "hello.txt",
 *   mediaType: "text/plain",
 *   expiresIn: 3600,
 *   at: Date.now(),
 *   accountBytes: 1e9,
 *   sha256: createHash("sha256"),
 *   isAllowed: async () => true,
 * });
 * console.log(file.bytes); // 5
 * ```
 */
export async function storeFile(
  { documents, blobs }: FileStores,
  account: string,
  content: AsyncIterable<Uint8Array>,
  { name, mediaType, expiresIn, at, sha256, link, ...terms }: NewFileTerms,
): Promise<StoredFile> {
  const { accountBytes, announced = 0, isAllowed, randomBytes = secureRandomBytes } = terms;
  const stored = await requireRoom(documents, account, { bytes: announced, accountBytes });
  const expiresAt = at + expiresIn * 1000;
  const ids = { account, id: newIdentifier("file", randomBytes) };
  const blob = { id: ids.id, expiresAt };
  let arrived = 0;
  const bytes = await blobs.put(
    blob,
    watched(content, (chunk) => {
      arrived += chunk.length;
      if (stored + arrived > accountBytes)
        throw new ToolsError("conflict", `The files of the account have at most ${megabytes(accountBytes)}.`);
      sha256.update(chunk);
    }),
  );
  const file = { bytes, mediaType, name, sha256: sha256.digest("hex"), createdAt: at, expiresAt };
  try {
    await transact({ documents }, async () => {
      await requireRoom(documents, account, { bytes, accountBytes });
      return {
        operations: [
          files.create(ids, file),
          erasures.create({ at: erasureTime(expiresAt), ...ids }, { expiresAt, bytes }),
          ...(await countWrites(documents, account, { files: 1, bytes })),
          ...(link ? [fileLinks.remove(link)] : []),
        ],
        result: undefined,
        onConflict(key) {
          if (key === link?.key) throw new ToolsError("not_found", "The upload URL was used.");
        },
      };
    });
  } catch (error) {
    // A store that does not respond may have written the file. If not, the sweep erases the bytes at their end.
    if (!(error instanceof ToolsError && error.code === "storage_unavailable")) await blobs.delete(blob);
    throw error;
  }
  // An account that was closed meanwhile has erased its other files already.
  if (!(await isAllowed())) {
    await deleteFile({ documents, blobs }, ids, at);
    throw new ToolsError("not_found", `There is no account ${account}.`);
  }
  return { ...file, id: ids.id };
}

/**
 * Returns the number and the bytes of the files of all accounts.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { sumFiles } from "@tools-api/core/files";
 *
 * console.log(await sumFiles(memoryDocuments())); // { files: 0, bytes: 0 }
 * ```
 */
export async function sumFiles(documents: DocumentStore): Promise<{ files: number; bytes: number }> {
  const sum = { files: 0, bytes: 0 };
  for await (const { value } of fileTotals.each(documents, {})) {
    sum.files += value.files;
    sum.bytes += value.bytes;
  }
  return sum;
}
