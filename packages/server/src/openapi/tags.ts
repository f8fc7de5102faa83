import type { Json } from "./schema.ts";

/** A group of operations. To add one, add a row. */
interface Tag {
  name: string;
  description: string;
  /** The prefixes of its paths. The first row that matches gets an operation. */
  prefixes: readonly string[];
}

const tags: readonly Tag[] = [
  {
    name: "Tools",
    description: "The functions of this server. Each call counts.",
    prefixes: ["/v1/tools/"],
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
    name: "Plan and billing",
    description: "The plan, its changes, the invoices and the ledger.",
    prefixes: ["/account/plan", "/account/invoices", "/account/ledger"],
  },
  {
    name: "Webhooks",
    description: "The endpoints that receive the account's events, signed according to Standard Webhooks.",
    prefixes: ["/account/webhooks"],
  },
  { name: "Account", description: "The account, its password and its sessions.", prefixes: ["/account"] },
  {
    name: "Operator",
    description:
      "All accounts of the server, for its operators: with a session, or an API key that has the scope `operator`.",
    prefixes: ["/operator"],
  },
  {
    name: "OAuth 2.0",
    description: "The authorization server for applications that act for users. Use a client library for it.",
    prefixes: ["/oauth/", "/.well-known/"],
  },
  { name: "Server", description: "Endpoints for operators. They need no credential.", prefixes: ["/"] },
];

/** Returns the name of the group of a path. */
export function tagName(path: string): string {
  return tags.find(({ prefixes }) => prefixes.some((prefix) => path.startsWith(prefix)))?.name ?? "";
}

/** Returns the groups of these paths, in the order of the table. */
export function tagDescriptions(paths: readonly string[]): Json[] {
  const used = new Set(paths.map(tagName));
  return tags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
}
