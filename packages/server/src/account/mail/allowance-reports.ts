import type { DocumentStore, WriteOperation } from "@tools-api/core/storage";
import { groupWrite, isoInstant, retry } from "@tools-api/core/internal";
import { enqueue } from "@tools-api/core/outbox";
import type { AllowanceReached } from "@tools-api/core/usage";

/** The store of the accounts, and the receiver of a failure to write. */
export interface AllowanceReportsOptions {
  documents: DocumentStore;
  /** Whether owners get mail. Default: true. */
  sendsMail?: boolean;
  onFailure?: (error: unknown) => void;
}

const policy = { minMs: 500, maxMs: 5_000, withinMs: 60_000 };

function mailWrites({ account, percent, limit, resetsAt, at }: AllowanceReached): WriteOperation[] {
  return enqueue({
    account: account.id,
    type: "allowance.reached",
    data: { percent, limit, resetsAt },
    at,
    expiresAt: resetsAt,
    once: `${account.id}.${isoInstant(resetsAt)}.${percent}`,
  });
}

/**
 * Creates the receiver of `createApi({ onAllowanceReached })`. It adds an account that has used all calls of a day to those
 * that `searchAccounts({ overLimit: true })` finds until the day ends, and queues a mail to the owner, unless the owner does
 * not want it. The store keeps one mail for each account, day and percentage, so retries and other processes cannot repeat
 * it.
 *
 * @example
 * ```ts
 * import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { allowanceReports, createApi } from "@tools-api/server";
 *
 * const documents = memoryDocuments();
 * const authenticator = apiKeyAuthenticator({ documents });
 * const onAllowanceReached = allowanceReports({ documents });
 * const api = createApi({ documents, usage: memoryUsage(), authenticator, onAllowanceReached });
 * console.log((await api.request("/healthz")).status); // 200
 * ```
 */
export function allowanceReports({
  documents,
  sendsMail = true,
  onFailure = () => {},
}: AllowanceReportsOptions): (reached: AllowanceReached) => void {
  // A commit that fails because of `once` has nothing to add.
  const write = (operations: WriteOperation[]) =>
    retry(
      () => documents.commit(operations),
      policy,
      () => true,
    ).catch(onFailure);
  return (reached) => {
    const { account, percent, resetsAt } = reached;
    if (percent === 100)
      void write([groupWrite("over-limit", account.id, { isMember: true, expiresAt: resetsAt })]);
    if (sendsMail && account.allowanceMails !== false) void write(mailWrites(reached));
  };
}
