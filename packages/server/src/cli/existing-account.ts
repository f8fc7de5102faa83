import { ToolsError } from "@tools-api/core/errors";
import { findAccountByEmail } from "@tools-api/core/accounts/light";
import type { DocumentStore } from "@tools-api/core";
import type { Account } from "@tools-api/core/accounts";

/**
 * Returns the account of an email address.
 *
 * @throws ToolsError `not_found` if there is none.
 */
export async function existingAccount(documents: DocumentStore, email: string): Promise<Account> {
  const account = await findAccountByEmail(documents, email);
  if (!account) throw new ToolsError("not_found", `There is no account for ${email}.`);
  return account;
}
