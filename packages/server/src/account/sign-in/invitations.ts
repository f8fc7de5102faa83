import { createInvitation, type Invitation } from "@tools-api/core/accounts";
import { enqueue } from "@tools-api/core/outbox";
import type { DocumentStore, WriteOperation } from "@tools-api/core/storage";

/** The fields of an invitation. With `send`, which needs an address, a mail brings its link. */
interface InvitationFields {
  email?: string | null | undefined;
  plan?: Invitation["plan"] | undefined;
  send: boolean;
}

/** Creates an invitation, and queues its mail in the same commit. */
export function invite(
  documents: DocumentStore,
  { send, ...fields }: InvitationFields,
  at: number,
  otherWrites: (invitation: Invitation) => WriteOperation[] = () => [],
): Promise<Invitation> {
  const queued = ({ id, email, expiresAt }: Invitation) =>
    send && email !== null
      ? enqueue({
          account: null,
          type: "invitation.created",
          to: email,
          data: { id, expiresAt },
          at,
          expiresAt,
        })
      : [];
  return createInvitation(documents, fields, at, {
    otherWrites: (invitation) => [...queued(invitation), ...otherWrites(invitation)],
  });
}

/** Returns the state of an invitation at an instant. */
export function invitationState({ usedAt, expiresAt }: Invitation, now: number): "open" | "used" | "expired" {
  return usedAt !== null ? "used" : expiresAt <= now ? "expired" : "open";
}
