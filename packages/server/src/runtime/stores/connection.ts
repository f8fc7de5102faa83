import type { DocumentStore, UsageStore } from "@tools-api/core";
import type { ArchiveOptions, StoreArchive } from "@tools-api/core/storage";

/** A connection to the engine of a URL, with its stores. They share one client if the engine allows it. */
export interface StoreConnection {
  /** Opens the document store. Absent if the engine only stores usage. */
  documents?: () => Promise<DocumentStore>;
  /** Opens the usage store, which keeps quarter hours for this number of days. */
  usage: (quarterDays: number) => Promise<UsageStore>;
  /** Opens all content for a backup or a move. Absent if the engine does not support it. */
  archive?: (options: ArchiveOptions) => Promise<StoreArchive>;
  /** Closes the clients, after the stores. It never waits long for an engine that does not respond. */
  close: () => Promise<void>;
}
