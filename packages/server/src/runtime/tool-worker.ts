import process from "node:process";
import { serveJobs } from "@tools-api/adapters/process-pool/worker";
import { encodeList, isList } from "../http/result-list.ts";
import type { ToolJob } from "./tool-processes.ts";

type Run = (request: unknown, context: ToolJob["context"] & { signal: AbortSignal }) => unknown;

const { TOOL_MODULE: module = "", TOOL_BINARY_FIELD: field, TOOL_LIST_FIELD: listField } = process.env;
// The definition of the tool names the module.
const { run } = (await import(module)) as { run: Run };

// The process is killed instead.
const { signal } = new AbortController();

serveJobs(async ({ request, context }: ToolJob) => {
  const result = await run(request, { ...context, signal });
  // Encoding a record of megabytes takes some tenths of a second, which the server must not spend.
  if (field === undefined) return new TextEncoder().encode(JSON.stringify(result));
  const names = { field, listField };
  return isList(names, result) ? encodeList(names, result) : result;
});
