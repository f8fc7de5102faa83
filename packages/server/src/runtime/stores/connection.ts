import type { DocumentStore, UsageStore } from "@tools-api/core";

/** A connection to the engine of a URL, with its stores. They share one client if the engine allows it. */
export interface StoreConnection {
  /** Opens the document store. Absent if the engine only stores usage. */
  documents?: () => Promise<DocumentStore>;
  usage: () => Promise<UsageStore>;
  /** Closes the clients, after the stores. It never waits long for an engine that does not respond. */
  close: () => Promise<void>;
}
