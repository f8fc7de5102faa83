import { createHash } from "node:crypto";
import { ToolsError } from "@tools-api/core";
import { type Account, getAccount } from "@tools-api/core/accounts";
import {
  FileRecord,
  type FoundFileLink,
  getFile,
  type NewFileTerms,
  type StoredFile,
  storeFile,
} from "@tools-api/core/files";
import { toWire } from "@tools-api/core/internal/schema";
import type { Services } from "../../http/context.ts";
import type { FileStorage } from "../../http/file-storage.ts";

/** The terms of a file, and its bytes as they arrive. */
export interface ArrivingFile extends Pick<NewFileTerms, "name" | "mediaType" | "expiresIn" | "announced"> {
  /** The bytes, in chunks of any size. */
  content: AsyncIterable<Uint8Array>;
  link?: FoundFileLink | undefined;
}

/** Yields one chunk. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Stores a file of an account within the limits of the account and of the server.
 *
 * @throws ToolsError `conflict`, `storage_unavailable`, and the errors of the content.
 */
export async function keepFile(
  { documents, plans }: Pick<Services, "documents" | "plans">,
  files: FileStorage,
  account: Account,
  { content, ...terms }: ArrivingFile,
): Promise<StoredFile> {
  files.requireSpace(terms.announced ?? 0);
  const file = await storeFile(files, account.id, content, {
    ...terms,
    at: files.clock.now(),
    accountBytes: files.accountBytes(account, plans),
    sha256: createHash("sha256"),
    isAllowed: async () => (await getAccount(documents, account.id))?.value.status === "active",
  });
  files.count(file.bytes);
  return file;
}

/** Returns a file as responses have it. */
export function fileRecord({ id, ...file }: StoredFile, downloadUrl?: string) {
  return toWire(FileRecord, { id, ...file, ...(downloadUrl !== undefined && { downloadUrl }) });
}

/**
 * Returns a file of an account and its bytes, for the file field of a tool.
 *
 * @returns The words for a validation error if there is no such file.
 */
export async function storedBytes(
  files: FileStorage,
  { account, id, maxBytes }: { account: string; id: string; maxBytes: number },
): Promise<{ file: StoredFile; content: AsyncIterable<Uint8Array> } | string> {
  let file: StoredFile;
  try {
    file = await getFile(files.documents, { account, id }, files.clock.now());
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code !== "not_found") throw error;
    return `expected the handle of a file of the account, received another. ${error.message}`;
  }
  if (file.bytes > maxBytes) return `expected a file of at most ${maxBytes} bytes, received ${file.bytes}`;
  const content = await files.blobs.get(file);
  return content ? { file, content } : `expected a stored file, but the bytes of ${id} are no longer here`;
}
