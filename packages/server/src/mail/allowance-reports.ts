import type { DocumentStore, WriteOperation } from "@tools-api/core/storage";
import { groupWrite } from "@tools-api/core/internal";
import { isoInstant, retry } from "@tools-api/core/internal/time";
import { enqueue } from "@tools-api/core/outbox";
import type { AllowanceReached } from "@tools-api/core/usage";
import { eventWrites } from "@tools-api/core/webhooks";

/** The store of the accounts, and the receiver of a failure to write. */
export interface AllowanceReportsOptions {
  documents: DocumentStore;
  /** Whether owners get mail. Default: true. */
  sendsMail?: boolean;
  /** Whether webhook endpoints get events. Default: false. */
  sendsWebhooks?: boolean;
  onFailure?: (error: unknown) => void;
}

/** The receiver of `createApi({ onAllowanceReached })`. */
export interface AllowanceReports {
  (reached: AllowanceReached): void;
  /** Resolves when all reports are stored. Call it before the store is closed. */
  flush(): Promise<void>;
}

const policy = { minMs: 500, maxMs: 5_000, withinMs: 60_000 };

/** Returns the name under which a report of an allowance is queued once. */
function reportName({ account, percent, resetsAt }: AllowanceReached): string {
  return `${account.id}.${isoInstant(resetsAt)}.${percent}`;
}

function allowanceEventWrites(reached: AllowanceReached): WriteOperation[] {
  const { account, percent, limit, resetsAt, at } = reached;
  return eventWrites({
    account: account.id,
    type: "allowance.reached",
    data: { percent, limit, resets_at: isoInstant(resetsAt) },
    at,
    once: `${reportName(reached)}.event`,
  });
}

function mailWrites(reached: AllowanceReached): WriteOperation[] {
  const { account, percent, limit, resetsAt, at } = reached;
  return enqueue({
    account: account.id,
    type: "allowance.reached",
    data: { percent, limit, resetsAt },
    at,
    expiresAt: resetsAt,
    once: reportName(reached),
  });
}

/**
 * Creates the receiver of `createApi({ onAllowanceReached })`. It adds an account that has used all calls of a day to those
 * that `searchAccounts({ overLimit: true })` finds until the day ends, and queues a mail to the owner, unless the owner does
 * not want it, and an event for webhook endpoints. The store keeps one of each for each account, day and percentage, so
 * retries and other processes cannot repeat it.
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
  sendsWebhooks = false,
  onFailure = () => {},
}: AllowanceReportsOptions): AllowanceReports {
  const writing = new Set<Promise<unknown>>();
  // A commit that fails because of `once` has nothing to add.
  const write = (operations: WriteOperation[]) => {
    const written = retry(
      () => documents.commit(operations),
      policy,
      () => true,
    )
      .catch(onFailure)
      .finally(() => writing.delete(written));
    writing.add(written);
  };
  const report = (reached: AllowanceReached) => {
    const { account, percent, resetsAt } = reached;
    if (percent === 100)
      write([groupWrite("over-limit", account.id, { isMember: true, expiresAt: resetsAt })]);
    if (sendsWebhooks) write(allowanceEventWrites(reached));
    if (sendsMail && account.allowanceMails !== false) write(mailWrites(reached));
  };
  return Object.assign(report, {
    async flush() {
      await Promise.all(writing);
    },
  });
}
