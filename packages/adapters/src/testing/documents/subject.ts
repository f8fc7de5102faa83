import type { DocumentStore, UsageStore } from "@tools-api/core";
import type { Subject } from "../suite.ts";

/** A document store under test. */
export interface DocumentStoreSubject extends Subject<DocumentStore> {
  /** Usage in the same database, if the engine keeps both. */
  usage?: UsageStore;
}
