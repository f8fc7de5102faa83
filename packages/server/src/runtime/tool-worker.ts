import process from "node:process";
import { serveJobs } from "@tools-api/adapters/process-pool/worker";
import type { ToolJob } from "./tool-processes.ts";

type Run = (request: unknown, context: ToolJob["context"] & { signal: AbortSignal }) => unknown;

const { TOOL_MODULE: module = "", TOOL_IS_BINARY: isBinary } = process.env;
// The definition of the tool names the module.
const { run } = (await import(module)) as { run: Run };

// The process is killed instead.
const { signal } = new AbortController();

serveJobs(async ({ request, context }: ToolJob) => {
  const result = await run(request, { ...context, signal });
  // Encoding a record of megabytes takes some tenths of a second, which the server must not spend.
  return isBinary === "yes" ? result : new TextEncoder().encode(JSON.stringify(result));
});
