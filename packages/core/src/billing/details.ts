import { z } from "zod";
import type { Account } from "../identity/account.ts";
import { auditEntry } from "../audit/entries.ts";
import type { Stores } from "../store/commit.ts";
import { ToolsError } from "../errors.ts";
import { updateAccount } from "../identity/accounts.ts";
import { nameExpected, nameSchema } from "../schema/name.ts";
import { parameter, validateOptions } from "../schema/validate.ts";

const maxLength = 200;
const maxLines = 6;

/** The fields of a buyer. */
export const BuyerDetails = z.strictObject({
  name: parameter(nameExpected(1, maxLength), nameSchema(maxLength), {
    purpose: "The name of the person or the company that pays.",
  }),
  address: parameter(
    `at most ${maxLines} lines of ${nameExpected(1, maxLength)}`,
    z.array(nameSchema(maxLength)).max(maxLines).default([]),
    { purpose: 'The lines of the postal address, such as `["1 Main St","Springfield"]`.' },
  ),
  tax_id: parameter(`${nameExpected(1, 50)}, or null`, nameSchema(50).nullable().default(null), {
    purpose: "The tax number of the buyer, such as a VAT number; `null` for none.",
  }),
});

/**
 * Sets the buyer on later invoices of an account. Earlier invoices keep theirs.
 *
 * @param details The name, the lines of the address and the tax number; `null` to remove them.
 * @param now Epoch milliseconds, for the audit log.
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict` if the account is closed.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { setBillingDetails } from "@tools-api/core/billing";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const buyer = { name: "Analytical Engines Ltd", address: ["1 Road", "London"], taxId: "GB1" };
 * const { billingDetails } = await setBillingDetails(stores, id, buyer, Date.now());
 * console.log(billingDetails?.name); // Analytical Engines Ltd
 * ```
 */
export async function setBillingDetails(
  stores: Stores,
  id: string,
  details: { name: string; address?: string[]; taxId?: string | null } | null,
  now: number,
): Promise<Account> {
  const buyer = details && validateOptions(BuyerDetails, details);
  return updateAccount(stores, id, (stored) => {
    const { billingDetails: _, ...account } = stored;
    if (account.status === "closed") throw new ToolsError("conflict", `The account ${id} is closed.`);
    return {
      value: buyer
        ? { ...account, billingDetails: { name: buyer.name, address: buyer.address, taxId: buyer.tax_id } }
        : account,
      otherWrites: auditEntry({ account: id, action: "billing_details.changed", ...stores.by, at: now }),
    };
  });
}
