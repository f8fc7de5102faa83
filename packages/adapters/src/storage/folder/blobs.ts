import { access, type FileHandle, mkdir, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { ToolsError } from "@tools-api/core";
import { hourMs } from "@tools-api/core/internal/time";
import type { BlobId, BlobRange, BlobStore } from "@tools-api/core/storage";
import { blobHour, blobName, parseBlobName } from "../lib/blob-names.ts";

/** The folder of blobs whose bytes are arriving. */
const unfinished = "unfinished";
const hourShape = /^\d{4}-\d{2}-\d{2}T\d{2}$/;
const readBytes = 65_536;

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Runs an operation on files. Another error than the absence of one means that the disk failed or is full. */
async function onDisk<Result>(operation: Promise<Result>): Promise<Result | null> {
  try {
    return await operation;
  } catch (cause) {
    const code = codeOf(cause);
    if (code === "ENOENT") return null;
    const reason = code === "ENOSPC" ? "the disk is full" : String(code ?? cause);
    throw new ToolsError("storage_unavailable", `folder: ${reason}`, { cause, retryAfter: 1 });
  }
}

/** Makes the entries of a folder survive a power failure. Windows cannot open one. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => null);
  await folder?.sync().finally(() => folder.close());
}

async function writeAll(file: FileHandle, content: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length;) {
      const written = await onDisk(file.write(chunk, from));
      from += written?.bytesWritten ?? 0;
    }
    length += chunk.length;
  }
  await onDisk(file.sync());
  return length;
}

/** Yields a range of a file. Opens the file at the first chunk: a stream that no caller reads would keep it open. */
async function* readRange(path: string, { start, end }: BlobRange): AsyncGenerator<Uint8Array> {
  const file = await onDisk(open(path, "r"));
  if (!file) throw new ToolsError("storage_unavailable", "folder: the blob was erased");
  try {
    for (let position = start; position < end;) {
      const buffer = Buffer.allocUnsafe(Math.min(readBytes, end - position));
      const read = await onDisk(file.read(buffer, 0, buffer.length, position));
      if (!read || read.bytesRead === 0) return;
      yield buffer.subarray(0, read.bytesRead);
      position += read.bytesRead;
    }
  } finally {
    await file.close();
  }
}

/**
 * Creates a blob store in a folder, which all processes on the host can share. A blob is a file in a subfolder for the hour
 * in which it expires. It is written under another name, and renamed when it is complete and on the disk.
 *
 * @param options.path The folder, which is created if it does not exist. Only the user of the process can read it.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { folderBlobs } from "@tools-api/adapters/storage/folder";
 *
 * const blobs = folderBlobs({ path: await mkdtemp(join(tmpdir(), "blobs-")) });
 * console.log(await blobs.listExpired(Date.now(), 100)); // []
 * ```
 */
export function folderBlobs({ path }: { path: string }): BlobStore {
  const folderOf = (blob: BlobId) => join(path, blobHour(blob));
  const fileOf = (blob: BlobId) => join(folderOf(blob), blobName(blob));
  const unfinishedFile = (blob: BlobId) => join(path, unfinished, blobName(blob));
  const makeFolder = (folder: string) => onDisk(mkdir(folder, { recursive: true, mode: 0o700 }));

  /** Returns the expired blobs of a subfolder. */
  async function expiredIn(folder: string, at: number): Promise<BlobId[]> {
    const names = (await onDisk(readdir(join(path, folder)))) ?? [];
    return names.flatMap((name) => parseBlobName(name) ?? []).filter(({ expiresAt }) => expiresAt <= at);
  }

  return {
    capabilities: { exactAcross: "host", durable: true },

    async put(blob, content) {
      const written = unfinishedFile(blob);
      await makeFolder(join(path, unfinished));
      const file = await onDisk(open(written, "wx", 0o600));
      if (!file) throw new ToolsError("storage_unavailable", "folder: it was removed", { retryAfter: 1 });
      try {
        const length = await writeAll(file, content).finally(() => file.close());
        await makeFolder(folderOf(blob));
        await onDisk(rename(written, fileOf(blob)));
        await syncFolder(folderOf(blob));
        return length;
      } catch (error) {
        await rm(written, { force: true });
        throw error;
      }
    },

    async get(blob, { start, end } = { start: 0, end: Infinity }) {
      const file = fileOf(blob);
      return (await onDisk(access(file))) === null ? null : readRange(file, { start, end });
    },

    async delete(blob) {
      await onDisk(rm(fileOf(blob), { force: true }));
      await onDisk(rm(unfinishedFile(blob), { force: true }));
    },

    async listExpired(at, limit) {
      const hours = ((await onDisk(readdir(path))) ?? [])
        .filter((name) => hourShape.test(name) && name <= blobHour({ expiresAt: at }))
        .toSorted();
      const found: BlobId[] = [];
      for (const folder of [unfinished, ...hours]) {
        if (found.length >= limit) break;
        const expired = await expiredIn(folder, at);
        found.push(...expired);
        // No new blob expires in an hour that is over. The folder is removed if it is empty.
        const isOver = folder !== unfinished && folder < blobHour({ expiresAt: at - hourMs });
        if (isOver && expired.length === 0) await rmdir(join(path, folder)).catch(() => {});
      }
      return found.slice(0, limit);
    },

    async close() {},
  };
}
