import type { Account } from "../account.ts";
import { ToolsError } from "../errors.ts";
import type { WriteOperation } from "../storage.ts";
import { validateOptions } from "../validate.ts";
import { AccountChange, accountKey, addressTaken, emailKey, getAccount } from "./accounts.ts";
import { commitFenced, type Stores } from "./commit-fenced.ts";
import { type Epochs, requireSameSession } from "./credential-epoch.ts";

/** Returns the writes that replace the index entry of the old e-mail address by one of the new address. */
function addressWrites(before: Account, { email }: Account): WriteOperation[] {
  const [from, to] = [emailKey(before.email), emailKey(email)];
  return from === to ? [] : [{ key: from }, { key: to, value: { account: before.id }, ifAbsent: true }];
}

/**
 * Changes the name or e-mail address of an account.
 *
 * @param caller The account's epochs as read when the caller was authenticated. They keep a request that is in progress
 *   during a password change from changing the address afterwards.
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict` if another account has the address, this account is
 *   closed, or its password was changed since.
 */
export async function changeAccount(
  stores: Stores,
  id: string,
  fields: { email?: string | undefined; name?: string | undefined },
  caller?: Epochs,
): Promise<Account> {
  const { email, name } = validateOptions(AccountChange, fields);
  for (;;) {
    const found = await getAccount(stores.documents, id);
    if (!found) throw new ToolsError("not_found", `There is no account ${id}.`);
    const { account, revision } = found;
    if (account.status === "closed") throw new ToolsError("conflict", `The account ${id} is closed.`);
    requireSameSession(account, caller);
    const changed = { ...account, email: email ?? account.email, name: name ?? account.name };
    const result = await commitFenced(stores, [
      { key: accountKey(id), value: changed, ifVersion: revision, fence: true },
      ...addressWrites(account, changed),
    ]);
    if (result.committed) return changed;
    if (result.conflict === emailKey(changed.email)) throw addressTaken(changed.email);
  }
}
