import type { Json } from "./schema.ts";

/** A group of operations. To add one, add a row. */
interface Tag {
  name: string;
  description: string;
  /** The prefixes of its paths. The first row that matches gets an operation. */
  prefixes: readonly string[];
  /** True for calls that only operators make. The reference has them at its end. */
  isForOperators?: true;
}

const operatorCallers = "For operators: with a session, or an API key that has the scope `operator`.";
const operatedAccount = "/operator/accounts/{account}/";

const tags: readonly Tag[] = [
  {
    name: "Tools",
    description: "The functions of this server. Each call counts.",
    prefixes: ["/v1/tools/"],
  },
  {
    name: "Files",
    description:
      "Files by handle: upload a file once and use it in the file field of any tool. Only uploads count.",
    prefixes: ["/v1/files", "/account/files"],
  },
  {
    name: "Analytics",
    description: "The usage of the account. A call under /v1 counts, a call under /account does not.",
    prefixes: ["/v1/analytics/", "/account/usage"],
  },
  { name: "User", description: "The calling account and its remaining allowance.", prefixes: ["/v1/user/"] },
  {
    name: "API keys",
    description: "The keys with which programs call the API.",
    prefixes: ["/account/keys"],
  },
  {
    name: "OAuth clients",
    description: "Applications that act for users, and the grants that users gave them.",
    prefixes: ["/account/clients", "/account/grants"],
  },
  {
    name: "Plan",
    description: "The plan and its changes.",
    prefixes: ["/account/plan"],
  },
  {
    name: "Invoices and ledger",
    description: "The invoices and their buyer, and every charge, credit and payment.",
    prefixes: ["/account/invoices", "/account/ledger", "/account/billing-details"],
  },
  {
    name: "Webhooks",
    description: "The endpoints that receive the account's events, signed according to Standard Webhooks.",
    prefixes: ["/account/webhooks"],
  },
  {
    name: "Sign-in",
    description: "The password, the passkeys and the identity provider of the account.",
    prefixes: ["/account/pass", "/account/identity-provider", "/account/email-verification"],
  },
  {
    name: "Sessions and activity",
    description: "The signed-in browsers, the last requests and the audit log of the account.",
    prefixes: ["/account/session", "/account/requests", "/account/audit"],
  },
  { name: "Export", description: "All data of the account in one file.", prefixes: ["/account/export"] },
  { name: "Account", description: "The account itself.", prefixes: ["/account"] },
  {
    name: "OAuth 2.0",
    description: "The authorization server for applications that act for users. Use a client library for it.",
    prefixes: ["/oauth/", "/.well-known/"],
  },
  {
    name: "Operator plans",
    description: `The plan of any account. ${operatorCallers}`,
    prefixes: [`${operatedAccount}plan`],
    isForOperators: true,
  },
  {
    name: "Operator credit",
    description: `The balances, the credit and the list of the invoices of all accounts. ${operatorCallers}`,
    prefixes: [
      "/operator/balances",
      "/operator/invoices",
      ...["credit", "payout", "retry-payments"].map((name) => operatedAccount + name),
    ],
    isForOperators: true,
  },
  {
    name: "Operator invoices",
    description: `The invoices of any account. ${operatorCallers}`,
    prefixes: [`${operatedAccount}invoices`],
    isForOperators: true,
  },
  {
    name: "Operator webhooks",
    description: `The endpoints that receive the events of all accounts. ${operatorCallers}`,
    prefixes: ["/operator/webhooks"],
    isForOperators: true,
  },
  {
    name: "Operator credentials",
    description: `The keys, applications and sessions of any account. ${operatorCallers}`,
    prefixes: ["keys", "clients", "grants", "sessions"].map((name) => operatedAccount + name),
    isForOperators: true,
  },
  {
    name: "Operator activity",
    description: `The load of the server, and the activity of any account. ${operatorCallers}`,
    prefixes: [
      "/operator/overview",
      "/operator/audit",
      ...["audit", "requests", "usage"].map((name) => operatedAccount + name),
    ],
    isForOperators: true,
  },
  {
    name: "Operator mail",
    description: `The mails that failed, and test mails. ${operatorCallers}`,
    prefixes: ["/operator/mail-failures", "/operator/retry-mails", "/operator/test-mail"],
    isForOperators: true,
  },
  {
    name: "Operator invitations",
    description: `The invitations to open an account. ${operatorCallers}`,
    prefixes: ["/operator/invitations"],
    isForOperators: true,
  },
  {
    name: "Operator",
    description: `All accounts of the server. ${operatorCallers}`,
    prefixes: ["/operator"],
    isForOperators: true,
  },
  {
    name: "Server",
    description: "Endpoints for operators. They need no credential.",
    prefixes: ["/"],
    isForOperators: true,
  },
];

/** Returns the name of the group of a path. */
export function tagName(path: string): string {
  return tags.find(({ prefixes }) => prefixes.some((prefix) => path.startsWith(prefix)))?.name ?? "";
}

/** Returns whether only operators make the calls of a group. */
export function isForOperators(name: string): boolean {
  return tags.some((tag) => tag.name === name && tag.isForOperators === true);
}

/** Returns the groups of these paths, in the order of the table. */
export function tagDescriptions(paths: readonly string[]): Json[] {
  const used = new Set(paths.map(tagName));
  return tags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
}
