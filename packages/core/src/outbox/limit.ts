import { comparedEmail } from "../schema/email.ts";
import { z } from "zod";
import { collection } from "../store/collection.ts";
import { ToolsError } from "../errors.ts";
import { tokenDigest } from "../store/token.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { hourMs } from "../time.ts";

/** The slots for mails to an address that a stranger can cause. Each is taken for an hour. */
const mailSlots = collection("outbox/slots/{receiver}/{slot}", z.object({}));
const mailsPerAsker = 3;
const mailsPerReceiver = 12;

/** A mail that a stranger can cause. */
export interface LimitedMail {
  /** The receiver. */
  to: string;
  /** The use of the mail. Each has a limit of its own, so sign-ups by a stranger use up no recovery of the owner. */
  purpose: string;
  /** The address block, browser or account that asks for the mail. */
  asker: string;
  /** Whether the asker has proved to be the owner or an operator, whom the mails of others do not limit. */
  isKnown: boolean;
}

/**
 * Commits writes that queue a mail which a stranger can cause: in an hour, at most three for each asker, and twelve for all
 * askers who are not known, over all processes.
 * Attack: without the limits, any visitor could fill a mailbox with mails of this server. With one limit for all, any
 * visitor could keep the owner from a mail.
 *
 * @throws ToolsError `too_many_attempts`, whether or not the address has an account; `conflict` for another condition of
 *   `operations` that fails.
 */
export async function commitLimitedMail(
  documents: DocumentStore,
  { to, purpose, asker, isKnown }: LimitedMail,
  operations: WriteOperation[],
  at: number,
): Promise<void> {
  const slots = async (count: number, ...names: string[]) => {
    const receiver = await tokenDigest(JSON.stringify([comparedEmail(to), purpose, ...names]));
    return Array.from({ length: count }, (_, slot) =>
      mailSlots.create({ receiver, slot: String(slot) }, {}, { expiresAt: at + hourMs }),
    );
  };
  const own = await slots(mailsPerAsker, asker);
  const shared = isKnown ? [] : await slots(mailsPerReceiver);
  for (;;) {
    const taken = [own[0], ...(isKnown ? [] : [shared[0]])].filter((slot) => slot !== undefined);
    if (taken.length < (isKnown ? 1 : 2)) throw tooManyMails();
    const result = await documents.commit([...taken, ...operations]);
    if (result.committed) return;
    if (result.conflict === own[0]?.key) own.shift();
    else if (result.conflict === shared[0]?.key) shared.shift();
    else throw new ToolsError("conflict", "Another request changed the account. Try again.");
  }
}

function tooManyMails(): ToolsError {
  return new ToolsError(
    "too_many_attempts",
    "This address has received several mails in the last hour. Open the newest one, or try again in an hour.",
    { retryAfter: hourMs / 1000 },
  );
}
