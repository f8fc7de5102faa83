import type { Account } from "./account.ts";
import { auditEntry, type NewAuditEntry } from "../audit/entries.ts";
import type { Stores } from "../store/commit.ts";
import { ToolsError } from "../errors.ts";
import type { WriteOperation } from "../store/storage.ts";
import { validateOptions } from "../schema/validate.ts";
import { AccountChange, addressTaken, emailIds, emails, updateAccount } from "./accounts.ts";
import { type Epochs, requireSameSession } from "./credential-epoch.ts";

/** Returns the writes that replace the index entry of the old e-mail address by one of the new address. */
export function addressWrites(before: Account, { email }: Account): WriteOperation[] {
  const [from, to] = [emailIds(before.email), emailIds(email)];
  return from.email === to.email ? [] : [emails.drop(from), emails.create(to, { account: before.id })];
}

/**
 * Returns the entry of another address in the audit log. Entries outlive a closed account, so they never contain an address
 * or a name.
 */
export function emailChangeEntry(
  before: Account,
  entry: Omit<NewAuditEntry, "action" | "previousEmail">,
): WriteOperation[] {
  // Attack: an owner who changes unconfirmed addresses in turn would send mail to strangers without a limit.
  const previousEmail = before.emailVerifiedAt === undefined ? undefined : before.email;
  return auditEntry({ ...entry, action: "email.changed", previousEmail });
}

/** The changes of an account by its owner. */
interface AccountFields {
  email?: string | undefined;
  /** True if the account keeps its address until the owner has confirmed `email`. Default: false. */
  awaitsProof?: boolean;
  name?: string | undefined;
  allowanceMails?: boolean | undefined;
}

/** The caller and the instant of a change. */
interface AccountChangeOptions {
  /**
   * The account's epochs as read when the caller was authenticated. They keep a request that is in progress during a
   * password change from changing the address afterwards.
   */
  caller?: Epochs | undefined;
  /** Epoch milliseconds, for the audit log. Default: now. */
  at?: number | undefined;
}

/**
 * Changes the name or e-mail address of an account, or whether its owner gets mail about the allowance. Another address
 * is unverified. With `awaitsProof`, it becomes the `pendingEmail` of the account, which takes no address from others:
 * the link in a mail makes it the address.
 *
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict` if another account has the address, this account is
 *   closed, or its password was changed since.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { changeAccount, createAccount } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { name } = await changeAccount(stores, id, { name: "Ada Lovelace" });
 * console.log(name); // Ada Lovelace
 * ```
 */
export async function changeAccount(
  stores: Stores,
  id: string,
  { awaitsProof = false, ...fields }: AccountFields,
  { caller, at = Date.now() }: AccountChangeOptions = {},
): Promise<Account> {
  const { email, name, allowance_mails: allowanceMails } = validateOptions(AccountChange, fields);
  return updateAccount(stores, id, (account) => {
    if (account.status === "closed") throw new ToolsError("conflict", `The account ${id} is closed.`);
    requireSameSession(account, caller);
    const isOther = email !== undefined && emailIds(email).email !== emailIds(account.email).email;
    const isPending = isOther && awaitsProof;
    const value: Account = { ...account, name: name ?? account.name };
    if (email !== undefined) {
      delete value.pendingEmail;
      if (isPending) value.pendingEmail = email;
      else value.email = email;
    }
    // Another address is unverified until its owner confirms it. Absent is the stored form of unverified.
    if (isOther && !isPending) delete value.emailVerifiedAt;
    if (allowanceMails === true) delete value.allowanceMails;
    if (allowanceMails === false) value.allowanceMails = false;
    const entry = { account: id, ...stores.by, at };
    return {
      value,
      otherWrites: [
        ...addressWrites(account, value),
        ...(value.email === account.email ? [] : emailChangeEntry(account, entry)),
        ...(isPending ? auditEntry({ ...entry, action: "email.change_requested" }) : []),
        ...(value.name === account.name ? [] : auditEntry({ ...entry, action: "account.renamed" })),
      ],
      onConflict(key) {
        if (key === emails.key(emailIds(value.email))) throw addressTaken(value.email);
      },
    };
  });
}
