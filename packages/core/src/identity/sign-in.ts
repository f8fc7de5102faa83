import { EmailAddress } from "../schema/email.ts";
import type { Account } from "./account.ts";
import { ToolsError } from "../errors.ts";
import { findAccountByEmail } from "./accounts.ts";
import { type PasswordParts, verifyPassword } from "./passwords.ts";

/**
 * Requires that an account is not suspended. The message has the operator's reason, so only the owner may see it.
 *
 * @throws ToolsError `account_suspended`.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, requireActive } from "@tools-api/core/accounts";
 *
 * const account = await createAccount(memoryDocuments(), { email: "ada@example.com" }, { at: Date.now() });
 * requireActive(account);
 * ```
 */
export function requireActive({ id, status, suspension }: Account): void {
  if (status === "active") return;
  const message = `The account ${id} is suspended`;
  throw new ToolsError("account_suspended", suspension ? `${message}: ${suspension.reason}` : `${message}.`);
}

/**
 * Returns the account with an e-mail address and password. Returns `null` if either does not match, in nearly the same
 * time. The account can be suspended, see {@link requireActive}.
 *
 * @throws ToolsError `overloaded`.
 *
 * @example
 * ```ts
 * import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { signIn, signUp } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const parts = { ...stores, passwords: scryptHasher() };
 * const password = "correct horse battery staple";
 * await signUp(parts, { email: "ada@example.com", password }, Date.now());
 * const signedIn = await signIn(parts, { email: "ada@example.com", password });
 * console.log(signedIn?.account.email); // ada@example.com
 * ```
 */
export async function signIn(
  parts: PasswordParts,
  { email, password }: { email: string; password: string },
): Promise<{ account: Account; passwordHash: string } | null> {
  // Only valid addresses are looked up, because a key of the store cannot hold every character or length.
  const isAddress = EmailAddress.safeParse(email).success;
  const account = isAddress ? await findAccountByEmail(parts.documents, email) : null;
  const passwordHash = await verifyPassword(parts, account && account.id, password);
  if (!account || passwordHash === null) return null;
  return { account, passwordHash };
}
