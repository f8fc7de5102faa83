#!/usr/bin/env node
import process from "node:process";
import { ToolsError } from "@tools-api/core";
import { type Command, UsageError } from "./cli/command.ts";

const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import("./cli/serve.ts")).serve,
  "keys create": async () => (await import("./cli/keys.ts")).createKey,
  "keys list": async () => (await import("./cli/keys.ts")).listKeys,
  "keys set-limit": async () => (await import("./cli/keys.ts")).setKeyLimit,
  "keys rotate": async () => (await import("./cli/keys.ts")).rotateKey,
  "keys revoke": async () => (await import("./cli/keys.ts")).revokeKey,
  "accounts list": async () => (await import("./cli/accounts.ts")).listAllAccounts,
  "accounts sign-in-link": async () => (await import("./cli/sign-in-link.ts")).makeSignInLink,
  "accounts set-plan": async () => (await import("./cli/accounts.ts")).setAccountPlan,
  "invoices list": async () => (await import("./cli/invoices.ts")).listAllInvoices,
  "invoices mark-paid": async () => (await import("./cli/invoices.ts")).markPaid,
  "clients create": async () => (await import("./cli/clients.ts")).createClient,
  "clients list": async () => (await import("./cli/clients.ts")).listClients,
  "clients revoke": async () => (await import("./cli/clients.ts")).revokeClient,
  "signing-keys rotate": async () => (await import("./cli/signing-keys.ts")).rotateKeys,
  analyze: async () => (await import("./cli/analyze.ts")).analyze,
  convert: async () => (await import("./cli/convert.ts")).convert,
};

const help = `Usage: tools-api [command]

  serve                                      start the server (also without a command)
  keys create --email a@b.c [--plan pro] [--name n] [--scopes a,b] [--expires-in 30d] [--daily-limit N]
              [--json]
  keys list --email a@b.c [--json]
  keys set-limit KEY_ID [--daily-limit N]    cap the calls a day with a key; without N: no cap
  keys rotate KEY_ID [--grace 24h] [--json]  a new secret; the old one works until the grace is over
  keys revoke KEY_ID
  accounts list [--json]
  accounts set-plan --email a@b.c --plan pro [--daily-limit N]
  accounts sign-in-link --email a@b.c        print a link that signs the owner in once, within 15 minutes
  invoices list --email a@b.c [--json]
  invoices mark-paid INVOICE --email a@b.c   record that an invoice was paid
  clients create --email a@b.c --name n [--type public] [--redirect-uri URI]... [--scopes a,b]
                 [--grant-types a,b] [--json]
  clients list --email a@b.c [--json]
  clients revoke CLIENT_ID
  signing-keys rotate [--at-once]            a new key for access tokens; at once: the others end
  analyze [FILE or -] [--type sentiment,entities] [--language en]
  convert IN OUT [--format webp] [--quality 80]
  convert FILES... --format jpeg --out-dir FOLDER [--quality 80]

convert also takes --lossless, --effort fast|balanced|best, --max-bytes N, --width N, --height N,
--fit cover|contain|fill|inside|outside, --background #rrggbb, --page N and --keep-metadata.
serve, keys, accounts, invoices, clients and signing-keys work on the stores that DATABASE_URL and USAGE_URL name.
`;

async function main(words: string[]): Promise<void> {
  const [first = "serve", second = ""] = words;
  if (first === "help" || first === "--help" || first === "-h") {
    process.stdout.write(help);
    return;
  }
  const group = `${first} ${second}`;
  const name = group in commands ? group : first;
  const load = commands[name];
  if (!load) throw new UsageError(`There is no command ${JSON.stringify(words.join(" "))}.`);
  const run = await load();
  await run(words.slice(name.split(" ").length));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const expected = error instanceof UsageError || error instanceof ToolsError;
  const message =
    error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`tools-api: ${message}\n${error instanceof UsageError ? `\n${help}` : ""}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
