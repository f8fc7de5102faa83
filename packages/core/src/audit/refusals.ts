import { comparedEmail } from "../schema/email.ts";
import { z } from "zod";
import { collection } from "../store/collection.ts";
import { tokenDigest } from "../store/token.ts";
import type { DocumentStore } from "../store/storage.ts";
import { dayMs } from "../time.ts";
import { StoredInstant } from "../schema/wire.ts";
import { auditEntry, type NewAuditEntry } from "./entries.ts";

/** The entries of refusals in a day, for each subject and action. A flood of guesses must not fill the log. */
export const maxRefusals = 20;

const refusals = collection(
  "refusals/{subject}/{action}",
  z.object({ count: z.int().positive(), expiresAt: StoredInstant }),
  { expiresAt: ({ expiresAt }) => expiresAt },
);

/** A refused attempt to enter or to take over an account. */
export interface Refusal extends Omit<NewAuditEntry, "account" | "actor" | "report"> {
  /** The claimed address, or the id of an account. */
  subject: string;
  /** The account of the subject; `null` if there is none. */
  account: string | null;
}

/**
 * Records a refused attempt in the audit log of its account, at most 20 a day for each subject and action. The actor is
 * `anonymous`. The work is nearly the same without an account, so its time does not tell whether there is one.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { listAuditEntries, recordRefusal } from "@tools-api/core/audit";
 *
 * const documents = memoryDocuments();
 * const refusal = { subject: "ada@example.com", account: "acct_1", action: "sign_in.failed" } as const;
 * await recordRefusal(documents, { ...refusal, address: "192.0.2.1", at: Date.now() });
 * const [entry] = await listAuditEntries(documents, "acct_1", { limit: 10 });
 * console.log(entry?.action, entry?.actor.kind); // sign_in.failed anonymous
 * ```
 */
export async function recordRefusal(
  documents: DocumentStore,
  { subject, account, ...entry }: Refusal,
): Promise<void> {
  const { action, at } = entry;
  const ids = { subject: await tokenDigest(comparedEmail(subject)), action };
  const found = await refusals.get(documents, ids);
  const counted = found && found.value.expiresAt > at ? found.value : { count: 0, expiresAt: at + dayMs };
  if (counted.count >= maxRefusals) return;
  // If another process counts at the same time, this entry is left out: the log has the other one.
  await documents.commit([
    refusals.save(found, ids, { ...counted, count: counted.count + 1 }),
    ...(account === null ? [] : auditEntry({ ...entry, account, actor: { kind: "anonymous" } })),
  ]);
}
