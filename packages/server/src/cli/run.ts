import { readFile, writeFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import process from "node:process";
import { buffer } from "node:stream/consumers";
import { ToolsError } from "@tools-api/core";
import { presentType, validate } from "@tools-api/core/internal/schema";
import type { Tool } from "@tools-api/core/tools";
import { z } from "zod";
import { parseJsonObject } from "../http/json-object.ts";
import { fieldsFromText } from "../http/text-fields.ts";
import { isShort, runHere } from "../http/executor.ts";
import { readConfig } from "../runtime/config.ts";
import { configuredTools } from "../runtime/configured-tools.ts";
import { toolProcesses } from "../runtime/tool-processes.ts";
import { type Command, parseArguments } from "./command.ts";
import { UsageError } from "./usage-error.ts";

const ownOptions = {
  json: { type: "string" },
  file: { type: "string" },
  out: { type: "string" },
} as const;

/** Returns an option for each field of a request: `border_width` is `--border-width`. */
function fieldOptions({ request }: Tool): Record<string, { type: "string" | "boolean" }> {
  return Object.fromEntries(
    Object.entries(request.shape).map(([name, field]) => [
      name.replaceAll("_", "-"),
      { type: presentType(field) instanceof z.ZodBoolean ? "boolean" : "string" },
    ]),
  );
}

function readBytes(path: string): Promise<Uint8Array> {
  return path === "-" ? buffer(process.stdin) : readFile(path);
}

/** Returns the file of a request, if the tool takes one. */
async function fileMember({ file, name }: Tool, path: string | undefined): Promise<object> {
  if (!file) {
    if (path !== undefined) throw new UsageError(`--file: the tool ${name} takes no file.`);
    return {};
  }
  if (path === undefined)
    throw new UsageError("--file is missing. The file may also follow the tool's name.");
  const bytes = await readBytes(path);
  if (bytes.length > file.maxBytes)
    throw new ToolsError(
      "payload_too_large",
      `${file.field}: expected at most ${file.maxBytes} bytes, received ${bytes.length}`,
    );
  return { [file.field]: { bytes, mediaType: "", name: path === "-" ? null : basename(path) } };
}

/** Returns the field that the extension of the output decides, unless the request has it. */
function typeMember({ binary }: Tool, out: string | undefined, fields: object): object {
  const extension = extname(out ?? "").slice(1);
  const { typeField } = binary ?? {};
  return typeField === undefined || extension === "" || Object.hasOwn(fields, typeField)
    ? {}
    : { [typeField]: extension };
}

async function write(out: string | undefined, content: Uint8Array | string): Promise<void> {
  if (out === undefined) process.stdout.write(content);
  else await writeFile(out, content);
}

/** Writes the result: JSON, or the bytes with their record on standard error. */
async function writeResult({ binary }: Tool, result: unknown, out: string | undefined): Promise<void> {
  // A process has encoded its result.
  const value: unknown = result instanceof Uint8Array ? parseJsonObject(result) : result;
  if (!binary) return write(out, `${JSON.stringify(value, null, 2)}\n`);
  // `run` returns the binary field as bytes.
  const { [binary.field]: bytes, ...record } = value as Record<string, unknown>;
  await write(out, bytes as Uint8Array);
  process.stderr.write(`${JSON.stringify(record, null, 2)}\n`);
}

/** Runs `tools-api run`. */
export const run: Command = async ([name = "", ...words]) => {
  const tools = await configuredTools(readConfig(process.env));
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool)
    throw new UsageError(
      `Expected the name of a tool (${tools.map((known) => known.name).join(", ")}), received "${name}".`,
    );
  const { values, positionals } = parseArguments(
    words,
    { ...fieldOptions(tool), ...ownOptions },
    { minimum: 0, maximum: tool.file && !words.some((word) => /^--file(?:=|$)/.test(word)) ? 1 : 0 },
  );
  const { json, file = positionals[0], out, ...options } = values;
  const sent = json === undefined ? {} : parseJsonObject(await readBytes(json));
  const texts = Object.entries(options).map(([option, value]) => [
    option.replaceAll("-", "_"),
    String(value),
  ]);
  const given = { ...sent, ...fieldsFromText(tool.request, Object.fromEntries(texts)) };
  const fields = validate(tool.request, { ...typeMember(tool, out, given), ...given });
  const request = { ...fields, ...(await fileMember(tool, file)) };
  const { signal } = new AbortController();
  const context = { signal, accept: [], account: "", caller: undefined };
  const processes = toolProcesses({ priority: 0 });
  try {
    const result = isShort(tool, request)
      ? runHere(tool, request, context)
      : processes.run(tool, request, context);
    await writeResult(tool, await result, out);
  } finally {
    await processes.close();
  }
};
