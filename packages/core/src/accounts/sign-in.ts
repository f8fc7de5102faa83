import { z } from "zod";
import { ToolsError } from "../errors.ts";
import type { Account } from "./account.ts";
import { findAccountByEmail } from "./accounts.ts";
import { type PasswordParts, verifyPassword } from "./passwords.ts";

// No look-up of what is no address: a key of the store can hold neither any character nor any length.
const address = z.email().max(254);

/**
 * The account of an e-mail address and its password; `null` for anything else, be it the address or the password, in
 * near the same time.
 *
 * @throws ToolsError `account_suspended`, once the password has been found right; `overloaded`.
 */
export async function signIn(
  parts: PasswordParts,
  { email, password }: { email: string; password: string },
): Promise<{ account: Account; passwordHash: string } | null> {
  const account = address.safeParse(email).success ? await findAccountByEmail(parts.documents, email) : null;
  const passwordHash = await verifyPassword(parts, account && account.id, password);
  if (!account || passwordHash === null) return null;
  if (account.status !== "active")
    throw new ToolsError("account_suspended", `The account ${account.id} is suspended.`);
  return { account, passwordHash };
}
