import process from "node:process";
import { readConfig, serveNode } from "../node.ts";
import { runServer } from "../run-server.ts";
import { type Command, parseWords } from "./command.ts";

/** Runs `tools-api serve`. */
export const serve: Command = async (words) => {
  parseWords(words, {});
  await runServer(serveNode, readConfig(process.env));
};
