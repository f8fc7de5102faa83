import type { CommitResult, DocumentStore, UsageStore, WriteOperation } from "../storage.ts";

/** The two stores that a change of an account or key writes to. */
export interface Stores {
  documents: DocumentStore;
  usage: UsageStore;
}

/**
 * Commits, then raises the fence of each operation with `fence`. Acknowledge the change only after this resolves: from
 * then on no process admits a call by the old state.
 */
export async function commitFenced(stores: Stores, operations: WriteOperation[]): Promise<CommitResult> {
  const result = await stores.documents.commit(operations);
  if (result.committed) {
    const fenced = operations.filter((operation) => operation.fence);
    await Promise.all(fenced.map(({ key }) => stores.usage.fence(key, result.version)));
  }
  return result;
}
