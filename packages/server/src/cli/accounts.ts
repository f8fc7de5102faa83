import process from "node:process";
import { type DocumentStore, systemClock, ToolsError } from "@tools-api/core";
import {
  type Account,
  changeAccount,
  closeAccount,
  createSignInLink,
  accountStatuses,
  type AccountSearch,
  roles,
  searchAccounts,
  sessionSecret,
  setRole,
} from "@tools-api/core/accounts";
import { changePlan, planAt, reactivateAccount, suspendAccount } from "@tools-api/core/billing";
import { isoInstant } from "@tools-api/core/internal/time";
import { changeReports } from "../mail/change-reports.ts";
import { signInLinkUrl } from "../mail/links.ts";
import { lastServerUrl, listeningUrl } from "../runtime/listening-url.ts";
import { type Command, parseArguments, parseNames, printRows, required, withStores } from "./command.ts";
import { existingAccount } from "./existing-account.ts";
import { UsageError } from "./usage-error.ts";

/** Returns the accounts that match all conditions. */
async function allAccounts(
  documents: DocumentStore,
  conditions: Omit<AccountSearch, "after" | "limit">,
): Promise<Account[]> {
  const found: Account[] = [];
  let after: string | undefined;
  do {
    const page = await searchAccounts(documents, { ...conditions, after, limit: 100 });
    found.push(...page.accounts);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return found;
}

/** Runs `tools-api accounts list`. */
export const listAllAccounts: Command = async (words) => {
  const { values } = parseArguments(words, {
    query: { type: "string" },
    plan: { type: "string" },
    status: { type: "string" },
    "past-due": { type: "boolean" },
    "over-limit": { type: "boolean" },
    json: { type: "boolean" },
  });
  const [status] = values.status === undefined ? [] : parseNames(values.status, accountStatuses, "status");
  const { query, "past-due": pastDue, "over-limit": overLimit } = values;
  await withStores(async ({ documents }, { plans }) => {
    const [plan] = values.plan === undefined ? [] : parseNames(values.plan, Object.keys(plans), "plan");
    const accounts = await allAccounts(documents, { query, plan, status, pastDue, overLimit });
    const now = Date.now();
    const rows = accounts.map((account) => ({
      account_id: account.id,
      email: account.email,
      name: account.name,
      status: account.status,
      role: account.role ?? "customer",
      plan: planAt(account, now).plan,
      plan_version: planAt(account, now).planVersion ?? 1,
      daily_limit: planAt(account, now).dailyLimit,
      agreed_price: planAt(account, now).agreedPrice ?? null,
      created_at: isoInstant(account.createdAt),
    }));
    const columns = ["account_id", "email", "plan", "daily_limit", "status", "created_at"];
    printRows(rows, columns, values.json ?? false);
  });
};

/** Returns the price of `--price`. Core refuses a value that is not a number. */
function agreedPrice(text: string | undefined): number | null | undefined {
  return text === undefined ? undefined : text === "none" ? null : Number(text);
}

/** Runs `tools-api accounts set-plan`. */
export const setAccountPlan: Command = async (words) => {
  const { values } = parseArguments(words, {
    email: { type: "string" },
    plan: { type: "string" },
    "daily-limit": { type: "string" },
    price: { type: "string" },
    version: { type: "string" },
  });
  const email = required(values.email, "email");
  const version = values.version === undefined ? undefined : Number(values.version);
  const wanted = required(values.plan, "plan");
  const limit = values["daily-limit"];
  const price = agreedPrice(values.price);
  await withStores(async (stores, { plans, billingTerms }) => {
    if (!Object.hasOwn(plans, wanted))
      throw new UsageError(`--plan: expected ${Object.keys(plans).join(", ")}, received "${wanted}".`);
    const { id } = await existingAccount(stores.documents, email);
    const dailyLimit = limit === undefined ? null : Number(limit);
    const order = { plan: wanted, dailyLimit, price, version };
    const billing = { ...stores, ...billingTerms, plans };
    await changePlan(billing, id, order, { now: Date.now(), by: "operator" });
    const agreed = dailyLimit === null ? "" : ` with ${dailyLimit} calls a day`;
    process.stdout.write(`${email} is on the ${wanted} plan${agreed}.\n`);
  });
};

/** Runs `tools-api accounts set-role`. */
export const setAccountRole: Command = async (words) => {
  const { values } = parseArguments(words, { email: { type: "string" }, role: { type: "string" } });
  const email = required(values.email, "email");
  const wanted = required(values.role, "role");
  const role = roles.find((name) => name === wanted);
  if (!role) throw new UsageError(`--role: expected ${roles.join(" or ")}, received "${wanted}".`);
  await withStores(async (stores) => {
    const { id } = await existingAccount(stores.documents, email);
    await setRole(stores, id, role, Date.now());
    process.stdout.write(`${email} is ${role === "operator" ? "an operator" : "a customer"}.\n`);
  });
};

/** Runs `tools-api accounts set-email`. */
export const setAccountEmail: Command = async (words) => {
  const { values } = parseArguments(words, { email: { type: "string" }, "new-email": { type: "string" } });
  const email = required(values.email, "email");
  const wanted = required(values["new-email"], "new-email");
  await withStores(async (stores, config) => {
    const { documents, by } = stores;
    const { id } = await existingAccount(documents, email);
    const sendsMail = config.smtp !== undefined;
    const report = changeReports({
      mail: sendsMail,
      webhooks: config.webhooks,
      log: config.logsAudit,
    });
    const changed = await changeAccount({ ...stores, by: { actor: { kind: "cli" }, ...by, report } }, id, {
      email: wanted,
    });
    const secret = () => sessionSecret(documents, config.sessionSecret);
    if (sendsMail && changed.email !== email) {
      const { sendVerification } = await import("../mail/mail-requests.ts");
      await sendVerification({ documents, secret, clock: systemClock }, changed, changed.email);
    }
    process.stdout.write(`The account of ${email} has the address ${changed.email}.\n`);
  });
};

/** Runs `tools-api accounts suspend`. */
export const suspendOneAccount: Command = async (words) => {
  const { values } = parseArguments(words, { email: { type: "string" }, reason: { type: "string" } });
  const email = required(values.email, "email");
  const reason = required(values.reason, "reason");
  await withStores(async (stores, { plans, billingTerms }) => {
    const { id } = await existingAccount(stores.documents, email);
    await suspendAccount({ ...stores, ...billingTerms, plans }, id, { reason }, Date.now());
    process.stdout.write(`The account of ${email} is suspended.\n`);
  });
};

/** Runs `tools-api accounts reactivate`. */
export const reactivateOneAccount: Command = async (words) => {
  const { values } = parseArguments(words, { email: { type: "string" } });
  const email = required(values.email, "email");
  await withStores(async (stores, { plans, billingTerms }) => {
    const { id } = await existingAccount(stores.documents, email);
    await reactivateAccount({ ...stores, ...billingTerms, plans }, id, Date.now());
    process.stdout.write(`The account of ${email} is active.\n`);
  });
};

/** Runs `tools-api accounts close`. */
export const closeOneAccount: Command = async (words) => {
  const { values } = parseArguments(words, { email: { type: "string" } });
  const email = required(values.email, "email");
  await withStores(async (stores) => {
    const { id } = await existingAccount(stores.documents, email);
    await closeAccount(stores, id, Date.now());
    process.stdout.write(`The account of ${email} is closed. Its id was ${id}.\n`);
  });
};

/** Runs `tools-api accounts sign-in-link`. */
export const makeSignInLink: Command = async (words) => {
  const { values } = parseArguments(words, { email: { type: "string" } });
  const email = required(values.email, "email");
  await withStores(async ({ documents, by }, { publicUrl, host, port }) => {
    const account = await existingAccount(documents, email);
    if (account.status !== "active")
      throw new ToolsError("account_suspended", `The account of ${email} is ${account.status}.`);
    const token = await createSignInLink(documents, account.id, { at: Date.now(), by });
    const url = publicUrl ?? (await lastServerUrl(documents)) ?? listeningUrl(host, port);
    process.stdout.write(`${signInLinkUrl(url, token)}\n`);
  });
};
