import { fileSeconds } from "@tools-api/core/files";
import { describeValue, invalidParameters } from "@tools-api/core/internal/schema";
import type { RunContext, Tool } from "@tools-api/core/tools";
import type { CallContext, Reply } from "../../http/call-context.ts";
import type { ServedTool } from "../../http/context.ts";
import { allowsJson, type Negotiated, negotiateBinary } from "../../http/accept.ts";
import { unlessHungUp } from "../../http/hung-up.ts";
import { respondBase64Json, respondBytes, respondJson } from "../../http/respond.ts";
import { fileRecord, keepFile, oneChunk } from "../files/keep-file.ts";
import { recognizeRepeat } from "../middleware/keyed.ts";
import type { MeteredCall } from "../middleware/metered-call.ts";
import { isShort, type PooledContext, runHere } from "../../http/executor.ts";
import { base64List, encodeList, hasList, isList } from "../../http/result-list.ts";
import { binaryFieldHeader, resultHeader } from "../../http/result-header.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns whether a call runs in the pool of its tool. */
function isPooled({ tool, executor }: ServedTool, request: Fields): boolean {
  return executor !== undefined && !isShort(tool, request);
}

/**
 * The circumstances of a call, whose signal costs more than the rest of a short call, so a getter creates it. Each literal
 * with a getter would have a hidden class of its own, which keeps the call in memory until old memory is collected.
 */
class ToolContext implements PooledContext {
  readonly account: string;
  readonly accept: RunContext["accept"];
  readonly caller: PooledContext["caller"];
  readonly #request: { readonly signal: AbortSignal };

  constructor({ c, principal, caller }: MeteredCall, accept: RunContext["accept"]) {
    this.account = principal.account.id;
    this.accept = accept;
    this.caller = caller;
    this.#request = c.req.raw;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

/** Runs a call in the pool of its tool, once it is counted. */
async function runPooled(
  call: MeteredCall,
  { tool, executor, poolQueue }: ServedTool,
  request: Fields,
  context: PooledContext,
): Promise<unknown> {
  if (!call.isRepeat) await call.admit();
  const slot = poolQueue?.enter(context);
  try {
    return await executor?.run(tool, request, context);
  } finally {
    slot?.leave();
  }
}

/** Escapes JSON as ASCII for a header field. */
function toAscii(json: string): string {
  return json.replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

// Proxies such as nginx accept 4 kB of header fields, Node and undici 16 kB.
const maxRecordHeader = 3000;

/** Responds with the bytes of a result, or with its JSON, which has them in base64. */
function respondBinary(
  c: CallContext,
  binary: NonNullable<Tool["binary"]>,
  result: Fields,
  { representation, acceptsJson }: Negotiated,
): Reply {
  const { field, fileName } = binary;
  // `run` returns the field and its type.
  const { [field]: bytes, ...others } = result as { content_type: string; [field]: Uint8Array };
  c.header("Vary", "Accept");
  const json = JSON.stringify(others);
  const record = toAscii(json);
  if (representation === "json" || (acceptsJson && record.length > maxRecordHeader))
    return respondBase64Json(c, { name: field, bytes: bytes as Uint8Array }, json, {
      [binaryFieldHeader]: field,
    });
  const { content_type } = others as { content_type: string };
  const header = resultHeader(binary);
  return respondBytes(c, bytes as Uint8Array, content_type, {
    headers: {
      "Content-Disposition": `inline; filename="${fileName?.(content_type) ?? field}"`,
      [header]: record,
      [binaryFieldHeader]: `${field};record=${header}`,
    },
  });
}

/**
 * Requires that a client that asks for several results accepts JSON, the only form that has them all.
 *
 * @throws ToolsError `invalid_parameter`.
 */
function requireJson(c: CallContext, { listField }: { listField: string }, request: Fields): void {
  const accept = c.req.header("Accept");
  if (request[listField] === undefined || allowsJson(accept)) return;
  throw invalidParameters([
    {
      name: listField,
      detail: `expected an Accept header that allows application/json, because the bytes of one result have no list, received ${describeValue(accept)}`,
    },
  ]);
}

/** Responds with several results as JSON. A process has encoded them. */
function respondList(c: CallContext, binary: NonNullable<Tool["binary"]>, result: unknown): Reply {
  if (!hasList(binary)) throw new RangeError("expected a tool with a list field");
  const json = result instanceof Uint8Array ? result : encodeList(binary, result);
  c.header("Vary", "Accept");
  return respondBytes(c, json, "application/json", {
    headers: { [binaryFieldHeader]: `${binary.field};list=${binary.listField}` },
  });
}

/** The result of a call, and how the caller prefers it if a field of it is bytes. */
interface Performed {
  /** The result of `run`. If a process ran the call: its JSON in UTF-8, or one result with a field that is bytes. */
  result: unknown;
  negotiated: Negotiated | undefined;
}

/** Reads a call of a tool and does its work. */
export async function performTool(call: MeteredCall, served: ServedTool): Promise<Performed> {
  const { c, services } = call;
  const { tool, reader, queue } = served;
  const { binary } = tool;
  const request = await reader.read(c, services);
  if (binary && hasList(binary)) requireJson(c, binary, request);
  // The request is the output of the tool's schema.
  call.units = tool.units?.(request as never) ?? 1;
  await recognizeRepeat(call, tool, request);
  // The work of a pure tool may precede the count, but the work of many units needs an allowance for them.
  const isCountedFirst = tool.units !== undefined && (call.units > 1 || !tool.isPure);
  if (isCountedFirst && !call.isRepeat) await call.admit();
  const negotiated =
    binary &&
    // The request is the output of the tool's schema.
    negotiateBinary(c.req.header("Accept"), binary.typesFor?.(request as never) ?? binary.mediaTypes);
  const context = new ToolContext(call, negotiated?.types ?? []);
  const result = await unlessHungUp(context, () =>
    isPooled(served, request)
      ? runPooled(call, served, request, context)
      : queue.run(() => runHere(tool, request, context), context),
  );
  return { result, negotiated };
}

/** A record whose bytes have become a file. */
export type StoredRecord = Fields & { file: ReturnType<typeof fileRecord> };

/** Returns a result whose bytes have become a file of the caller. */
async function storeOne(
  { services, principal }: MeteredCall,
  { field, fileName }: NonNullable<Tool["binary"]>,
  { [field]: bytes, ...others }: Fields,
): Promise<StoredRecord> {
  const { files } = services;
  // Only a server with files takes the field that asks for one.
  if (!files) throw new Error("The server stores no files.");
  const type = String(others.content_type);
  // `run` returns bytes, and a list of results has them in base64.
  const content = typeof bytes === "string" ? Buffer.from(bytes, "base64") : (bytes as Uint8Array);
  const file = await keepFile(services, files, principal.account, {
    name: fileName?.(type) ?? field,
    mediaType: type,
    expiresIn: fileSeconds.usual,
    announced: content.length,
    content: oneChunk(content),
  });
  return { file: fileRecord(file), ...others };
}

/** A record, or a list of several under the name of the list. */
type StoredResult = StoredRecord | Readonly<Record<string, readonly StoredRecord[]>>;

/** Returns whether a stored result is one record. */
export function isStoredRecord(result: StoredResult): result is StoredRecord {
  return "file" in result && !Array.isArray(result.file);
}

/**
 * Returns a result, or a list of several, whose bytes have become files of the caller.
 *
 * @throws ToolsError `conflict` if the account has no room for one of them, `storage_unavailable`.
 */
export async function storeResult(
  call: MeteredCall,
  binary: NonNullable<Tool["binary"]>,
  result: unknown,
): Promise<StoredResult> {
  if (!hasList(binary) || !(result instanceof Uint8Array || isList(binary, result)))
    // The result of a tool with bytes is an object.
    return storeOne(call, binary, result as Fields);
  const stored: StoredRecord[] = [];
  for (const one of base64List(binary, result)) stored.push(await storeOne(call, binary, one));
  return { [binary.listField]: stored };
}

/** Answers a call of a tool. */
export async function answerTool(call: MeteredCall, served: ServedTool): Promise<Reply> {
  const { c } = call;
  const { binary } = served.tool;
  const { result, negotiated } = await performTool(call, served);
  if (binary && c.get("storesResult")) return respondJson(c, await storeResult(call, binary, result));
  if (binary && (result instanceof Uint8Array || isList(binary, result)))
    return respondList(c, binary, result);
  if (binary && negotiated) return respondBinary(c, binary, result as Fields, negotiated);
  // A process has encoded its result.
  return result instanceof Uint8Array ? respondBytes(c, result, "application/json") : respondJson(c, result);
}
