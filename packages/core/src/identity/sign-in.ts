import type { Account } from "../account.ts";
import { ToolsError } from "../errors.ts";
import { EmailAddress, findAccountByEmail } from "./accounts.ts";
import { type PasswordParts, verifyPassword } from "./passwords.ts";

/**
 * Returns the account with an e-mail address and password. Returns `null` if either does not match, in nearly the same
 * time.
 *
 * @throws ToolsError `account_suspended`, only if the password matches; `overloaded`.
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
  if (account.status !== "active")
    throw new ToolsError("account_suspended", `The account ${account.id} is suspended.`);
  return { account, passwordHash };
}
