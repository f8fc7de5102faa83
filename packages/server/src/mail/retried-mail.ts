import { auditEntry, type Source } from "@tools-api/core/audit";
import type { DeadMessage, RetryOptions } from "@tools-api/core/outbox";

/** A retry of failed mails. */
interface Retry {
  /** Default: the server. */
  by: Source | undefined;
  /** The account whose log has the retry of a mail without an account, such as that of a sign-up. */
  account?: string;
  /** Epoch milliseconds. */
  at: number;
}

/** Returns the options of a retry that record it in the audit log. */
export function recordedRetry({ by, account, at }: Retry): RetryOptions {
  const record = ({ id, type, account: owner }: DeadMessage) => {
    const concerned = owner ?? account;
    if (concerned === undefined) return [];
    return auditEntry({
      account: concerned,
      action: "mail.retried",
      target: id,
      details: { type },
      ...by,
      at,
    });
  };
  return { record };
}
