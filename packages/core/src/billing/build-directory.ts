import { z } from "zod";
import type { Account } from "../identity/account.ts";
import { collection } from "../store/collection.ts";
import { accounts } from "../identity/accounts.ts";
import { directoryWrites, groupWrite } from "../identity/directory-entries.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { balanceWrites } from "./balances.ts";
import { subscriptions } from "./documents.ts";

/** The last account that is in the directory; `null` once all are. */
const progress = collection("directory-progress/{name}", z.object({ after: z.string().nullable() }));

const ids = { name: "accounts" };

// An account has up to ten entries. A commit of more would hold the lock of SQLite for more than 10 ms.
const accountsAtOnce = 20;

/** Returns the writes of all entries of an account. */
async function entryWrites(documents: DocumentStore, account: Account): Promise<WriteOperation[]> {
  const subscription = await subscriptions.get(documents, { account: account.id });
  const isMember = (subscription?.value.pastDueSince ?? null) !== null;
  return [
    ...directoryWrites(null, account),
    ...(subscription ? balanceWrites(null, subscription.value) : []),
    ...(isMember ? [groupWrite("past-due", account.id, { isMember })] : []),
  ];
}

/**
 * Adds the accounts of earlier releases to the directory of {@link searchAccounts}, once for a store. Accounts that are
 * opened or changed by this release are in it already. Several processes share the work, and each continues where the
 * last one was interrupted.
 *
 * @param options.restart Starts again from the first account, for instance after servers of an earlier release ran next
 *   to this one.
 * @param options.signal Ends the work after the current commit.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { buildDirectory } from "@tools-api/core/billing";
 *
 * await buildDirectory(memoryDocuments());
 * ```
 */
export async function buildDirectory(
  documents: DocumentStore,
  { restart = false, signal }: { restart?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  if (restart) await documents.commit([progress.drop(ids)]);
  for (;;) {
    if (signal?.aborted) return;
    const state = await progress.get(documents, ids);
    if (state?.value.after === null) return;
    const page = await accounts.list(documents, {}, { after: state?.value.after, limit: accountsAtOnce });
    const entries = await Promise.all(page.map(({ value }) => entryWrites(documents, value)));
    const after = page.length < accountsAtOnce ? null : (page.at(-1)?.value.id ?? null);
    // Another process that wrote the progress in between has added these accounts.
    await documents.commit([progress.save(state, ids, { after }), ...entries.flat()]);
  }
}
