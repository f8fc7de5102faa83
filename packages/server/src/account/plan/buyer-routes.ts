import { BuyerDetails, setBillingDetails } from "@tools-api/core/billing";
import { accountExample, AccountRecord, accountRecord } from "../call/account-record.ts";
import { type ManagementRoute, managementRoute } from "../call/route.ts";

const buyerExample = {
  name: "Analytical Engines Ltd",
  address: ["1 Example Road", "London"],
  tax_id: "GB987654321",
};

export const changeBillingDetails = managementRoute({
  method: "PUT",
  path: "/account/billing-details",
  operationId: "set-billing-details",
  summary: "Set the buyer on later invoices.",
  description:
    "Earlier invoices keep theirs. They stay after the account is closed, as the law requires of invoices.",
  errors: ["conflict"],
  body: () => BuyerDetails,
  status: 200,
  answer: AccountRecord,
  example: { body: buyerExample, answer: { ...accountExample, billing_details: buyerExample } },
  async handle({ services, caller, body: { name, address, tax_id: taxId }, now }) {
    const details = { name, address, taxId };
    return accountRecord(services, await setBillingDetails(services, caller.account.id, details, now));
  },
});

export const removeBillingDetails = managementRoute({
  method: "DELETE",
  path: "/account/billing-details",
  operationId: "remove-billing-details",
  summary: "Remove the buyer from later invoices.",
  description: "Earlier invoices keep theirs.",
  errors: ["conflict"],
  status: 204,
  example: null,
  async handle({ services, caller, now }) {
    await setBillingDetails(services, caller.account.id, null, now);
  },
});

/** The management calls of the buyer on invoices. */
export const buyerRoutes: readonly ManagementRoute[] = [changeBillingDetails, removeBillingDetails];
