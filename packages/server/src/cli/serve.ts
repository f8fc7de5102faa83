import process from "node:process";
import { readConfig } from "../runtime/config.ts";
import {
  endWithStarter,
  processRole,
  reportReady,
  runProcesses,
  shareOf,
} from "../runtime/node/processes.ts";
import { serveFurther, serveNode } from "../runtime/node/serve.ts";
import { runServer } from "../runtime/run-server.ts";
import { type Command, parseArguments } from "./command.ts";

/** Runs `tools-api serve`. */
export const serve: Command = async (words) => {
  const { values } = parseArguments(words, { tools: { type: "string" } });
  const settings = readConfig(process.env);
  const config = { ...settings, tools: values.tools ?? settings.tools };
  const role = processRole(config);
  if (role === "only") await runServer(serveNode, config);
  else if (role === "starter") await runProcesses(config);
  else
    await runServer(role === "first" ? serveNode : serveFurther, shareOf(config), {
      prints: role === "first",
      onStart: endWithStarter,
      onReady: reportReady,
    });
};
