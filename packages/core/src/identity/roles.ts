import { z } from "zod";
import { type Account, roles } from "./account.ts";
import { auditEntry } from "../audit/entries.ts";
import type { Stores } from "../store/commit.ts";
import { ToolsError } from "../errors.ts";
import { parameter, validateOptions } from "../schema/validate.ts";
import { updateAccount } from "./accounts.ts";
import { operatorWrites } from "./operators.ts";

const RoleChange = z.strictObject({
  role: parameter(roles.join(" or "), z.enum(roles), {
    purpose: "The rights of the account: an `operator` manages all accounts.",
  }),
});

/**
 * Makes an account an operator or a customer. The change applies to the next request in every process. Its API keys with
 * the scope `operator` have no more power than the role of the account.
 *
 * @param at Epoch milliseconds, for the audit log.
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict` for the last active operator, for a closed account, and
 *   beyond 100 operators.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount, setRole } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { role } = await setRole(stores, id, "operator", Date.now());
 * console.log(role); // operator
 * ```
 */
export async function setRole(
  stores: Stores,
  id: string,
  role: (typeof roles)[number],
  at: number,
): Promise<Account> {
  validateOptions(RoleChange, { role });
  return updateAccount(stores, id, async (account) => {
    if (account.status === "closed") throw new ToolsError("conflict", `The account ${id} is closed.`);
    if ((account.role ?? "customer") === role) return null;
    const { role: _, ...customer } = account;
    const value: Account = role === "operator" ? { ...customer, role } : customer;
    return {
      value,
      otherWrites: [
        ...(await operatorWrites(stores.documents, account, value)),
        ...auditEntry({ account: id, action: "role.changed", details: { role }, ...stores.by, at }),
      ],
    };
  });
}
