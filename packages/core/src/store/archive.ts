/** The kinds of records of an archive: documents, the usage of each account, and the last use of each credential. */
export type RecordKind = "document" | "usage" | "last-use";

/** All that a store keeps under one key. `text` is JSON, and the same in every engine for the same content. */
export interface StoreRecord {
  /** The key of a document, or the id of an account or a credential. */
  key: string;
  text: string;
}

/** Records to replace or add, and the keys of records to remove. */
export interface RecordChanges {
  put: readonly StoreRecord[];
  remove: readonly string[];
}

/**
 * The options of every archive. Two archives with the same options have the same texts for the same content, whatever
 * their engines.
 */
export interface ArchiveOptions {
  /** Default: all. */
  kinds?: readonly RecordKind[];
  /** Whether the archive is only read, at one instant. Default: false. */
  readOnly?: boolean;
  /** Epoch milliseconds. Content that has expired by then is left out. Default: the current instant of the host. */
  now?: number;
  /**
   * Epoch milliseconds. Usage of UTC days that start before is summed by day. Default: the `foldingHorizon` of `now`.
   */
  foldBefore?: number;
}

/**
 * Everything in a store, to be read for a backup or a move. It has no fences: servers set them again. Every method throws
 * a `ToolsError` `storage_unavailable` if the engine does not respond.
 */
export interface ArchiveReader {
  readonly kinds: readonly RecordKind[];
  /** Returns the number of records of a kind. An engine may estimate it. */
  count(kind: RecordKind): Promise<number>;
  /**
   * Yields the records of a kind in pages, ordered by the code points of their keys. A read-only archive reads one
   * instant. In Redis, each record is of one instant.
   */
  read(kind: RecordKind): AsyncIterable<readonly StoreRecord[]>;
  /** Returns the version of the last commit of documents, or 0 if the store keeps none. */
  version(): Promise<number>;
  /** Ends reading. The caller remains responsible for closing the client that it passed in. */
  close(): Promise<void>;
}

/** Everything in a store, as in {@link ArchiveReader}, to be written too. */
export interface StoreArchive extends ArchiveReader {
  /** Writes records as they are. No server may use the store meanwhile. */
  write(kind: RecordKind, changes: RecordChanges): Promise<void>;
  /** Raises the version, so that further commits have higher ones. */
  raiseVersion(version: number): Promise<void>;
}
