import { z } from "zod";
import { ToolsError } from "../errors.ts";
import { type PlanName, planNames } from "../schemas/account.ts";
import { nameExpected, optionalNameOf } from "../schemas/name.ts";
import { parameter, validateOptions } from "../schemas/validate.ts";
import type { DocumentStore, WriteOperation } from "../storage.ts";
import { enrolment } from "../billing/due.ts";
import { Account } from "./account.ts";
import { commitFenced, type Stores } from "./commit-fenced.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "./identifier.ts";

const email = z.email().max(254);
const name = optionalNameOf(200);
const nameRule = nameExpected(0, 200);

const NewAccount = z.strictObject({
  email: parameter("an e-mail address", email),
  name: parameter(nameRule, name.optional()),
  plan: parameter(planNames.join(", "), z.enum(planNames).default("free")),
});

/** What the owner of an account can change of it. */
export const AccountChange = z.strictObject({
  email: parameter("an e-mail address", email.optional()),
  name: parameter(nameRule, name.optional()),
});

const PlanChange = z.strictObject({
  plan: parameter(planNames.join(", "), z.enum(planNames)),
  daily_limit: parameter("a positive integer, or null for the plan's own", z.int().positive().nullable()),
});

const Owner = z.object({ account: z.string() });

/** The document under which an account is kept, and the name of its usage fence. */
export function accountKey(id: string): string {
  return `accounts/${id}`;
}

/** The document by which an account is found by its address. */
export function emailKey(email: string): string {
  return `emails/${email.toLowerCase()}`;
}

/** An account with the revision at which it was read. */
export interface AccountRevision {
  account: Account;
  revision: number;
}

/** The account of that id, or `null`. */
export async function getAccount(documents: DocumentStore, id: string): Promise<AccountRevision | null> {
  const document = await documents.get(accountKey(id));
  return document && { account: Account.parse(document.value), revision: document.version };
}

/** The account of that e-mail address, in upper or lower case, or `null`. */
export async function findAccountByEmail(documents: DocumentStore, email: string): Promise<Account | null> {
  const document = await documents.get(emailKey(email));
  if (!document) return null;
  const found = await getAccount(documents, Owner.parse(document.value).account);
  return found && found.account;
}

/** All accounts in the order of their ids, a page at a time. */
export async function listAccounts(
  documents: DocumentStore,
  page: { after?: string; limit: number },
): Promise<Account[]> {
  const after = page.after === undefined ? {} : { after: accountKey(page.after) };
  const found = await documents.list("accounts/", { ...after, limit: page.limit });
  return found.map((document) => Account.parse(document.value));
}

/** A new account, and the writes that open it: of these one alone must never be done. */
export interface AccountOpening {
  account: Account;
  operations: WriteOperation[];
}

/**
 * Prepares an account: it is open once its writes are committed, all together, which fails where its e-mail address
 * has an account already.
 *
 * @param at The instant of opening, from which billing cycles are counted, in epoch milliseconds.
 * @throws ToolsError `invalid_parameter`.
 */
export function prepareAccount(
  fields: { email: string; name?: string | undefined; plan?: PlanName },
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
): AccountOpening {
  const { email, name, plan } = validateOptions(NewAccount, fields);
  const createdAt = new Date(at).toISOString();
  const account: Account = {
    id: newIdentifier("acct", randomBytes),
    email,
    name: name ?? "",
    status: "active",
    plan,
    dailyLimit: null,
    createdAt,
    cycleAnchor: createdAt,
  };
  return {
    account,
    operations: [
      { key: emailKey(email), value: { account: account.id }, ifAbsent: true },
      { key: accountKey(account.id), value: account, ifAbsent: true },
      ...enrolment(account),
    ],
  };
}

/** `conflict` for an address that has an account already. */
export function addressTaken(email: string): ToolsError {
  return new ToolsError("conflict", `email: there is an account for ${email} already`);
}

/**
 * Opens an account.
 *
 * @param at The instant of opening, from which billing cycles are counted, in epoch milliseconds.
 * @throws ToolsError `invalid_parameter`; `conflict` when the address has an account already.
 */
export async function createAccount(
  documents: DocumentStore,
  fields: { email: string; name?: string; plan?: PlanName },
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
): Promise<Account> {
  const { account, operations } = prepareAccount(fields, at, randomBytes);
  const result = await documents.commit(operations);
  if (!result.committed) throw addressTaken(account.email);
  return account;
}

/** Reads, changes and writes an account until nobody else has written in between. */
async function updateAccount(
  stores: Stores,
  id: string,
  change: (account: Account) => Account,
): Promise<Account> {
  for (;;) {
    const found = await getAccount(stores.documents, id);
    if (!found) throw new ToolsError("not_found", `There is no account ${id}.`);
    const value = change(found.account);
    const key = accountKey(id);
    const result = await commitFenced(stores, [{ key, value, ifVersion: found.revision, fence: true }]);
    if (result.committed) return value;
  }
}

/**
 * Puts an account on a plan without a charge or credit for the rest of its billing cycle, for hosts that bill elsewhere;
 * `assignPlan` and `changePlan` do it with them. The next request in every process has the new limit.
 *
 * @param dailyLimit Calls a day for this account alone, or `null` for the plan's own.
 * @throws ToolsError `invalid_parameter`, `not_found`.
 */
export async function setPlan(
  stores: Stores,
  id: string,
  plan: PlanName,
  dailyLimit: number | null = null,
): Promise<Account> {
  validateOptions(PlanChange, { plan, dailyLimit });
  return updateAccount(stores, id, (account) => ({ ...account, plan, dailyLimit, scheduled: undefined }));
}

/**
 * Suspends an account or lets it go on; holds for the next request in every process.
 *
 * @throws ToolsError `not_found`, `conflict` for an account that is closed.
 */
export async function setStatus(
  stores: Stores,
  id: string,
  status: Exclude<Account["status"], "closed">,
): Promise<Account> {
  return updateAccount(stores, id, (account) => {
    if (account.status === "closed") throw new ToolsError("conflict", `The account ${id} is closed.`);
    return { ...account, status };
  });
}
