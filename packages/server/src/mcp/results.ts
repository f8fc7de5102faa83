import type { CallToolResult } from "@modelcontextprotocol/server";
import { ToolsError } from "@tools-api/core";
import type { BinaryField, Tool } from "@tools-api/core/tools";
import { problemBody } from "../http/problem.ts";
import { encodeList, hasList, isList } from "../http/result-list.ts";

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

type Fields = Readonly<Record<string, unknown>>;

type Content = CallToolResult["content"][number];

/** The file of a result. */
interface ResultFile {
  /** The bytes in base64. */
  data: string;
  contentType: string;
  uri: string;
}

function requireSize(size: number): void {
  if (size > maxResultBytes)
    throw new ToolsError(
      "result_too_large",
      `The result has ${size} bytes as a message of MCP; the limit is ${maxResultBytes}. Ask for less: send a smaller ` +
        "input, or choose fewer or smaller outputs. The same call over HTTP has no such limit.",
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
 * @throws ToolsError `result_too_large`.
 */
export function toolAnswer(json: string, files: readonly ResultFile[] = []): ToolAnswer {
  const encodedBytes = files.reduce((sum, { data }) => sum + data.length, 0);
  const jsonBytes = Buffer.byteLength(json);
  requireSize(jsonBytes + encodedBytes + envelopeBytes);
  // The text is a string in JSON, with an escape for each of its quotes.
  const textBytes = Buffer.byteLength(JSON.stringify(json));
  const size = jsonBytes + textBytes + encodedBytes + envelopeBytes;
  requireSize(size);
  const content: Content[] = [{ type: "text", text: json }];
  for (const { data, contentType, uri } of files) content.push(fileContent(data, contentType, uri));
  // The result of a tool is an object.
  return { result: { content, structuredContent: JSON.parse(json) as Record<string, unknown> }, size };
}

/** Returns the file name of the bytes of a result. */
function fileNameOf({ field, fileName }: BinaryField, contentType: string): string {
  return fileName?.(contentType) ?? field;
}

/**
 * Returns the result of a tool: what `run` returned, or its JSON in UTF-8 if a process ran the call.
 *
 * @param id - Distinguishes the file from those of other calls.
 * @throws ToolsError `result_too_large`.
 */
export function answerOf({ name, binary }: Tool, result: unknown, id: string): ToolAnswer {
  const isEncoded = result instanceof Uint8Array;
  if (!binary) return toolAnswer(isEncoded ? Buffer.from(result).toString() : JSON.stringify(result));
  const fileOf = (data: string, { content_type: type }: Fields, place = ""): ResultFile => {
    const contentType = String(type);
    const uri = `tool-result://${name}/${id}/${place}${fileNameOf(binary, contentType)}`;
    return { data, contentType, uri };
  };
  if (hasList(binary) && (isEncoded || isList(binary, result))) {
    const { field, listField } = binary;
    const json = isEncoded ? result : encodeList(binary, result);
    // The list is that of `encodeList`.
    const { [listField]: results = [] } = JSON.parse(Buffer.from(json).toString()) as Record<
      string,
      Fields[]
    >;
    const separated = results.map(({ [field]: data, ...record }, index) => ({
      record,
      file: fileOf(String(data), record, `${index + 1}-`),
    }));
    const records = separated.map(({ record }) => record);
    const files = separated.map(({ file }) => file);
    return toolAnswer(JSON.stringify({ [listField]: records }), files);
  }
  // `run` returns the field and its type.
  const { [binary.field]: bytes, ...record } = result as Fields;
  const data = Buffer.from(bytes as Uint8Array).toString("base64");
  return toolAnswer(JSON.stringify(record), [fileOf(data, record)]);
}

/** Returns the result of a call that failed: the problem as JSON that a model can act on, and no structured content. */
export function failedAnswer(error: ToolsError): CallToolResult {
  const { code, message, errors } = problemBody(error, { instance: "", requestId: "", publicUrl: "" });
  return { content: [{ type: "text", text: JSON.stringify({ code, message, errors }) }], isError: true };
}
