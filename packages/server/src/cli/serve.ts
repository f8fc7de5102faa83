import process from "node:process";
import { banner, warningLines } from "../banner.ts";
import { readConfig, serveNode } from "../node.ts";
import { closeOnSignal } from "../signals.ts";
import { type Command, parseWords } from "./command.ts";

/** `tools-api serve` */
export const serve: Command = async (words) => {
  parseWords(words, {});
  const server = await serveNode(readConfig(process.env));
  // Before it says that it is ready: who reads that may end it at once.
  closeOnSignal(() => server.close());
  process.stderr.write(warningLines(server.warnings));
  process.stdout.write(banner(server.url, server.publicUrl, server.first));
};
