import process from "node:process";
import { readConfig, serveNode } from "../node.ts";
import { runServer } from "../runtime/run-server.ts";
import { type Command, parseArguments } from "./command.ts";

/** Runs `tools-api serve`. */
export const serve: Command = async (words) => {
  parseArguments(words, {});
  await runServer(serveNode, readConfig(process.env));
};
