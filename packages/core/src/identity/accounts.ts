import { z } from "zod";
import { PlanName, standardPlan } from "./account-terms.ts";
import { Account } from "./account.ts";
import { auditEntry } from "../audit/entries.ts";
import type { Source } from "../store/source.ts";
import { enrolment } from "./due-accounts.ts";
import { ToolsError } from "../errors.ts";
import { comparedEmail, EmailAddress } from "../schema/email.ts";
import { nameExpected, optionalNameSchema } from "../schema/name.ts";
import { type Change, collection, type Page, type Stored } from "../store/collection.ts";
import type { Stores } from "../store/commit.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { parameter, validateOptions } from "../schema/validate.ts";
import { directoryWrites } from "./directory-entries.ts";
import { firstOperatorKey, firstOperatorWrites } from "./operators.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "../store/identifier.ts";

/** The maximum length of the name of an account. */
export const maxNameLength = 200;

const name = optionalNameSchema(maxNameLength);
const nameRule = nameExpected(0, maxNameLength);

const planVersion = parameter("a version of the plan, by default 1", z.int().positive().optional(), {
  purpose: "The version of the plan. Default: `1`.",
});

const NewAccount = z.strictObject({
  email: parameter("an email address", EmailAddress, {
    purpose: "The address with which the owner signs in.",
  }),
  name: parameter(nameRule, name.optional(), { purpose: "The name of the account. Default: empty." }),
  plan: parameter("the name of a plan", PlanName.default(standardPlan), {
    purpose: "The plan of the account.",
  }),
  plan_version: planVersion,
});

/** The fields of an account that its owner can change. */
export const AccountChange = z.strictObject({
  email: parameter("an email address", EmailAddress.optional(), {
    purpose: "The new address with which the owner signs in. Default: it stays.",
  }),
  name: parameter(nameRule, name.optional(), {
    purpose: "The new name of the account; an empty string removes it. Default: it stays.",
  }),
  allowance_mails: parameter("true or false", z.boolean().optional(), {
    purpose: "Whether the owner gets mail at 80 and 100 percent of the daily calls. Default: it stays.",
  }),
});

/** The calls per day agreed for an account. */
export const agreedLimit = parameter(
  "a positive integer, or null for the limit of the plan",
  z.int().positive().nullable(),
  { purpose: "The calls of a UTC day that were agreed for the account; `null` for those of the plan." },
);

const UnbilledPlan = z.strictObject({
  plan: parameter("the name of a plan", PlanName, { purpose: "The plan to set." }),
  daily_limit: agreedLimit,
  version: planVersion,
});

/** A plan that a host sets without billing. */
interface UnbilledPlanFields {
  plan: PlanName;
  /** Calls per day for the account. Default: `null`, for the limit of the plan. */
  dailyLimit?: number | null | undefined;
  /** The version of the plan. Default: 1. */
  version?: number | undefined;
}

export const accounts = collection("accounts/{id}", Account, { fenced: true });

/** The index of accounts by e-mail address. See {@link emailIds}. */
export const emails = collection("emails/{email}", z.object({ account: z.string() }));

/** Returns the id of an e-mail address in the index. Addresses are compared without case. */
export function emailIds(email: string): { email: string } {
  // An id has no slash, and the words of an address have no comma.
  return { email: comparedEmail(email).replaceAll("/", ",") };
}

/** Returns the name of the usage fence of an account, which is the key of its document. */
export function accountKey(id: string): string {
  return accounts.key({ id });
}

/**
 * Returns the account with an id, or `null` if there is none.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, getAccount } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const found = await getAccount(documents, id);
 * console.log(found?.value.email); // ada@example.com
 * ```
 */
export function getAccount(documents: DocumentStore, id: string): Promise<Stored<Account> | null> {
  return accounts.get(documents, { id });
}

/** Returns the error for an id that no account has. */
export function noSuchAccount(id: string): ToolsError {
  return new ToolsError("not_found", `There is no account ${id}.`);
}

/**
 * Returns the account with an e-mail address, or `null` if there is none. Ignores case.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, findAccountByEmail } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const account = await findAccountByEmail(documents, "Ada@Example.com");
 * console.log(account?.email); // ada@example.com
 * ```
 */
export async function findAccountByEmail(documents: DocumentStore, email: string): Promise<Account | null> {
  const entry = await emails.get(documents, emailIds(email));
  const found = entry && (await getAccount(documents, entry.value.account));
  return found && found.value;
}

/**
 * Returns a page of all accounts, ordered by id.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, listAccounts } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const accounts = await listAccounts(documents, { limit: 100 });
 * console.log(accounts.map(({ email }) => email)); // [ "ada@example.com" ]
 * ```
 */
export async function listAccounts(documents: DocumentStore, page: Page): Promise<Account[]> {
  return (await accounts.list(documents, {}, page)).map(({ value }) => value);
}

/**
 * Returns the role of the account that is opened next: the first account of a store is an operator. A commit that makes it
 * one fails with {@link firstOperatorKey} if another account was first.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { nextRole } from "@tools-api/core/accounts";
 *
 * console.log(await nextRole(memoryDocuments())); // operator
 * ```
 */
export async function nextRole(documents: DocumentStore): Promise<Account["role"]> {
  const [first] = await listAccounts(documents, { limit: 1 });
  return first ? undefined : "operator";
}

/** The fields of a new account. */
export interface NewAccountFields {
  email: string;
  name?: string | undefined;
  /** Default: `free`. */
  plan?: PlanName | undefined;
  /** The version of the plan. Default: 1. */
  planVersion?: number | undefined;
  /** The instant at which the owner proved to read the mail of the address. Default: not proved. */
  emailVerifiedAt?: number | undefined;
  /** Opens the first operator of a store that has none. Default: a customer. */
  role?: Account["role"];
}

/** The instant and the origin of an account's opening. */
interface AccountOpeningOptions {
  /** Epoch milliseconds. Billing cycles are counted from it. */
  at: number;
  /** The origin of the change, for the audit log. Default: the system. */
  by?: Source | undefined;
  /** Default: the random bytes of the runtime. */
  randomBytes?: RandomBytes | undefined;
}

/** A new account and the writes that open it. Commit all of them in one transaction. */
export interface AccountOpening {
  account: Account;
  operations: WriteOperation[];
}

/**
 * Prepares an account. It exists once its writes are committed together. The commit fails if another account has the
 * e-mail address.
 *
 * @throws ToolsError `invalid_parameter`.
 */
export function prepareAccount(
  { role, emailVerifiedAt, ...fields }: NewAccountFields,
  { at, by, randomBytes = secureRandomBytes }: AccountOpeningOptions,
): AccountOpening {
  const { email, name, plan, plan_version: version } = validateOptions(NewAccount, fields);
  const account: Account = {
    id: newIdentifier("acct", randomBytes),
    email,
    name: name ?? "",
    status: "active",
    ...(role && { role }),
    plan,
    ...(version !== undefined && { planVersion: version }),
    dailyLimit: null,
    createdAt: at,
    cycleAnchor: at,
    ...(emailVerifiedAt !== undefined && { emailVerifiedAt }),
  };
  return {
    account,
    operations: [
      emails.create(emailIds(email), { account: account.id }),
      accounts.create(account, account),
      ...enrolment(account),
      ...directoryWrites(null, account),
      ...(role ? firstOperatorWrites(account) : []),
      ...auditEntry({ account: account.id, action: "account.created", details: { plan }, ...by, at }),
    ],
  };
}

/** Returns the error `conflict` for an e-mail address that another account has. */
export function addressTaken(email: string): ToolsError {
  return new ToolsError("conflict", `email: an account for ${email} already exists`);
}

/**
 * Opens an account.
 *
 * @throws ToolsError `invalid_parameter`; `conflict` if another account has the e-mail address, or for a second first
 *   operator.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * console.log(account.plan, account.status); // free active
 * ```
 */
export async function createAccount(
  documents: DocumentStore,
  fields: NewAccountFields,
  opening: AccountOpeningOptions,
): Promise<Account> {
  const { account, operations } = prepareAccount(fields, opening);
  const result = await documents.commit(operations);
  if (result.committed) return account;
  if (result.conflict === firstOperatorKey)
    throw new ToolsError("conflict", "The store already has an operator.");
  throw addressTaken(account.email);
}

/**
 * Changes an account, with the writes that belong to the same commit. `change` returns `null` to leave it unchanged.
 *
 * @throws ToolsError `not_found`.
 */
export async function updateAccount(
  stores: Stores,
  id: string,
  change: (account: Account) => Change<Account> | null | Promise<Change<Account> | null>,
): Promise<Account> {
  const changed = await accounts.update(stores, { id }, async ({ value: before }) => {
    const changes = await change(before);
    if (!changes) return null;
    const { value, otherWrites = [] } = changes;
    return { ...changes, otherWrites: [...otherWrites, ...directoryWrites(before, value)] };
  });
  if (!changed) throw noSuchAccount(id);
  return changed;
}

/**
 * Puts an account on a plan without charge or credit for the rest of its billing cycle. Meant for hosts that bill
 * through another system; `changePlan` prorates. The new limit applies to the next request in every
 * process.
 *
 * @param at Epoch milliseconds, for the audit log.
 * @throws ToolsError `invalid_parameter`, `not_found`.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount, setPlan } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { plan, dailyLimit } = await setPlan(stores, id, { plan: "enterprise", dailyLimit: 250_000 });
 * console.log(plan, dailyLimit); // enterprise 250000
 * ```
 */
export async function setPlan(
  stores: Stores,
  id: string,
  { plan, dailyLimit = null, version }: UnbilledPlanFields,
  at: number = Date.now(),
): Promise<Account> {
  validateOptions(UnbilledPlan, { plan, dailyLimit, version });
  const details = { plan, version, daily_limit: dailyLimit };
  return updateAccount(stores, id, (account) => ({
    value: {
      ...account,
      plan,
      planVersion: version,
      dailyLimit,
      agreedPrice: undefined,
      scheduled: undefined,
    },
    otherWrites: auditEntry({ account: id, action: "plan.changed", details, ...stores.by, at }),
  }));
}

/**
 * Suspends an account or reactivates it without billing. Meant for hosts that bill through another system, and not for
 * operators; `suspendAccount` stops the charges. The status applies to the next request in every process.
 *
 * @param at Epoch milliseconds, for the audit log.
 * @throws ToolsError `not_found`; `conflict` if the account is closed or an operator.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount, setStatus } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { status } = await setStatus(stores, id, "suspended");
 * console.log(status); // suspended
 * ```
 */
export async function setStatus(
  stores: Stores,
  id: string,
  status: Exclude<Account["status"], "closed">,
  at: number = Date.now(),
): Promise<Account> {
  return updateAccount(stores, id, (account) => {
    if (account.status === "closed") throw new ToolsError("conflict", `The account ${id} is closed.`);
    if (account.role === "operator")
      throw new ToolsError("conflict", `The account ${id} is an operator. Make it a customer first.`);
    const action = status === "active" ? "account.reactivated" : "account.suspended";
    return {
      value: { ...account, status },
      otherWrites: auditEntry({ account: id, action, ...stores.by, at }),
    };
  });
}
