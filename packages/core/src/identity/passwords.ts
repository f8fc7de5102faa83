import { z } from "zod";
import type { Account } from "./account.ts";
import { auditEntry } from "../audit/entries.ts";
import { collection, type Stored } from "../store/collection.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { invalidParameters } from "../schema/validate.ts";
import { normalizePassword, passwordFault } from "./password-policy.ts";
import { StoredInstant } from "../schema/wire.ts";

/**
 * A hasher that turns passwords into strings that are safe to store. Hashing is slow on purpose, so its concurrency is
 * bounded.
 */
export interface PasswordHasher {
  /** Throws a `ToolsError` `overloaded` if too many calls wait. */
  hash(password: string): Promise<string>;
  /** Returns false also for a hash that this hasher cannot read. Throws as `hash` does. */
  verify(password: string, hash: string): Promise<boolean>;
  /** Returns whether `hash` would now produce a stronger hash of the same password. */
  needsRehash(hash: string): boolean;
  /** Returns a hasher for the passwords from one client address, which gets a fair share of the work. */
  forAddress?(address: string): PasswordHasher;
}

/** The store and the hasher that set and check passwords. */
export interface PasswordParts {
  documents: DocumentStore;
  passwords: PasswordHasher;
}

const PasswordHash = z.object({ hash: z.string(), changedAt: StoredInstant });

export const passwordHashes = collection("passwords/{account}", PasswordHash);

/**
 * Returns the hash of an account's password, or `null` if the account has no password.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { getPasswordHash } from "@tools-api/core/accounts";
 *
 * console.log(await getPasswordHash(memoryDocuments(), "acct_1")); // null
 * ```
 */
export function getPasswordHash(
  documents: DocumentStore,
  account: string,
): Promise<Stored<z.output<typeof PasswordHash>> | null> {
  return passwordHashes.get(documents, { account });
}

/**
 * Checks a password. Returns its stored hash, or `null` if the password does not match. A session that begins with this
 * sign-in passes the hash on, which proves that the password was not changed in between. A hash with outdated
 * parameters is replaced.
 *
 * @param account `null` if no account has the given address. The call then takes as long as for a wrong password, so
 *   the time does not reveal which addresses have an account.
 * @throws ToolsError `overloaded`.
 *
 * @example
 * ```ts
 * import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { signUp, verifyPassword } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const parts = { ...stores, passwords: scryptHasher() };
 * const password = "correct horse battery staple";
 * const { account } = await signUp(parts, { email: "ada@example.com", password }, Date.now());
 * console.log(await verifyPassword(parts, account.id, "guess")); // null
 * ```
 */
export async function verifyPassword(
  parts: PasswordParts,
  account: string | null,
  password: string,
): Promise<string | null> {
  const { documents, passwords } = parts;
  const kept = account === null ? null : await getPasswordHash(documents, account);
  const normalized = normalizePassword(password);
  if (account === null || !kept) {
    await passwords.hash(normalized);
    return null;
  }
  if (!(await passwords.verify(normalized, kept.value.hash))) return null;
  if (!passwords.needsRehash(kept.value.hash)) return kept.value.hash;
  const hash = await passwords.hash(normalized);
  const result = await documents.commit([passwordHashes.replace(kept, { ...kept.value, hash })]);
  return result.committed ? hash : verifyPassword(parts, account, password);
}

/**
 * Returns the hash of a new password for an account.
 *
 * @throws ToolsError `invalid_parameter` if the policy refuses the password; `overloaded`.
 */
export async function hashNewPassword(
  passwords: PasswordHasher,
  account: Pick<Account, "email" | "name">,
  password: string,
): Promise<string> {
  checkNewPassword(password, account);
  return passwords.hash(normalizePassword(password));
}

/**
 * Checks a new password for an account.
 *
 * @throws ToolsError `invalid_parameter` if the policy refuses the password.
 */
export function checkNewPassword(password: string, account: Pick<Account, "email" | "name">): void {
  const fault = passwordFault(password, account);
  if (fault !== null) throw invalidParameters([{ name: "password", detail: fault }]);
}

/** Returns the write that stores a hash as the account's password. */
export function passwordWrite(account: string, hash: string, at: number): WriteOperation {
  return passwordHashes.put({ account }, { hash, changedAt: at });
}

/**
 * Sets or replaces an account's password and returns its hash.
 *
 * @param at Epoch milliseconds.
 * @throws ToolsError `invalid_parameter` if the policy refuses the password; `overloaded`.
 *
 * @example
 * ```ts
 * import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount, setPassword } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const parts = { ...stores, passwords: scryptHasher() };
 * const account = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const hash = await setPassword(parts, account, "correct horse battery staple", Date.now());
 * console.log(hash.startsWith("$scrypt$")); // true
 * ```
 */
export async function setPassword(
  { documents, passwords }: PasswordParts,
  account: Pick<Account, "id" | "email" | "name">,
  password: string,
  at: number,
): Promise<string> {
  const hash = await hashNewPassword(passwords, account, password);
  await documents.commit([
    passwordWrite(account.id, hash, at),
    ...auditEntry({ account: account.id, action: "password.changed", at }),
  ]);
  return hash;
}
