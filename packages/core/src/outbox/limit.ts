import { z } from "zod";
import { collection } from "../collection.ts";
import { ToolsError } from "../errors.ts";
import { tokenDigest } from "../identity/token.ts";
import type { DocumentStore, WriteOperation } from "../storage.ts";
import { hourMs } from "../time.ts";

/** The places for mails to an address that a stranger can cause. Each is taken for an hour. */
const mailSlots = collection("outbox/slots/{receiver}/{slot}", z.object({}));
const mailsPerHour = 3;

/**
 * Commits writes that queue a mail which a stranger can cause, at most three an hour for each address, over all processes.
 * Attack: without the limit, any visitor could fill a mailbox with mails of this server.
 *
 * @throws ToolsError `too_many_attempts`, whether or not the address has an account.
 */
export async function commitLimitedMail(
  documents: DocumentStore,
  to: string,
  operations: WriteOperation[],
  at: number,
): Promise<void> {
  const receiver = await tokenDigest(to.toLowerCase());
  for (let slot = 0; slot < mailsPerHour; slot++) {
    const place = mailSlots.create({ receiver, slot: String(slot) }, {}, { expiresAt: at + hourMs });
    const result = await documents.commit([place, ...operations]);
    if (result.committed) return;
    if (result.conflict !== place.key)
      throw new ToolsError("conflict", "Another request changed the account. Try again.");
  }
  throw new ToolsError(
    "too_many_attempts",
    "This address has received too many mails. Try again in an hour.",
    { retryAfter: hourMs / 1000 },
  );
}
