import type { CallToolResult } from "@modelcontextprotocol/server";
import { ToolsError } from "@tools-api/core";
import type { BinaryField, Tool } from "@tools-api/core/tools";
import { problemBody } from "../http/problem.ts";
import { base64List, hasList, isList } from "../http/result-list.ts";

/** Bytes of a result in a message. Clients hold a message in memory, and models read a fraction of it. */
const maxResultBytes = 4_000_000;

/** Bytes of the members of a message that do not depend on the result. */
const envelopeBytes = 1000;

/** A result in the form of MCP. */
export interface ToolAnswer {
  result: CallToolResult;
  /** Bytes of the result in a message. */
  size: number;
}

type Content = CallToolResult["content"][number];

/** A link to the file of a result. */
export type ResourceLink = Extract<Content, { type: "resource_link" }>;

/** The file of a result. */
interface ResultFile {
  /** The bytes in base64. */
  data: string;
  contentType: string;
  uri: string;
}

function requireSize(size: number, canStore: boolean): void {
  if (size > maxResultBytes)
    throw new ToolsError(
      "result_too_large",
      `The result has ${size} bytes as a message of MCP; the limit is ${maxResultBytes}. ` +
        (canStore ? 'Set `output` to "file" to get the result as a file, or ask' : "Ask") +
        " for less: send a smaller input, or choose fewer or smaller outputs. The same call over HTTP has no such limit.",
    );
}

/** Returns the file of a result: an image or a sound, or a resource if it is neither. */
function fileContent(data: string, mimeType: string, uri: string): Content {
  const [kind] = mimeType.split("/");
  if (kind === "image" || kind === "audio") return { type: kind, data, mimeType };
  return { type: "resource", resource: { uri, mimeType, blob: data } };
}

/**
 * Returns the result of a call: the record as structured content and as text, and its files once.
 *
 * @param json - The record without the files, as JSON.
 * @param files - The files, or links to them.
 * @param canStore - Whether the tool can return the result as a file, which the error for a large one advises.
 * @throws ToolsError `result_too_large`.
 */
export function toolAnswer(
  json: string,
  files: readonly (ResultFile | ResourceLink)[] = [],
  canStore = false,
): ToolAnswer {
  const encodedBytes = files.reduce((sum, file) => sum + ("data" in file ? file.data.length : 0), 0);
  const jsonBytes = Buffer.byteLength(json);
  requireSize(jsonBytes + encodedBytes + envelopeBytes, canStore);
  // The text is a string in JSON, with an escape for each of its quotes.
  const textBytes = Buffer.byteLength(JSON.stringify(json));
  const size = jsonBytes + textBytes + encodedBytes + envelopeBytes;
  requireSize(size, canStore);
  const content: Content[] = [{ type: "text", text: json }];
  for (const file of files)
    content.push("data" in file ? fileContent(file.data, file.contentType, file.uri) : file);
  // The result of a tool is an object.
  return { result: { content, structuredContent: JSON.parse(json) as Record<string, unknown> }, size };
}

/** The result of a tool with a binary field: its record, and its file. */
export interface BinaryResult {
  /** The record without the file, as JSON has it. */
  record: Readonly<Record<string, unknown>>;
  bytes: Uint8Array;
  contentType: string;
  fileName: string;
}

/** Separates the file of a result from its record. */
export function separateFile({ field, fileName }: BinaryField, result: unknown): BinaryResult {
  // `run` returns the field and its type.
  const { [field]: bytes, ...record } = result as Readonly<Record<string, unknown>>;
  const contentType = String(record.content_type);
  return { record, bytes: bytes as Uint8Array, contentType, fileName: fileName?.(contentType) ?? field };
}

/**
 * Returns the result of a tool: what `run` returned, or its JSON in UTF-8 if a process ran the call.
 *
 * @param options.id - Distinguishes the file from those of other calls.
 * @param options.canStore - As in {@link toolAnswer}.
 * @throws ToolsError `result_too_large`.
 */
export function answerOf(
  { name, binary }: Tool,
  result: unknown,
  { id, canStore }: { id: string; canStore: boolean },
): ToolAnswer {
  const isEncoded = result instanceof Uint8Array;
  if (!binary) return toolAnswer(isEncoded ? Buffer.from(result).toString() : JSON.stringify(result));
  const fileOf = (data: string, { contentType, fileName }: Omit<BinaryResult, "bytes">, place = "") => ({
    data,
    contentType,
    uri: `tool-result://${name}/${id}/${place}${fileName}`,
  });
  if (hasList(binary) && (isEncoded || isList(binary, result))) {
    const results = base64List(binary, result).map((one) => separateFile(binary, one));
    const files = results.map(({ bytes, ...others }, index) =>
      fileOf(String(bytes), others, `${index + 1}-`),
    );
    return toolAnswer(
      JSON.stringify({ [binary.listField]: results.map(({ record }) => record) }),
      files,
      canStore,
    );
  }
  const { bytes, ...others } = separateFile(binary, result);
  const data = Buffer.from(bytes).toString("base64");
  return toolAnswer(JSON.stringify(others.record), [fileOf(data, others)], canStore);
}

/** Returns the result of a call that failed: the problem as JSON that a model can act on, and no structured content. */
export function failedAnswer(error: ToolsError): CallToolResult {
  const { code, message, errors } = problemBody(error, { instance: "", requestId: "", publicUrl: "" });
  return { content: [{ type: "text", text: JSON.stringify({ code, message, errors }) }], isError: true };
}
