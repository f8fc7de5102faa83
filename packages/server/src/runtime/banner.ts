import type { Tool } from "@tools-api/core/tools";
import type { FirstAccount } from "./first-account.ts";
import { sampleCall } from "../ui/sample-call.ts";
import { signInLinkUrl } from "../mail/links.ts";
import { toolsApiCommand } from "./start-command.ts";
import { schemeName, storeSchemes } from "./stores/schemes.ts";

/** The facts that the banner of a server shows. */
export interface BannerFacts {
  url: string;
  publicUrl: string;
  first: FirstAccount | null;
  tools: readonly Tool[];
  databaseUrl: string;
  /** The rules for new accounts, and why they apply. */
  signUp: { mode: string; reason: string };
}

/** Returns instructions for creating another key, or "" if no command can open the server's store. */
function otherKey(databaseUrl: string, email: string): string {
  if (databaseUrl === "memory:") return "";
  const command = toolsApiCommand(["keys", "create", "--email", email]);
  const reach = storeSchemes.get(schemeName(databaseUrl))?.reach;
  return `To create another key${reach === "process" ? ", stop the server and run" : ""}: ${command}\n`;
}

function firstAccountText({
  url,
  publicUrl,
  first,
  tools,
  databaseUrl,
}: BannerFacts & { first: FirstAccount }): string {
  const link = `To set a password and sign in, open this link within 15 minutes. It works once:

${signInLinkUrl(publicUrl, first.linkToken)}
`;
  if (first.secret === null)
    return `The first account, ${first.email}, has not been used yet. Its API key was shown when it was created.
${link}
${otherKey(databaseUrl, first.email)}`;
  return `The store was empty. The server created a first account, ${first.email}, on the ${first.plan} plan.
This account is the operator of the server, with the pages at /operator. Accounts that sign up are customers.
Copy its API key now; it is not shown again:

${first.secret}

${link}
Try it:

${sampleCall({ url, tools }, first.secret)}

`;
}

const signUpWords: Readonly<Record<string, string>> = {
  open: "open",
  invite: "by invitation",
  closed: "closed",
};

/** Returns the text that the server prints when it is ready. */
export function banner(facts: BannerFacts): string {
  const { url, first, databaseUrl } = facts;
  const { mode, reason } = facts.signUp;
  const ready = `Tools API is ready at ${url}\nSign-up is ${signUpWords[mode] ?? mode} (${reason}).\n`;
  return first
    ? `${ready}\n${firstAccountText({ ...facts, first })}`
    : ready + otherKey(databaseUrl, "you@example.com");
}

/** Returns the warnings that the server prints to standard error when it is ready. */
export function warningLines(warnings: readonly string[]): string {
  return warnings.map((warning) => `tools-api: warning: ${warning}\n`).join("");
}
