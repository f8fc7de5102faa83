import { ToolsError } from "../errors.ts";
import { validateOptions } from "../schemas/validate.ts";
import type { WriteOperation } from "../storage.ts";
import type { Account } from "./account.ts";
import { AccountChange, accountKey, addressTaken, emailKey, getAccount } from "./accounts.ts";
import { commitFenced, type Stores } from "./commit-fenced.ts";
import { type Epochs, requireSameSession } from "./credential-epoch.ts";

/** The writes by which an account is found by another address, and no more by the one before. */
function addressWrites(before: Account, { email }: Account): WriteOperation[] {
  const [from, to] = [emailKey(before.email), emailKey(email)];
  return from === to ? [] : [{ key: from }, { key: to, value: { account: before.id }, ifAbsent: true }];
}

/**
 * Gives an account another name or e-mail address.
 *
 * @param caller The epochs of the account as the caller was authenticated, so that a request in progress while a new
 * password is set does not change the address after it.
 * @throws ToolsError `invalid_parameter`; `conflict` when the address has an account already, or this one is closed, or
 * has another password since; `not_found`.
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
