import type { Command } from "./command.ts";

/** A command of `tools-api`. */
export interface CommandEntry {
  /** The arguments after the name. Each string is one way to call the command. */
  usage: readonly [string, ...string[]];
  summary: string;
  /** Facts that only the help of this command shows. */
  notes?: string;
  load: () => Promise<Command>;
}

const onStores = "Uses the stores in DATABASE_URL and USAGE_URL, also while servers run on them.";

/** The commands by name. The dispatcher and every help text read this table. */
export const commandTable: ReadonlyMap<string, CommandEntry> = new Map<string, CommandEntry>([
  [
    "serve",
    {
      usage: [""],
      summary: "Start the server. This is the default command.",
      notes: "Reads its settings from environment variables, such as PORT, HOST and DATABASE_URL.",
      load: async () => (await import("./serve.ts")).serve,
    },
  ],
  [
    "keys create",
    {
      usage: [
        "--email a@b.c [--plan pro] [--name n] [--scopes a,b] [--expires-in 30d] [--daily-limit N] [--json]",
      ],
      summary: "Create an API key, and the account if it does not exist.",
      notes: onStores,
      load: async () => (await import("./keys.ts")).createKey,
    },
  ],
  [
    "keys list",
    {
      usage: ["--email a@b.c [--json]"],
      summary: "List the API keys of an account.",
      notes: onStores,
      load: async () => (await import("./keys.ts")).listKeys,
    },
  ],
  [
    "keys set-limit",
    {
      usage: ["KEY_ID [--daily-limit N]"],
      summary: "Set the daily limit of a key. Without N, remove the limit.",
      notes: onStores,
      load: async () => (await import("./keys.ts")).setKeyLimit,
    },
  ],
  [
    "keys rotate",
    {
      usage: ["KEY_ID [--grace 24h] [--json]"],
      summary: "Issue a new secret. The previous one works until the grace period ends.",
      notes: onStores,
      load: async () => (await import("./keys.ts")).rotateKey,
    },
  ],
  [
    "keys revoke",
    {
      usage: ["KEY_ID"],
      summary: "Revoke a key.",
      notes: onStores,
      load: async () => (await import("./keys.ts")).revokeKey,
    },
  ],
  [
    "accounts list",
    {
      usage: ["[--json]"],
      summary: "List all accounts.",
      notes: onStores,
      load: async () => (await import("./accounts.ts")).listAllAccounts,
    },
  ],
  [
    "accounts set-plan",
    {
      usage: ["--email a@b.c --plan pro [--daily-limit N]"],
      summary: "Change the plan of an account.",
      notes: onStores,
      load: async () => (await import("./accounts.ts")).setAccountPlan,
    },
  ],
  [
    "accounts sign-in-link",
    {
      usage: ["--email a@b.c"],
      summary: "Print a one-time sign-in link for the owner, valid for 15 minutes.",
      notes: `The link starts with PUBLIC_URL or, without it, with the address of the server that started last. ${onStores}`,
      load: async () => (await import("./sign-in-link.ts")).makeSignInLink,
    },
  ],
  [
    "invoices list",
    {
      usage: ["--email a@b.c [--json]"],
      summary: "List the invoices of an account.",
      notes: onStores,
      load: async () => (await import("./invoices.ts")).listAllInvoices,
    },
  ],
  [
    "invoices mark-paid",
    {
      usage: ["INVOICE --email a@b.c"],
      summary: "Record the payment of an invoice.",
      notes: onStores,
      load: async () => (await import("./invoices.ts")).markPaid,
    },
  ],
  [
    "clients create",
    {
      usage: [
        "--email a@b.c --name n [--type public] [--redirect-uri URI]... [--scopes a,b] [--grant-types a,b] [--json]",
      ],
      summary: "Register an OAuth client.",
      notes: onStores,
      load: async () => (await import("./clients.ts")).createClient,
    },
  ],
  [
    "clients list",
    {
      usage: ["--email a@b.c [--json]"],
      summary: "List the OAuth clients of an account.",
      notes: onStores,
      load: async () => (await import("./clients.ts")).listClients,
    },
  ],
  [
    "clients revoke",
    {
      usage: ["CLIENT_ID"],
      summary: "Revoke an OAuth client and its grants.",
      notes: onStores,
      load: async () => (await import("./clients.ts")).revokeClient,
    },
  ],
  [
    "signing-keys rotate",
    {
      usage: ["[--at-once]"],
      summary:
        "Create a new signing key for access tokens. With --at-once, remove all other keys and invalidate their tokens.",
      notes: onStores,
      load: async () => (await import("./signing-keys.ts")).rotateKeys,
    },
  ],
  [
    "analyze",
    {
      usage: ["[FILE or -] [--type sentiment,entities] [--language en]"],
      summary: "Analyze a text without a server.",
      load: async () => (await import("./analyze.ts")).analyze,
    },
  ],
  [
    "convert",
    {
      usage: [
        "IN OUT [--format webp] [--quality 80]",
        "FILES... --format jpeg --out-dir FOLDER [--quality 80]",
      ],
      summary: "Convert images without a server.",
      notes:
        "Also accepts --lossless, --effort fast|balanced|best, --max-bytes N, --width N, --height N, " +
        "--fit cover|contain|fill|inside|outside, --background #rrggbb, --page N and --keep-metadata.",
      load: async () => (await import("./convert.ts")).convert,
    },
  ],
]);
