import type { Account } from "./account.ts";
import { auditEntry } from "../audit/entries.ts";
import { type ParameterError, ToolsError } from "../errors.ts";
import type { DocumentStore } from "../store/storage.ts";
import { updateAccount } from "./accounts.ts";
import type { Stores } from "../store/commit.ts";
import { credentialEpoch, requireSameSession, sessionEpoch } from "./credential-epoch.ts";
import { endAllCredentials } from "./end-credentials.ts";
import { passwordFault } from "./password-policy.ts";
import {
  getPasswordHash,
  hashNewPassword,
  type PasswordParts,
  passwordWrite,
  verifyPassword,
} from "./passwords.ts";
import { deleteSessions, type Session } from "./sessions.ts";
import { signInLinkMs } from "./sign-in-links.ts";

/**
 * An account whose password is to be changed, and the browser session of the request. `null` without a browser session.
 */
export interface PasswordChanger {
  account: Account;
  session: Pick<Session, "method" | "createdAt"> | null;
}

/**
 * Returns whether the current password is required: the account has one, and the session did not begin with a sign-in
 * link in the last 15 minutes. Such a link is how an owner replaces a forgotten password. The requirement keeps a
 * person at an unattended browser from taking the account over.
 */
export async function needsCurrentPassword(
  documents: DocumentStore,
  { account, session }: PasswordChanger,
  at: number,
): Promise<boolean> {
  if (session?.method === "link" && at - session.createdAt < signInLinkMs) return false;
  return (await getPasswordHash(documents, account.id)) !== null;
}

/** A new password, and whether it ends the credentials of the account. */
export interface PasswordChange {
  current?: string | undefined;
  password: string;
  /**
   * Whether all API keys, OAuth clients and grants end as well. Default: only if a password is replaced without the
   * current one. That is how an owner takes an account back from an attacker who signed up with the owner's address.
   */
  endCredentials?: boolean | undefined;
}

/** Returns whether setting a password ends the keys, clients and grants of the account by default. */
export async function endsCredentials(
  documents: DocumentStore,
  changer: PasswordChanger,
  at: number,
): Promise<boolean> {
  if (await needsCurrentPassword(documents, changer, at)) return false;
  return (await getPasswordHash(documents, changer.account.id)) !== null;
}

/**
 * Stores the password and raises the epochs in one commit. From then on every process refuses older sessions and
 * sign-in links, and older credentials if `endsAll`. That holds even if this process ends right after the commit.
 */
function commitPassword(
  stores: Stores,
  { account: { id }, account: caller }: PasswordChanger,
  { hash, endsAll, at }: { hash: string; endsAll: boolean; at: number },
): Promise<Account> {
  return updateAccount(stores, id, (account) => {
    // Otherwise a request that was authenticated earlier could replace the password that has just ended its session.
    requireSameSession(account, caller);
    // Attack: a thief of a session asks for another address, and confirms it after the owner has set a new password.
    const { pendingEmail: _, ...kept } = account;
    const value = {
      ...kept,
      sessionEpoch: sessionEpoch(account) + 1,
      ...(endsAll && { credentialEpoch: credentialEpoch(account) + 1 }),
    };
    const details = { ends_credentials: endsAll };
    const entry = auditEntry({ account: id, action: "password.changed", details, ...stores.by, at });
    return { value, otherWrites: [passwordWrite(id, hash, at), ...entry] };
  });
}

/**
 * Replaces an account's password or sets the first one, and ends all its sessions and sign-in links. With
 * `endCredentials` it also ends all keys, clients and grants.
 *
 * @param at Epoch milliseconds.
 * @returns The hash for the next session, and the account with its new epochs.
 * @throws ToolsError `invalid_parameter` with the errors of both passwords (`current_password`, `password`); `conflict`
 *   if the password was changed since the caller was authenticated; `overloaded`.
 *
 * @example
 * ```ts
 * import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { changePassword, signUp } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const parts = { ...stores, passwords: scryptHasher() };
 * const password = "correct horse battery staple";
 * const { account } = await signUp(parts, { email: "ada@example.com", password }, Date.now());
 * const change = { current: password, password: "another good passphrase", endCredentials: false };
 * const changed = await changePassword(parts, { account }, change, Date.now());
 * console.log(changed.account.id === account.id); // true
 * ```
 */
export async function changePassword(
  parts: PasswordParts & Stores,
  changer: PasswordChanger,
  { current = "", password, endCredentials }: PasswordChange,
  at: number,
): Promise<{ passwordHash: string; account: Account }> {
  const { documents } = parts;
  const errors: ParameterError[] = [];
  const isNeeded = await needsCurrentPassword(documents, changer, at);
  if (isNeeded && (await verifyPassword(parts, changer.account.id, current)) === null)
    errors.push({
      pointer: "#/current_password",
      detail: "expected the current password, received another one",
    });
  const fault = passwordFault(password, changer.account);
  if (fault !== null) errors.push({ pointer: "#/password", detail: fault });
  if (errors.length > 0) {
    const message = errors.map(({ pointer, detail }) => `${pointer.slice(2)}: ${detail}`).join("; ");
    throw new ToolsError("invalid_parameter", message, { errors });
  }
  const endsAll = endCredentials ?? (await endsCredentials(documents, changer, at));
  const passwordHash = await hashNewPassword(parts.passwords, changer.account, password);
  const account = await commitPassword(parts, changer, { hash: passwordHash, endsAll, at });
  await deleteSessions(documents, account.id);
  if (endsAll) await endAllCredentials(parts, account, at);
  return { passwordHash, account };
}
