import type { Source } from "./source.ts";
import type {
  CommitResult,
  DocumentStore,
  Fence,
  StoredDocument,
  UsageStore,
  WriteOperation,
} from "./storage.ts";

/** The two stores that a change of an account or credential writes to. */
export interface Stores {
  documents: DocumentStore;
  usage: UsageStore;
  /** The origin of the changes, for the audit log. Default: the system. */
  by?: Source | undefined;
}

/** The stores of a commit. A commit that raises no fence needs no `usage`. */
export type CommitStores = Pick<Stores, "documents"> & Partial<Pick<Stores, "usage" | "by">>;

/**
 * Commits, then raises the fence of each operation with `fence`. Acknowledge the change only after this resolves: from
 * then on no process admits a call by the old state.
 */
export async function commitFenced(
  { documents, usage }: CommitStores,
  operations: WriteOperation[],
): Promise<CommitResult> {
  const result = await documents.commit(operations);
  if (result.committed && usage) {
    const fenced = operations.filter((operation) => operation.fence);
    await Promise.all(fenced.map(({ key }) => usage.fence(key, result.version)));
  }
  return result;
}

/**
 * Returns the condition that a document is still as it was read, for the fences of a `Principal`.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, fence, getAccount } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const found = await getAccount(documents, id);
 * console.log(found && fence(found).id === `accounts/${id}`); // true
 * ```
 */
export function fence({ key, version }: Pick<StoredDocument, "key" | "version">): Fence {
  return { id: key, revision: version };
}

/** A change that {@link transact} is to commit. */
export interface Transaction<Result> {
  /** Nothing is committed if there are none. */
  operations: WriteOperation[];
  /** The result of the transaction once the operations are committed. */
  result: Result;
  /** Called with the key whose condition failed. Throws if trying again is pointless. */
  onConflict?: ((key: string) => void) | undefined;
}

/**
 * Prepares a change from what it reads, and commits it. Prepares it again if another process has changed something in
 * between, so the change is always based on the current state.
 */
export async function transact<Result>(
  stores: CommitStores,
  prepare: () => Promise<Transaction<Result>>,
): Promise<Result> {
  for (;;) {
    const { operations, result, onConflict } = await prepare();
    if (operations.length === 0) return result;
    const outcome = await commitFenced(stores, operations);
    if (outcome.committed) return result;
    onConflict?.(outcome.conflict);
  }
}
