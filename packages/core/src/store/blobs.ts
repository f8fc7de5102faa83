import type { StoreCapabilities } from "./capabilities.ts";

/** The name of a blob, and the instant from which it may be erased. Both together find it in a store. */
export interface BlobId {
  /** 1 to 64 characters of 0–9, A–Z, a–z, `_` and `-`, unique over all time. An id names one content. */
  id: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** A range that begins within the blob. The end is exclusive. One after the last byte stands for the end of the blob. */
export interface BlobRange {
  start: number;
  end: number;
}

/**
 * A store for the bytes of files, which are written once, read as streams and erased. It holds a few chunks of each in
 * memory, whatever their size. Every method throws a `ToolsError` `storage_unavailable` if the engine does not respond or
 * is full.
 */
export interface BlobStore {
  readonly capabilities: StoreCapabilities;
  /**
   * Stores a blob and returns its number of bytes. No reader sees the blob before all its bytes are stored. If the content
   * throws, the store keeps nothing and throws the same error. If the process is killed, `get` does not find the blob, and
   * `listExpired` lists what remains of it.
   *
   * @param content - Its chunks may be views of buffers that are used again.
   */
  put(blob: BlobId, content: AsyncIterable<Uint8Array>): Promise<number>;
  /**
   * Returns the bytes of a blob, or of a range of it. Returns `null` if there is no complete blob. The stream holds nothing
   * open before its first chunk, and can throw `storage_unavailable` if the blob is erased meanwhile.
   */
  get(blob: BlobId, range?: BlobRange): Promise<AsyncIterable<Uint8Array> | null>;
  /** Erases a blob, also an incomplete one. Does nothing if there is none. */
  delete(blob: BlobId): Promise<void>;
  /** Returns at most `limit` blobs whose `expiresAt` is not after an instant, incomplete ones included. */
  listExpired(at: number, limit: number): Promise<BlobId[]>;
  /** Ends the store's background work. The caller remains responsible for closing the client that it passed in. */
  close(): Promise<void>;
}
