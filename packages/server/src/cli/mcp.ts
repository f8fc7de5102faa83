import { Console } from "node:console";
import process from "node:process";
import * as sdk from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { requestReader } from "../api/tools/read-request.ts";
import { maxPageFileBytes } from "../mcp/agent-pages.ts";
import { createServer, defaultName } from "../mcp/answer-message.ts";
import { openFolder } from "../mcp/folder-files.ts";
import { listTool } from "../mcp/listed-tools.ts";
import { localCaller } from "../mcp/local-caller.ts";
import { maxEnvelopeBytes } from "../mcp/message-reader.ts";
import { readConfig } from "../runtime/config.ts";
import { configuredTools } from "../runtime/configured-tools.ts";
import { toolProcesses } from "../runtime/tool-processes.ts";
import { type Command, parseArguments } from "./command.ts";
import { printableLines } from "./printable.ts";

function report(error: Error): void {
  process.stderr.write(`${printableLines(`tools-api: ${error.stack ?? error.message}`)}\n`);
}

/** The transport over standard input and output, which tells when it ends. */
class EndingTransport extends StdioServerTransport {
  end?: () => void;

  override async close(): Promise<void> {
    await super.close();
    this.end?.();
  }
}

/** Runs `tools-api mcp`. */
export const mcp: Command = async (words) => {
  const { values } = parseArguments(words, { tools: { type: "string" }, folder: { type: "string" } });
  // Standard output is for the protocol, also if a tool writes to the console.
  globalThis.console = new Console(process.stderr);
  const config = readConfig(process.env);
  const services = {
    fetchUrls: config.fetchUrls,
    ...(values.folder !== undefined && { folder: await openFolder(values.folder) }),
  };
  const tools = await configuredTools({ ...config, tools: values.tools ?? config.tools });
  const executor = toolProcesses({ priority: 0 });
  const call = localCaller(tools, {
    ...services,
    executor,
    onError(error) {
      if (error.code === "internal_error") report(error.cause instanceof Error ? error.cause : error);
    },
  });
  const readFile = async (path: string) => {
    const { folder } = services;
    if (!folder) return null;
    const { file } = await folder.read(path, { field: "uri", maxBytes: maxPageFileBytes, mediaTypes: [] });
    return file;
  };
  const offer = { ...defaultName, tools: tools.map((tool) => listTool(tool, services)) };
  const maxBufferSize =
    maxEnvelopeBytes + Math.max(maxEnvelopeBytes, ...tools.map((tool) => requestReader(tool).largestBody));
  await new Promise<void>((resolve) => {
    const transport = new EndingTransport(process.stdin, process.stdout, { maxBufferSize });
    transport.end = resolve;
    serveStdio(() => createServer(sdk, offer, { call, readFile }, true), {
      transport,
      maxSubscriptions: 0,
      onerror: report,
    });
  });
  await executor.close();
};
