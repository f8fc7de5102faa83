import process from "node:process";
import { ToolsError } from "@tools-api/core";
import { type Account, getAccount, type Stores } from "@tools-api/core/accounts";
import {
  approvePlanChange,
  type Billing,
  creditAccount,
  type Invoice,
  listInvoices,
  listOpenBalances,
  markInvoicePaid,
  payOutCredit,
  recordRefund,
  voidInvoice,
  writeOffInvoice,
} from "@tools-api/core/billing";
import { isoInstant, isoInstantOrNull } from "@tools-api/core/internal/time";
import type { Config } from "../runtime/config.ts";
import { existingAccount } from "./existing-account.ts";
import { allItems, type Command, parseArguments, printRows, required, withStores } from "./command.ts";
import { UsageError } from "./usage-error.ts";

const accountOptions = { email: { type: "string" }, account: { type: "string" } } as const;

interface Named {
  email?: string | undefined;
  account?: string | undefined;
}

/**
 * Returns the account that the options name. A closed account has no address any more, only its id.
 *
 * @throws UsageError unless one of `--email` and `--account` is given; ToolsError `not_found`.
 */
async function namedAccount({ documents }: Stores, { email, account: id }: Named): Promise<Account> {
  if ((email === undefined) === (id === undefined))
    throw new UsageError("Expected one of --email and --account.");
  if (email !== undefined) return existingAccount(documents, email);
  const found = await getAccount(documents, id ?? "");
  if (!found) throw new ToolsError("not_found", `There is no account ${id}.`);
  return found.value;
}

function billingOf(stores: Stores, { plans, billingTerms }: Config): Billing {
  return { ...stores, ...billingTerms, plans };
}

/** Runs `tools-api invoices list`. */
export const listAllInvoices: Command = async (words) => {
  const { values } = parseArguments(words, { ...accountOptions, json: { type: "boolean" } });
  await withStores(async (stores) => {
    const { id } = await namedAccount(stores, values);
    const invoices = await allItems((page) => listInvoices(stores.documents, id, page));
    const rows = invoices.map((invoice) => ({
      invoice: invoice.id,
      number: invoice.serial ?? null,
      created_at: new Date(invoice.at).toISOString(),
      due_at: isoInstantOrNull(invoice.dueAt ?? null),
      status: invoice.status,
      total: invoice.total,
      amount_due: invoice.amountDue,
      currency: invoice.currency,
    }));
    const columns = [
      "invoice",
      "number",
      "created_at",
      "due_at",
      "status",
      "total",
      "amount_due",
      "currency",
    ];
    printRows(rows, columns, values.json ?? false);
  });
};

/** Creates a command that changes an invoice of an account and prints its status. */
function invoiceCommand<const Options extends Readonly<Record<string, { type: "string" }>>>(
  options: Options,
  change: (
    billing: Billing,
    account: string,
    invoice: string,
    values: Readonly<Record<string, string | undefined>>,
  ) => Promise<Pick<Invoice, "status"> | undefined>,
): Command {
  return async (words) => {
    const parsed = parseArguments(words, { ...accountOptions, ...options }, { minimum: 1, maximum: 1 });
    // Every option is a text.
    const values = parsed.values as Readonly<Record<string, string | undefined>>;
    const [invoice = ""] = parsed.positionals;
    await withStores(async (stores, config) => {
      const account = await namedAccount(stores, values);
      const changed = await change(billingOf(stores, config), account.id, invoice, values);
      const name = account.email || account.id;
      const outcome = changed ? `is ${changed.status}` : "has the refund";
      process.stdout.write(`Invoice ${invoice} of ${name} ${outcome}.\n`);
    });
  };
}

/** Runs `tools-api invoices mark-paid`. */
export const markPaid = invoiceCommand({}, (billing, account, invoice) =>
  markInvoicePaid(billing, { account, id: invoice }, Date.now()),
);

const reason = { reason: { type: "string" } } as const;

/** Runs `tools-api invoices void`. */
export const voidOneInvoice = invoiceCommand(reason, (billing, account, invoice, values) =>
  voidInvoice(billing, { account, id: invoice }, required(values["reason"], "reason"), Date.now()),
);

/** Runs `tools-api invoices write-off`. */
export const writeOffOneInvoice = invoiceCommand(reason, (billing, account, invoice, values) =>
  writeOffInvoice(billing, { account, id: invoice }, required(values["reason"], "reason"), Date.now()),
);

/**
 * Returns an amount in minor units.
 *
 * @throws UsageError unless the text is a positive integer.
 */
function readAmount(text: string | undefined): number {
  const amount = required(text, "amount");
  if (/^[1-9]\d{0,8}$/.test(amount)) return Number(amount);
  throw new UsageError(`--amount: expected an integer from 1, in cents, received "${amount}".`);
}

/** Runs `tools-api invoices refund`. */
export const refundInvoice = invoiceCommand(
  { amount: { type: "string" }, reference: { type: "string" } },
  async (billing, account, invoice, values) => {
    const reference = required(values["reference"], "reference");
    const refund = { amount: readAmount(values["amount"]), reference, kind: "refund" } as const;
    await recordRefund(billing, { account, id: invoice }, refund, Date.now());
    return undefined;
  },
);

const adjustment = { ...accountOptions, amount: { type: "string" }, reason: { type: "string" } } as const;

/** Creates a command that posts an amount of the operator to the ledger. */
function adjustmentCommand(post: typeof creditAccount, done: string): Command {
  return async (words) => {
    const { values } = parseArguments(words, adjustment);
    const given = { amount: readAmount(values.amount), reason: required(values.reason, "reason") };
    await withStores(async (stores, config) => {
      const { id } = await namedAccount(stores, values);
      const { currency, id: invoice } = await post(billingOf(stores, config), id, given, Date.now());
      process.stdout.write(`${done} ${given.amount} (${currency}): invoice ${invoice}.\n`);
    });
  };
}

/** Runs `tools-api accounts credit`. */
export const creditOneAccount = adjustmentCommand(creditAccount, "The account has a credit of");

/** Runs `tools-api accounts pay-out`. */
export const payOutOneAccount = adjustmentCommand(payOutCredit, "The ledger has the payout of");

/** Runs `tools-api accounts approve-plan`. */
export const approveOnePlan: Command = async (words) => {
  const { values } = parseArguments(words, accountOptions);
  await withStores(async (stores, config) => {
    const { id } = await namedAccount(stores, values);
    const { plan } = await approvePlanChange(billingOf(stores, config), id, Date.now());
    process.stdout.write(`The account is on the ${plan} plan.\n`);
  });
};

/** Runs `tools-api invoices balances`. */
export const listBalances: Command = async (words) => {
  const { values } = parseArguments(words, { json: { type: "boolean" } });
  await withStores(async ({ documents }) => {
    const found = await allItems(async (page) =>
      (await listOpenBalances(documents, page)).map((balance) => ({ ...balance, id: balance.account.id })),
    );
    const rows = found.map(({ account, currency, due, credit, pastDueSince, requested, invoices }) => ({
      account_id: account.id,
      email: account.email,
      status: account.status,
      currency,
      due,
      credit,
      past_due_since: isoInstantOrNull(pastDueSince),
      oldest_invoice: invoices[0] ? isoInstant(invoices[0].at) : null,
      requested: requested?.plan ?? null,
    }));
    const columns = ["account_id", "email", "due", "credit", "currency", "past_due_since", "requested"];
    printRows(rows, columns, values.json ?? false);
  });
};
