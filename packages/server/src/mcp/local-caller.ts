import { extname, join } from "node:path";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolsError } from "@tools-api/core";
import { validate } from "@tools-api/core/internal/schema";
import type { Tool } from "@tools-api/core/tools";
import { Hono } from "hono";
import type { z } from "zod";
import type { ApiEnv, RequestReader, Services } from "../http/context.ts";
import { negotiateBinary } from "../http/accept.ts";
import { giveBody } from "../http/given-body.ts";
import { unlessHungUp } from "../http/hung-up.ts";
import { asToolsError } from "../http/problem.ts";
import { isShort, runHere, type ToolExecutor } from "../http/executor.ts";
import { agentReader, requestReader } from "../api/tools/read-request.ts";
import type { Call } from "./answer-message.ts";
import { folderRequest, isPath, withoutOutput, writesFiles } from "./folder-fields.ts";
import type { Folder } from "./folder-files.ts";
import { answerOf, failedAnswer, separateFile, type ToolAnswer, toolAnswer } from "./results.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The services of {@link localCaller}. */
interface LocalServices extends Pick<Services, "fetchUrls"> {
  executor: ToolExecutor;
  /** The folder whose files the agent can name. Absent: none. */
  folder?: Folder;
  /** Receives the error of each call that fails. */
  onError: (error: ToolsError) => void;
}

/** A tool, and what reads its arguments. */
interface LocalTool {
  tool: Tool;
  reader: RequestReader;
  /** The arguments with paths. */
  schema: z.ZodObject;
}

/** The valid arguments of a call. */
interface LocalRequest {
  request: Fields;
  /** Writes the file of the result and returns its path. Absent: the result is part of the message. */
  write?: (extension: string, bytes: Uint8Array) => Promise<string>;
}

/** Reads arguments like the body of a request to the endpoint of a tool. */
type ReadBody = (reader: RequestReader, args: Fields) => Promise<Fields>;

function bodyReader(services: Pick<Services, "fetchUrls">): ReadBody {
  // Readers read the context of a request.
  const app = new Hono<ApiEnv & { Bindings: { reader: RequestReader; request?: Fields } }>();
  app.onError((error) => {
    throw error;
  });
  app.post("/", async (c) => {
    c.env.request = await c.env.reader.read(c, services);
    return c.body(null);
  });
  return async (reader, args) => {
    const headers = { "Content-Type": "application/json" };
    const request = new Request("http://localhost/", { method: "POST", headers });
    giveBody(request, new TextEncoder().encode(JSON.stringify(args)));
    const env: { reader: RequestReader; request?: Fields } = { reader };
    await app.fetch(request, env);
    if (!env.request) throw new Error("A reader without an error has a request.");
    return env.request;
  };
}

/** Creates the function that calls tools without an account. Nothing is counted. */
export function localCaller(tools: readonly Tool[], services: LocalServices): Call {
  const { executor, folder, onError } = services;
  const readBody = bodyReader(services);
  const known = new Map(
    tools.map((tool): [string, LocalTool] => [
      tool.name,
      { tool, reader: agentReader(tool, requestReader(tool)), schema: folderRequest(tool) },
    ]),
  );

  /** Reads arguments, and the file of the folder that they name. */
  async function readWithFolder(
    { tool, reader, schema }: LocalTool,
    { read, path, writeNextTo }: Folder,
    args: Fields,
  ): Promise<LocalRequest> {
    const { file, binary, agentDefaults } = tool;
    const valid = validate(schema, args);
    const locator = file ? String(valid[file.field]) : "";
    const input = file && isPath(locator) ? await read(locator, file) : undefined;
    const request =
      file && input
        ? { ...agentDefaults, ...withoutOutput(tool, valid), [file.field]: input.file }
        : await readBody(reader, withoutOutput(tool, args));
    if (!binary || !writesFiles(tool) || valid["output"] !== "file") return { request };
    const neighbor = input?.path ?? join(path, binary.field);
    return { request, write: (extension, bytes) => writeNextTo(neighbor, extension, bytes) };
  }

  async function perform(local: LocalTool, signal: AbortSignal, args: Fields): Promise<ToolAnswer> {
    const { tool, reader } = local;
    const { binary } = tool;
    const { request, write } = folder
      ? await readWithFolder(local, folder, args)
      : { request: await readBody(reader, args), write: undefined };
    // The request is the output of the tool's schema.
    const types = binary && (binary.typesFor?.(request as never) ?? binary.mediaTypes);
    const accept = types ? negotiateBinary(undefined, types).types : [];
    const context = { signal, account: "", accept, caller: undefined };
    const result = await unlessHungUp({ signal }, () =>
      isShort(tool, request) ? runHere(tool, request, context) : executor.run(tool, request, context),
    );
    if (!binary || !write) {
      const canStore = folder !== undefined && writesFiles(tool);
      return answerOf(tool, result, { id: crypto.randomUUID(), canStore });
    }
    const { record, bytes, fileName } = separateFile(binary, result);
    return toolAnswer(JSON.stringify({ path: await write(extname(fileName), bytes), ...record }));
  }

  async function run(local: LocalTool, signal: AbortSignal, args: Fields): Promise<CallToolResult> {
    try {
      return (await perform(local, signal, args)).result;
    } catch (error) {
      const failure = asToolsError(error);
      onError(failure);
      return failedAnswer(failure);
    }
  }

  return (name, signal, args = {}) => {
    const local = known.get(name);
    return local ? run(local, signal, args) : null;
  };
}
