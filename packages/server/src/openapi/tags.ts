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
    description: "Text analysis and image conversion. Each call counts.",
    prefixes: ["/v1/tools/"],
  },
  {
    name: "Analytics",
    description: "What was used, for a program, whose call counts, and for the owner, whose call does not.",
    prefixes: ["/v1/analytics/", "/account/usage"],
  },
  { name: "User", description: "Who is calling, and what is left of the day.", prefixes: ["/v1/user/"] },
  { name: "API keys", description: "Keys for programs.", prefixes: ["/account/keys"] },
  {
    name: "OAuth clients",
    description: "Applications that act for users, and what the owner has allowed them.",
    prefixes: ["/account/clients", "/account/grants"],
  },
  {
    name: "Plan and billing",
    description: "The plan, and what was charged for it.",
    prefixes: ["/account/plan", "/account/invoices", "/account/ledger"],
  },
  { name: "Account", description: "The owner, the password and the sessions.", prefixes: ["/account"] },
  { name: "Server", description: "For those who run the server. No credential is asked.", prefixes: ["/"] },
];

/** Returns the name of the group of a path. */
export function tagOf(path: string): string {
  return tags.find(({ prefixes }) => prefixes.some((prefix) => path.startsWith(prefix)))?.name ?? "";
}

/** Returns the groups of these paths, in the order of the table. */
export function tagsOf(paths: readonly string[]): Json[] {
  const used = new Set(paths.map(tagOf));
  return tags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
}
