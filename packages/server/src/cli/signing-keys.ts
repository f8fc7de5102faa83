import process from "node:process";
import { rotateAccessTokenKeys } from "../runtime/compose.ts";
import { readConfig } from "../runtime/config.ts";
import { type Command, parseArguments, withStores } from "./command.ts";

/** Runs `tools-api signing-keys rotate`. */
export const rotateKeys: Command = async (words) => {
  const { values } = parseArguments(words, { "at-once": { type: "boolean" } });
  const atOnce = values["at-once"] ?? false;
  const config = readConfig(process.env);
  const made = await withStores((stores) => rotateAccessTokenKeys(config, stores, { atOnce }));
  const others = atOnce ? ". All other keys are removed, and their tokens are invalid" : "";
  process.stdout.write(
    `The key ${made.kid} signs access tokens from ${new Date(made.signsFrom).toISOString()}${others}.\n`,
  );
};
