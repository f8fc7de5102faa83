import process from "node:process";
import { rotateSigningKeys } from "@tools-api/adapters/auth/access-token";
import { sessionSecret } from "@tools-api/core";
import { readConfig } from "../config.ts";
import { type Command, parseWords, withStores } from "./command.ts";

/** `tools-api signing-keys rotate` */
export const rotateKeys: Command = async (words) => {
  const { values } = parseWords(words, { "at-once": { type: "boolean" } });
  const { sessionSecret: configured } = readConfig(process.env);
  await withStores(async ({ documents }) => {
    const secret = () => sessionSecret(documents, configured);
    const atOnce = values["at-once"] ?? false;
    const { kid, signsFrom } = await rotateSigningKeys({ documents, secret }, { atOnce });
    const others = atOnce ? "; all others are dropped, and the tokens that they signed end" : "";
    process.stdout.write(`The key ${kid} signs from ${new Date(signsFrom).toISOString()}${others}.\n`);
  });
};
