import { z } from "zod";
import type { Account } from "../account.ts";
import type { Source } from "../audit/index.ts";
import { PlanName } from "../account-terms.ts";
import { collection, type Revision, type Stored } from "../collection.ts";
import { type Stores, transact } from "../commit.ts";
import type { DocumentStore, WriteOperation } from "../storage.ts";
import { StoredInstant } from "../wire.ts";
import { secureRandomBytes } from "./identifier.ts";
import { auditEntry } from "../audit/entries.ts";
import {
  accounts,
  emailIds,
  emails,
  findAccountByEmail,
  getAccount,
  nextRole,
  prepareAccount,
} from "./accounts.ts";
import { findInvitation, invitationWrites } from "./invitations.ts";
import { firstOperatorKey } from "./operators.ts";
import { getPasswordHash, passwordWrite } from "./passwords.ts";
import { tokenDigest } from "./token.ts";

const MailLink = z.object({
  /** `sign-up` opens an account, `verify` confirms the address of one, `reset` allows to set a new password. */
  purpose: z.enum(["sign-up", "verify", "reset"]),
  /** The receiver of the link. */
  email: z.string(),
  createdAt: StoredInstant,
  expiresAt: StoredInstant,
  /** The fields of the account that a `sign-up` link opens. */
  opening: z
    .object({
      name: z.string(),
      passwordHash: z.string(),
      plan: PlanName.optional(),
      planVersion: z.int().positive().optional(),
      invitation: z.string().optional(),
      /** The page that opens afterwards. */
      next: z.string().optional(),
    })
    .optional(),
});

/**
 * A one-time link that is sent to an address. It proves that its user reads the mail of the address. Only the digest of
 * its token is stored.
 */
export type MailLink = z.output<typeof MailLink>;

const mailLinks = collection("mail-links/{digest}", MailLink, { expiresAt: ({ expiresAt }) => expiresAt });

// The shape of an HMAC in base64url.
const tokenShape = /^[\w-]{43}$/;

/** Returns the write that stores a link. */
export async function mailLinkWrite(token: string, link: MailLink): Promise<WriteOperation> {
  return mailLinks.create({ digest: await tokenDigest(token) }, link);
}

/** Returns a link without using it. Returns `null` if it is used, expired, unknown or for another purpose. */
export async function findMailLink(
  documents: DocumentStore,
  token: string,
  purpose: MailLink["purpose"],
  at: number,
): Promise<Stored<MailLink> | null> {
  if (!tokenShape.test(token)) return null;
  const found = await mailLinks.get(documents, { digest: await tokenDigest(token) });
  return found && found.value.purpose === purpose && found.value.expiresAt > at ? found : null;
}

/** Returns the write that uses a link. The commit fails if the link has been used. */
function useMailLink(link: Revision): WriteOperation {
  return mailLinks.remove(link);
}

/**
 * Opens the account of a `sign-up` link, whose address is verified. Of several concurrent calls one gets the account.
 *
 * @param by The origin of the change, for the audit log.
 * @returns `null` if the link or the invitation is used or expired, or another account has the address.
 */
export async function openByMailLink(
  documents: DocumentStore,
  token: string,
  at: number,
  by: Source,
): Promise<{ account: Account; passwordHash: string; next: string | undefined } | null> {
  const link = await findMailLink(documents, token, "sign-up", at);
  const opening = link?.value.opening;
  if (!link || !opening) return null;
  const { name, passwordHash, plan, planVersion, invitation: id, next } = opening;
  const { email } = link.value;
  const invitation = id === undefined ? null : await findInvitation(documents, id, email, at);
  if (id !== undefined && !invitation) return null;
  const role = await nextRole(documents);
  const { account, operations } = prepareAccount(
    { email, name, role, plan, planVersion, emailVerifiedAt: at },
    at,
    secureRandomBytes,
    by,
  );
  const result = await documents.commit([
    useMailLink(link),
    ...operations,
    passwordWrite(account.id, passwordHash, at),
    ...(invitation ? invitationWrites(invitation, account.id, at) : []),
  ]);
  if (result.committed) return { account, passwordHash, next };
  return result.conflict === firstOperatorKey ? openByMailLink(documents, token, at, by) : null;
}

/**
 * Marks the address of an account as verified, by a `verify` link.
 *
 * @returns The account, or `null` if the link is used, expired or unknown, or no account has the address any more.
 */
export async function verifyByMailLink(stores: Stores, token: string, at: number): Promise<Account | null> {
  const { documents } = stores;
  return transact<Account | null>(stores, async () => {
    const link = await findMailLink(documents, token, "verify", at);
    const entry = link && (await emails.get(documents, emailIds(link.value.email)));
    const found = entry && (await getAccount(documents, entry.value.account));
    if (!link || !found || found.value.status === "closed") return { operations: [], result: null };
    const account = { ...found.value, emailVerifiedAt: at };
    return {
      operations: [
        useMailLink(link),
        accounts.replace(found, account),
        ...auditEntry({ account: account.id, action: "email.verified", ...stores.by, at }),
      ],
      result: account,
    };
  });
}

/**
 * Returns the account whose password a `reset` link may replace, and the link. Returns `null` if the link is used, expired
 * or unknown, the password was set after the link was created, or the account is not active.
 */
export async function findResetAccount(
  documents: DocumentStore,
  token: string,
  at: number,
): Promise<{ account: Account; link: Stored<MailLink> } | null> {
  const link = await findMailLink(documents, token, "reset", at);
  const account = link && (await findAccountByEmail(documents, link.value.email));
  if (!link || account?.status !== "active") return null;
  const password = await getPasswordHash(documents, account.id);
  const isOutdated = password !== null && password.value.changedAt > link.value.createdAt;
  return isOutdated ? null : { account, link };
}

/**
 * Uses a `reset` link. It proves that the caller reads the mail of the account's address, which is then verified.
 *
 * @returns The account, or `null` as {@link findResetAccount} does, or if another call has used the link.
 */
export async function redeemResetLink(stores: Stores, token: string, at: number): Promise<Account | null> {
  const { documents } = stores;
  return transact<Account | null>(stores, async () => {
    const reset = await findResetAccount(documents, token, at);
    const found = reset && (await getAccount(documents, reset.account.id));
    if (!reset || !found) return { operations: [], result: null };
    const account = { ...found.value, emailVerifiedAt: found.value.emailVerifiedAt ?? at };
    return {
      operations: [
        useMailLink(reset.link),
        accounts.replace(found, account),
        ...auditEntry({ account: account.id, action: "password.reset", ...stores.by, at }),
      ],
      result: account,
    };
  });
}
