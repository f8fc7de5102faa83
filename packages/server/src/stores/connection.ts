import type { DocumentStore, UsageStore } from "@tools-api/core";

/** An engine that a URL names: what it keeps, over one client where both may share it. */
export interface StoreConnection {
  /** Absent: an engine for usage alone. */
  documents?: () => Promise<DocumentStore>;
  usage: () => Promise<UsageStore>;
  /** Ends the clients, after the stores; never waits long for an engine that does not answer. */
  close: () => Promise<void>;
}
