import type { Command } from "./command.ts";

/** A command of `tools-api`. */
export interface CommandEntry {
  /** The arguments after the name. Each string is one way to call the command. */
  usage: readonly [string, ...string[]];
  summary: string;
  /** Facts that only the help of this command shows. */
  notes?: string;
  /** The fields of a request or the settings that the command reads, with their descriptions. Only its help loads them. */
  details?: { heading: string; load: () => Promise<Record<string, string>> };
  load: () => Promise<Command>;
}

const createNote =
  "Without DATABASE_URL, it needs the store of a server in ./data; --create creates one there.";
const storesNote = `Uses the stores in DATABASE_URL and USAGE_URL, also while servers run on them. ${createNote}`;

/** Returns the loader of a command with the option `--create`. */
function withCreation(load: CommandEntry["load"], options?: { canCreate: boolean }): CommandEntry["load"] {
  return async () => (await import("./command.ts")).withCreation(await load(), options);
}

/** Creates a command that opens the stores. */
function onStores(usage: string, summary: string, load: CommandEntry["load"], note = ""): CommandEntry {
  return { usage: [usage], summary, notes: note + storesNote, load: withCreation(load) };
}

/** The commands by name. The dispatcher and every help text read this table. */
export const commandTable: ReadonlyMap<string, CommandEntry> = new Map<string, CommandEntry>(
  Object.entries<CommandEntry>({
    serve: {
      usage: ["[--tools FOLDER]"],
      summary: "Start the server. This is the default command.",
      notes:
        "Reads its settings from environment variables, such as PORT, HOST and DATABASE_URL. FETCH_URLS=public, or a " +
        "list of hosts, lets callers send the URL of a file instead of the file. SIGN_UP=open, invite or closed sets " +
        "who can create an account. PLANS=plans.json replaces the plans free, pro and enterprise by those of a file; " +
        "see guides/billing.md. SMTP_URL and MAIL_FROM set the mail server and the sender. OAUTH_REGISTRATION=off " +
        "refuses OAuth clients that register themselves. ALLOWED_HOSTS=tools-api,host.docker.internal lets agents " +
        "reach /mcp under further names of the server. CORS_ORIGINS, a list of origins or *, lets pages of other " +
        "origins call the API. --tools, or TOOLS, names a folder whose modules export tools of your own.",
      details: {
        heading: "Settings",
        load: async () => (await import("./described-fields.ts")).describedSettings(),
      },
      load: async () => (await import("./serve.ts")).serve,
    },
    doctor: {
      usage: ["[--accept-secrets] [--json]"],
      summary: "Check the settings, and the stores and services that they name.",
      notes:
        "Reads the settings of serve, and changes nothing. Ends with 1 if there is a fault. " +
        `--accept-secrets accepts KEY_PEPPER and SESSION_SECRET although the store was written under others. ${createNote}`,
      load: withCreation(async () => (await import("./doctor.ts")).doctor),
    },
    "keys create": onStores(
      "--email a@b.c [--plan pro] [--name n] [--scopes a,b] [--expires-in 30d] [--daily-limit N] [--allowed-ips " +
        "a,b] [--json]",
      "Create an API key, and the account if it does not exist.",
      async () => (await import("./keys.ts")).createKey,
    ),
    "keys list": onStores(
      "--email a@b.c [--json]",
      "List the API keys of an account.",
      async () => (await import("./keys.ts")).listKeys,
    ),
    "keys set-limit": onStores(
      "KEY_ID [--daily-limit N]",
      "Set the daily limit of a key. Without N, remove the limit.",
      async () => (await import("./keys.ts")).setKeyLimit,
    ),
    "keys rotate": onStores(
      "KEY_ID [--grace 24h] [--json]",
      "Issue a new secret. The previous one works until the grace period ends.",
      async () => (await import("./keys.ts")).rotateKey,
    ),
    "keys revoke": onStores("KEY_ID", "Revoke a key.", async () => (await import("./keys.ts")).revokeKey),
    "accounts list": onStores(
      "[--query TEXT] [--plan pro] [--status suspended] [--past-due] [--over-limit] [--json]",
      "List the accounts, or those that match all conditions.",
      async () => (await import("./accounts.ts")).listAllAccounts,
      "--query takes the beginning of an address, @ and a domain, words of a name, an ID or the first 12 " +
        "characters of a key. ",
    ),
    "accounts set-plan": onStores(
      "--email a@b.c --plan pro [--daily-limit N] [--price N|none] [--version N]",
      "Change the plan of an account.",
      async () => (await import("./accounts.ts")).setAccountPlan,
      "--price is the agreed price of a billing cycle in cents. none restores the price of the plan. Without it, " +
        "an agreed price stays. --version moves the account to another version of the plan. ",
    ),
    "accounts set-role": onStores(
      "--email a@b.c --role operator|customer",
      "Make an account an operator or a customer.",
      async () => (await import("./accounts.ts")).setAccountRole,
      "The last active operator stays one. ",
    ),
    "accounts set-email": onStores(
      "--email a@b.c --new-email d@e.f",
      "Correct the email address of an account.",
      async () => (await import("./accounts.ts")).setAccountEmail,
      "The owner has to confirm the new address. With SMTP_URL, a server mails the link. ",
    ),
    "accounts suspend": onStores(
      "--email a@b.c --reason TEXT",
      "Suspend an account from the next request on, without charges for the time.",
      async () => (await import("./accounts.ts")).suspendOneAccount,
      "The owner sees the reason at the sign-in. ",
    ),
    "accounts reactivate": onStores(
      "--email a@b.c",
      "Reactivate a suspended account.",
      async () => (await import("./accounts.ts")).reactivateOneAccount,
    ),
    "accounts close": onStores(
      "--email a@b.c",
      "Close an account permanently, and erase its name and email address.",
      async () => (await import("./accounts.ts")).closeOneAccount,
    ),
    "accounts sign-in-link": onStores(
      "--email a@b.c",
      "Print a one-time sign-in link for the owner, valid for 15 minutes.",
      async () => (await import("./accounts.ts")).makeSignInLink,
      "The link starts with PUBLIC_URL or, without it, with the address of the server that started last. ",
    ),
    "invitations create": onStores(
      "[--email a@b.c] [--plan pro] [--send] [--json]",
      "Create an invitation to open an account, valid for seven days, and print its link.",
      async () => (await import("./invitations.ts")).create,
      "With --email, only that address can use it. --send mails it. A link works once. The link starts with PUBLIC_URL or, " +
        "without it, with the address of the server that started last. ",
    ),
    "invitations list": onStores(
      "[--json]",
      "List the invitations of the last 37 days.",
      async () => (await import("./invitations.ts")).list,
    ),
    "invitations revoke": onStores(
      "INVITATION_ID",
      "Revoke an invitation that is not used.",
      async () => (await import("./invitations.ts")).revoke,
    ),
    "accounts approve-plan": onStores(
      "--email a@b.c or --account ID",
      "Make the upgrade that an account has requested.",
      async () => (await import("./invoices.ts")).approveOnePlan,
    ),
    "accounts credit": onStores(
      "--email a@b.c or --account ID --amount CENTS --reason TEXT",
      "Credit an account with an amount.",
      async () => (await import("./invoices.ts")).creditOneAccount,
    ),
    "accounts pay-out": onStores(
      "--email a@b.c or --account ID --amount CENTS --reason TEXT",
      "Record that credit of an account was paid out.",
      async () => (await import("./invoices.ts")).payOutOneAccount,
    ),
    "invoices balances": onStores(
      "[--json]",
      "List the accounts with an open invoice, a credit, or an upgrade that waits.",
      async () => (await import("./invoices.ts")).listBalances,
    ),
    "invoices list": onStores(
      "--email a@b.c or --account ID [--json]",
      "List the invoices of an account.",
      async () => (await import("./invoices.ts")).listAllInvoices,
    ),
    "invoices mark-paid": onStores(
      "INVOICE --email a@b.c or --account ID",
      "Record the payment of an invoice.",
      async () => (await import("./invoices.ts")).markPaid,
    ),
    "invoices refund": onStores(
      "INVOICE --email a@b.c or --account ID --amount CENTS --reference ID",
      "Record a refund, once for each reference.",
      async () => (await import("./invoices.ts")).refundInvoice,
    ),
    "invoices void": onStores(
      "INVOICE --email a@b.c or --account ID --reason TEXT",
      "Void an open invoice that was never owed.",
      async () => (await import("./invoices.ts")).voidOneInvoice,
    ),
    "invoices write-off": onStores(
      "INVOICE --email a@b.c or --account ID --reason TEXT",
      "Write off an invoice that will not be paid.",
      async () => (await import("./invoices.ts")).writeOffOneInvoice,
    ),
    "clients create": onStores(
      "--email a@b.c --name n [--type public] [--redirect-uri URI]... [--scopes a,b] [--grant-types a,b] [--json]",
      "Register an OAuth client.",
      async () => (await import("./clients.ts")).createClient,
    ),
    "clients list": onStores(
      "--email a@b.c [--json]",
      "List the OAuth clients of an account.",
      async () => (await import("./clients.ts")).listClients,
    ),
    "clients revoke": onStores(
      "CLIENT_ID",
      "Revoke an OAuth client and its grants.",
      async () => (await import("./clients.ts")).revokeClient,
    ),
    "grants list": onStores(
      "--email a@b.c [--json]",
      "List the scopes that the owner of an account has granted to OAuth clients.",
      async () => (await import("./grants.ts")).listGrants,
    ),
    "grants revoke": onStores(
      "GRANT_ID --email a@b.c",
      "Revoke the grant of an OAuth client to an account.",
      async () => (await import("./grants.ts")).revokeGrant,
    ),
    "mail failures": onStores(
      "[--json]",
      "List the mails of the last 30 days that were not delivered.",
      async () => (await import("./mail.ts")).listFailures,
    ),
    "mail retry": onStores(
      "ID or --all",
      "Send a failed mail again, or all of them.",
      async () => (await import("./mail.ts")).retryFailures,
      "A running server sends them. A mail whose link has expired stays failed. ",
    ),
    "mail test": {
      usage: ["ADDRESS"],
      summary: "Send a test mail, and print the answer of a mail server that does not accept it.",
      notes: "Uses SMTP_URL and MAIL_FROM.",
      load: async () => (await import("./mail.ts")).sendTest,
    },
    "signing-keys rotate": onStores(
      "[--at-once]",
      "Create a new signing key for access tokens. With --at-once, remove all other keys and invalidate their tokens.",
      async () => (await import("./signing-keys.ts")).rotateKeys,
    ),
    migrate: {
      usage: ["--from URL [--from-usage URL] --to URL [--to-usage URL] [--while-running] [--json]"],
      summary:
        "Copy everything from one store to another, such as from SQLite to PostgreSQL, and compare it.",
      notes:
        "The target must be empty. A server that runs on the source stops the command. " +
        "--while-running makes a first copy while servers use the source. Then stop the servers, run the command " +
        "without it, which writes only what differs, and start the servers on the target. " +
        "After an interruption, run the command again. A URL is as in DATABASE_URL; --from-usage and --to-usage " +
        "are as in USAGE_URL.",
      load: async () => (await import("./migrate.ts")).migrate,
    },
    backup: {
      usage: ["FILE [--json]"],
      summary: "Write everything in the stores to one file, also while servers run.",
      notes:
        "The file has one instant of SQLite or PostgreSQL. Usage in Redis is of one instant for each account. FILE is " +
        "complete if it exists; FILE.part is not. It has the digests of keys and people's email addresses, so only " +
        "its owner can read it. Uses the stores in DATABASE_URL and USAGE_URL, or without them the store of a server " +
        "in ./data.",
      load: withCreation(async () => (await import("./backup.ts")).backup, { canCreate: false }),
    },
    restore: {
      usage: ["FILE [--json]"],
      summary: "Write a backup to empty stores, and compare it.",
      notes:
        "The stores may be of other engines than those of the backup. After an interruption, run the command again. " +
        `Uses the stores in DATABASE_URL and USAGE_URL. No server starts on them until it is complete. ${createNote}`,
      load: withCreation(async () => (await import("./backup.ts")).restore),
    },
    run: {
      usage: ["TOOL [--field value]... [--json FILE or -] [--file FILE or -] [--out FILE]"],
      summary: "Run a tool without a server.",
      notes:
        "Each field of the request is an option: border_width is --border-width. --json reads a whole request. " +
        "TOOLS names a folder with tools of your own.",
      load: async () => (await import("./run.ts")).run,
    },
    mcp: {
      usage: ["[--folder FOLDER] [--tools FOLDER]"],
      summary: "Serve the tools to an agent on this machine, over standard input and output.",
      notes:
        "Speaks the Model Context Protocol (MCP), without a server or an account, until standard input ends. " +
        "Calls are not counted. With --folder, an agent names files below the folder by their paths, and a tool can write its " +
        "result there; nothing outside of the folder is read or written. --tools, or TOOLS, names a folder with tools of your own.",
      load: async () => (await import("./mcp.ts")).mcp,
    },
    analyze: {
      usage: ["[FILE or -] [--type sentiment,entities] [--language en]"],
      summary: "Analyze a text without a server.",
      load: async () => (await import("./analyze.ts")).analyze,
    },
    convert: {
      usage: [
        "IN OUT [--format webp] [--quality 80]",
        "FILES-OR-FOLDERS... --format jpeg --out-dir FOLDER [--quality 80] [--widths 320,640,1280] [--pages 0-3]",
      ],
      summary: "Convert images without a server.",
      notes:
        "Each option of the image converter is an option: max_bytes is --max-bytes. --keep-copyright keeps only " +
        "the artist and the copyright notice of the metadata. The extension of OUT is its format.",
      details: {
        heading: "Options of the image converter",
        load: async () => (await import("./described-fields.ts")).describedConversion(),
      },
      load: async () => (await import("./convert.ts")).convert,
    },
  }),
);
