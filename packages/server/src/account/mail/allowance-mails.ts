import type { DocumentStore } from "@tools-api/core";
import { isoInstant, retry } from "@tools-api/core/internal";
import { enqueue } from "@tools-api/core/outbox";
import type { AllowanceReached } from "@tools-api/core/usage";

/** The store in which mails are queued, and the receiver of a failure to do so. */
export interface AllowanceMailsOptions {
  documents: DocumentStore;
  onFailure?: (error: unknown) => void;
}

const policy = { minMs: 500, maxMs: 5_000, withinMs: 60_000 };

/**
 * Creates the receiver of `createApi({ onAllowanceReached })` that queues a mail to the owner, unless the owner does not
 * want it. The store keeps one mail for each account, day and percentage, so retries and other processes cannot repeat it.
 *
 * @example
 * ```ts
 * import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { allowanceMails, createApi } from "@tools-api/server";
 *
 * const documents = memoryDocuments();
 * const authenticator = apiKeyAuthenticator({ documents });
 * const onAllowanceReached = allowanceMails({ documents });
 * const api = createApi({ documents, usage: memoryUsage(), authenticator, onAllowanceReached });
 * console.log((await api.request("/healthz")).status); // 200
 * ```
 */
export function allowanceMails({
  documents,
  onFailure = () => {},
}: AllowanceMailsOptions): (reached: AllowanceReached) => void {
  return ({ account, percent, limit, resetsAt, at }) => {
    if (account.allowanceMails === false) return;
    const data = { percent, limit, resetsAt };
    const once = `${account.id}.${isoInstant(resetsAt)}.${percent}`;
    const operations = enqueue({
      account: account.id,
      type: "allowance.reached",
      data,
      at,
      expiresAt: resetsAt,
      once,
    });
    // A commit that fails because of `once` has nothing to add.
    retry(
      () => documents.commit(operations),
      policy,
      () => true,
    ).catch(onFailure);
  };
}
