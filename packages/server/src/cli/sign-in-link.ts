import process from "node:process";
import { ToolsError } from "@tools-api/core";
import { createSignInLink } from "@tools-api/core/accounts";
import { readConfig } from "../runtime/config.ts";
import { lastServerUrl, listeningUrl } from "../runtime/listening-url.ts";
import { signInLinkUrl } from "../account/sign-in-link-url.ts";
import { existingAccount } from "./accounts.ts";
import { type Command, parseArguments, required, withStores } from "./command.ts";

/** Runs `tools-api accounts sign-in-link`. */
export const makeSignInLink: Command = async (words) => {
  const { values } = parseArguments(words, { email: { type: "string" } });
  const email = required(values.email, "email");
  const { publicUrl, host, port } = readConfig(process.env);
  await withStores(async ({ documents }) => {
    const account = await existingAccount(documents, email);
    if (account.status !== "active")
      throw new ToolsError("account_suspended", `The account of ${email} is ${account.status}.`);
    const token = await createSignInLink(documents, account.id, Date.now());
    const url = publicUrl ?? (await lastServerUrl(documents)) ?? listeningUrl(host, port);
    process.stdout.write(`${signInLinkUrl(url, token)}\n`);
  });
};
