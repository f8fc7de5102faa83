import process from "node:process";
import { readConfig, serveNode } from "../node.ts";
import { runServer } from "../runtime/run-server.ts";
import { type Command, parseArguments } from "./command.ts";

/** Runs `tools-api serve`. */
export const serve: Command = async (words) => {
  const { values } = parseArguments(words, { tools: { type: "string" } });
  const config = readConfig(process.env);
  await runServer(serveNode, { ...config, tools: values.tools ?? config.tools });
};
