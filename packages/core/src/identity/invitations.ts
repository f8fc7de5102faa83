import { comparedEmail, EmailAddress } from "../schema/email.ts";
import { z } from "zod";
import { PlanName, standardPlan } from "./account-terms.ts";
import { collection, type Page, type Stored } from "../store/collection.ts";
import { ToolsError } from "../errors.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { dayMs } from "../time.ts";
import { parameter, validateOptions } from "../schema/validate.ts";
import { StoredInstant } from "../schema/wire.ts";
import { isIdentifier, newIdentifier, type RandomBytes, secureRandomBytes } from "../store/identifier.ts";

/** Milliseconds for which an invitation is valid. */
const invitationMs = 7 * dayMs;

// An operator sees for that long which invitations were used or have expired.
const keptMs = 30 * dayMs;

/** The fields of a new invitation. */
export const NewInvitation = z.strictObject({
  email: parameter("an email address, or null for any", EmailAddress.nullable().default(null), {
    purpose: "The only address that can use the invitation; `null` for any.",
  }),
  plan: parameter("the name of a plan", PlanName.default(standardPlan), {
    purpose: "The plan with which the account opens.",
  }),
});

/** An invitation to open an account. Instants are epoch milliseconds. */
const Invitation = z.object({
  id: z.string(),
  /** The only address that can use it; `null` for any. */
  email: z.string().nullable(),
  /** The plan of the account that it opens. */
  plan: PlanName,
  createdAt: StoredInstant,
  expiresAt: StoredInstant,
  usedAt: StoredInstant.nullable(),
  /** The account that it opened. */
  account: z.string().nullable(),
});

/** An invitation to open an account. Instants are epoch milliseconds. */
export type Invitation = z.output<typeof Invitation>;

const invitations = collection("invitations/{id}", Invitation, {
  expiresAt: ({ expiresAt }) => expiresAt + keptMs,
});

/**
 * Creates an invitation, valid for seven days and for one account.
 *
 * @param at Epoch milliseconds.
 * @param otherWrites Returns writes for the same commit, such as those that queue a mail.
 * @throws ToolsError `invalid_parameter`.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createInvitation } from "@tools-api/core/accounts";
 *
 * const invitation = await createInvitation(memoryDocuments(), { email: "ada@example.com" }, Date.now());
 * console.log(invitation.plan, invitation.usedAt); // free null
 * ```
 */
export async function createInvitation(
  documents: DocumentStore,
  fields: { email?: string | null | undefined; plan?: Invitation["plan"] | undefined },
  at: number,
  {
    otherWrites = () => [],
    randomBytes = secureRandomBytes,
  }: { otherWrites?: (invitation: Invitation) => WriteOperation[]; randomBytes?: RandomBytes } = {},
): Promise<Invitation> {
  const invitation: Invitation = {
    ...validateOptions(NewInvitation, fields),
    id: newIdentifier("inv", randomBytes),
    createdAt: at,
    expiresAt: at + invitationMs,
    usedAt: null,
    account: null,
  };
  await documents.commit([invitations.create(invitation, invitation), ...otherWrites(invitation)]);
  return invitation;
}

/**
 * Returns an invitation that can be used, or `null`.
 *
 * @param email The address of the account to open; `null` if it is not known yet.
 * @param at Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createInvitation, findInvitation } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { id } = await createInvitation(documents, { email: "ada@example.com" }, Date.now());
 * console.log(await findInvitation(documents, id, "eve@example.com", Date.now())); // null
 * ```
 */
export async function findInvitation(
  documents: DocumentStore,
  id: string,
  email: string | null,
  at: number,
): Promise<Stored<Invitation> | null> {
  const found = isIdentifier("inv", id) ? await invitations.get(documents, { id }) : null;
  if (!found || found.value.usedAt !== null || found.value.expiresAt <= at) return null;
  const bound = found.value.email;
  const matches = bound === null || email === null || comparedEmail(bound) === comparedEmail(email);
  return matches ? found : null;
}

/** Returns the writes that use an invitation. The commit fails if it has been used or revoked. */
export function invitationWrites(found: Stored<Invitation>, account: string, at: number): WriteOperation[] {
  return [invitations.replace(found, { ...found.value, usedAt: at, account })];
}

/**
 * Returns a page of the invitations of the last 37 days, ordered by id.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createInvitation, listInvitations } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * await createInvitation(documents, { plan: "pro" }, Date.now());
 * const invitations = await listInvitations(documents, { limit: 100 });
 * console.log(invitations.map(({ plan }) => plan)); // [ "pro" ]
 * ```
 */
export async function listInvitations(documents: DocumentStore, page: Page): Promise<Invitation[]> {
  return (await invitations.list(documents, {}, page)).map(({ value }) => value);
}

/**
 * Revokes an invitation that is not used.
 *
 * @param otherWrites Writes for the same commit.
 * @throws ToolsError `not_found`; `conflict` if it is used.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createInvitation, listInvitations, revokeInvitation } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { id } = await createInvitation(documents, {}, Date.now());
 * await revokeInvitation(documents, id);
 * console.log(await listInvitations(documents, { limit: 100 })); // []
 * ```
 */
export async function revokeInvitation(
  documents: DocumentStore,
  id: string,
  otherWrites: readonly WriteOperation[] = [],
): Promise<void> {
  for (;;) {
    const found = await invitations.get(documents, { id });
    if (!found) throw new ToolsError("not_found", `There is no invitation ${id}.`);
    if (found.value.usedAt !== null) throw new ToolsError("conflict", `The invitation ${id} has been used.`);
    if ((await documents.commit([invitations.remove(found), ...otherWrites])).committed) return;
  }
}
