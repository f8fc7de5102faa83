import process from "node:process";
import { listInvoices, markInvoicePaid } from "@tools-api/core/billing";
import { existingAccount } from "./accounts.ts";
import { allItems, type Command, parseArguments, printRows, required, withStores } from "./command.ts";

/** Runs `tools-api invoices list`. */
export const listAllInvoices: Command = async (words) => {
  const { values } = parseArguments(words, { email: { type: "string" }, json: { type: "boolean" } });
  const email = required(values.email, "email");
  await withStores(async ({ documents }) => {
    const { id } = await existingAccount(documents, email);
    const invoices = await allItems((page) => listInvoices(documents, id, page));
    const rows = invoices.map((invoice) => ({
      invoice: invoice.id,
      created_at: new Date(invoice.at).toISOString(),
      status: invoice.status,
      total: invoice.total,
      amount_due: invoice.amountDue,
      currency: invoice.currency,
    }));
    const columns = ["invoice", "created_at", "status", "total", "amount_due", "currency"];
    printRows(rows, columns, values.json ?? false);
  });
};

/** Runs `tools-api invoices mark-paid`. */
export const markPaid: Command = async (words) => {
  const options = { email: { type: "string" } } as const;
  const { values, positionals } = parseArguments(words, options, { minimum: 1, maximum: 1 });
  const email = required(values.email, "email");
  const [invoice = ""] = positionals;
  await withStores(async (stores, { plans }) => {
    const { id } = await existingAccount(stores.documents, email);
    const { status } = await markInvoicePaid({ ...stores, plans }, id, invoice, Date.now());
    process.stdout.write(`Invoice ${invoice} of ${email} is ${status}.\n`);
  });
};
