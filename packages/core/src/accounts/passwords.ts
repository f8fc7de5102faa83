import { z } from "zod";
import { invalidParameters } from "../schemas/validate.ts";
import type { DocumentStore, WriteOperation } from "../storage.ts";
import type { Account } from "./account.ts";
import { normalizePassword, passwordFault } from "./password-policy.ts";

/** Turns passwords into strings that are safe to keep: slow on purpose, so the work is bounded. */
export interface PasswordHasher {
  /** Throws a `ToolsError` `overloaded` when too many wait for their turn. */
  hash(password: string): Promise<string>;
  /** False as well for a hash that this hasher cannot read. Throws as `hash` does. */
  verify(password: string, hash: string): Promise<boolean>;
  /** Whether `hash` would make a stronger one of the same password. */
  needsRehash(hash: string): boolean;
  /** Returns this hasher for the passwords from a client address, which gets its share of the work. */
  forAddress?(address: string): PasswordHasher;
}

/** What passwords are set and checked with. */
export interface PasswordParts {
  documents: DocumentStore;
  passwords: PasswordHasher;
}

const Password = z.object({ hash: z.string(), changedAt: z.iso.datetime() });

/** The document under which the hash of an account's password is kept. */
export function passwordKey(account: string): string {
  return `passwords/${account}`;
}

/** The hash of an account's password with the revision at which it was read, or `null` where there is none. */
export async function getPasswordHash(
  documents: DocumentStore,
  account: string,
): Promise<{ hash: string; changedAt: string; revision: number } | null> {
  const document = await documents.get(passwordKey(account));
  return document && { ...Password.parse(document.value), revision: document.version };
}

/**
 * Whether it is the account's password: its hash if so, by which a session that is started on the strength of it can
 * tell that the password has not been changed meanwhile. A hash of outdated parameters is made anew.
 *
 * @param account `null` where nobody has the address that was given. That takes as long as a wrong password, so that
 *   the time tells no stranger who has an account.
 * @throws ToolsError `overloaded`.
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
  if (!(await passwords.verify(normalized, kept.hash))) return null;
  if (!passwords.needsRehash(kept.hash)) return kept.hash;
  const hash = await passwords.hash(normalized);
  const value = { hash, changedAt: kept.changedAt };
  const result = await documents.commit([{ key: passwordKey(account), value, ifVersion: kept.revision }]);
  return result.committed ? hash : verifyPassword(parts, account, password);
}

/**
 * The hash of a new password for an account.
 *
 * @throws ToolsError `invalid_parameter` for one that the policy refuses, `overloaded`.
 */
export async function hashNewPassword(
  passwords: PasswordHasher,
  account: Pick<Account, "email" | "name">,
  password: string,
): Promise<string> {
  const fault = passwordFault(password, account);
  if (fault !== null) throw invalidParameters([{ name: "password", detail: fault }]);
  return passwords.hash(normalizePassword(password));
}

/** The write that makes a hash the one of an account's password. */
export function passwordWrite(account: string, hash: string, at: number): WriteOperation {
  return { key: passwordKey(account), value: { hash, changedAt: new Date(at).toISOString() } };
}

/**
 * Sets an account's password, the first one or another, and returns its hash.
 *
 * @param at Epoch milliseconds.
 * @throws ToolsError `invalid_parameter` for one that the policy refuses, `overloaded`.
 */
export async function setPassword(
  { documents, passwords }: PasswordParts,
  account: Pick<Account, "id" | "email" | "name">,
  password: string,
  at: number,
): Promise<string> {
  const hash = await hashNewPassword(passwords, account, password);
  await documents.commit([passwordWrite(account.id, hash, at)]);
  return hash;
}
