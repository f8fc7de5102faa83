import { z } from "zod";
import type { Account } from "./account.ts";
import { auditEntry } from "../audit/entries.ts";
import { collection, type Revision, type Stored } from "../store/collection.ts";
import type { Stores } from "../store/commit.ts";
import { ToolsError } from "../errors.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { eraseWebhooks } from "../webhooks/endpoints.ts";
import { StoredInstant } from "../schema/wire.ts";
import { addressTaken, emailIds, emails, findAccountByEmail, updateAccount } from "./accounts.ts";
import { addressWrites, emailChangeEntry } from "./change-account.ts";
import { credentialEpoch, sessionEpoch } from "./credential-epoch.ts";
import { endAllCredentials } from "./end-credentials.ts";
import { getPasswordHash, passwordHashes } from "./passwords.ts";
import { deleteSessions } from "./sessions.ts";
import { tokenDigest } from "../store/token.ts";

const MailLink = z.object({
  /** `sign-up` opens an account, `verify` proves the address of one, `reset` allows to set a new password. */
  purpose: z.enum(["sign-up", "verify", "reset"]),
  /** The receiver of the link. */
  email: z.string(),
  createdAt: StoredInstant,
  expiresAt: StoredInstant,
  /** The account of a `verify` link, and its `sessionEpoch` at the creation of the link. A new password ends the link. */
  account: z.object({ id: z.string(), epoch: z.int().min(0) }).optional(),
  /** The invitation of a `sign-up` link that the operator bound to the address. */
  invitation: z.string().optional(),
});

/**
 * A one-time link that is sent to an address. It proves that its user reads the mail of the address. Only the digest of
 * its token is stored. It holds nothing that its requester typed except the address.
 *
 * Attack: a stranger requests a link to the address of a victim, with a password or a plan that the victim's account then
 * has (Sudhodanan and Paverd, "Pre-hijacked Accounts", 2022).
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
export function useMailLink(link: Revision): WriteOperation {
  return mailLinks.remove(link);
}

/** Returns the error for a link that cannot be used. */
export function linkUsed(): ToolsError {
  return new ToolsError("not_found", "This link was used or has expired. Request a new one.");
}

/**
 * Confirms an address by a `verify` link: the address of the account, or the one that its owner wants instead.
 * Attack: a stranger adds the address of a victim to an account, and the victim opens the link. So the link works only for
 * a caller who is signed in to the account.
 *
 * @param caller The signed-in account.
 * @returns The account, or `null` if the link is used, expired or unknown, for another account, from before the last
 *   change of its password, or for an address that the owner does not want any more.
 * @throws ToolsError `conflict` if another account has the address.
 */
export async function verifyByMailLink(
  stores: Stores,
  token: string,
  caller: Pick<Account, "id">,
  at: number,
): Promise<Account | null> {
  const link = await findMailLink(stores.documents, token, "verify", at);
  if (link?.value.account?.id !== caller.id) return null;
  const { email } = link.value;
  let isConfirmed = false;
  const account = await updateAccount(stores, caller.id, (before) => {
    const isCurrent = emailIds(email).email === emailIds(before.email).email;
    isConfirmed =
      before.status !== "closed" &&
      link.value.account?.epoch === sessionEpoch(before) &&
      (isCurrent || before.pendingEmail === email);
    if (!isConfirmed) return null;
    const { pendingEmail: _, ...rest } = before;
    const value: Account = { ...(isCurrent ? before : { ...rest, email }), emailVerifiedAt: at };
    const entry = { account: before.id, ...stores.by, at };
    return {
      value,
      otherWrites: [
        useMailLink(link),
        ...addressWrites(before, value),
        ...(isCurrent ? [] : emailChangeEntry(before, entry)),
        ...auditEntry({ ...entry, action: "email.verified" }),
      ],
      onConflict(key) {
        if (key === link.key) throw linkUsed();
        if (key === emails.key(emailIds(email))) throw addressTaken(email);
      },
    };
  });
  return isConfirmed ? account : null;
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
 * Returns an account as its owner takes it over who proves the address only now. Nothing remains that an earlier holder of
 * the account could have typed or added: sessions, keys, passkeys, the link of an identity provider, the name, the buyer.
 */
function takenOver(account: Account): Account {
  const { pendingEmail: _, billingDetails: __, ...rest } = account;
  return {
    ...rest,
    name: "",
    sessionEpoch: sessionEpoch(account) + 1,
    credentialEpoch: credentialEpoch(account) + 1,
  };
}

/**
 * Uses a `reset` link. It proves that the caller reads the mail of the account's address. If that is the first proof, it
 * ends the password and all credentials of the account.
 *
 * @returns The account, or `null` as {@link findResetAccount} does, or if another call has used the link.
 */
export async function redeemResetLink(stores: Stores, token: string, at: number): Promise<Account | null> {
  const { documents } = stores;
  const id = (await findResetAccount(documents, token, at))?.account.id;
  if (id === undefined) return null;
  let isFirstProof = false;
  let isRedeemed = false;
  const account = await updateAccount(stores, id, async (before) => {
    const reset = await findResetAccount(documents, token, at);
    isRedeemed = reset?.account.id === id;
    if (!reset || !isRedeemed) return null;
    isFirstProof = before.emailVerifiedAt === undefined;
    const kept = isFirstProof ? takenOver(before) : before;
    return {
      value: { ...kept, emailVerifiedAt: before.emailVerifiedAt ?? at },
      otherWrites: [
        useMailLink(reset.link),
        ...(isFirstProof ? [passwordHashes.drop({ account: id })] : []),
        ...auditEntry({ account: id, action: "password.reset", ...stores.by, at }),
      ],
    };
  });
  if (!isRedeemed) return null;
  if (isFirstProof) {
    await deleteSessions(documents, id);
    await eraseWebhooks(documents, id);
    await endAllCredentials(stores, account, at);
  }
  return account;
}
