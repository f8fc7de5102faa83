import type { Tool } from "@tools-api/core/tools";
import { binaryRanges } from "../../http/accept.ts";
import type { CodeText } from "../../ui/code-tabs.tsx";
import { pythonCall, typescriptCall } from "../../../dist/islands/code-call.js";
import { fileCommand, jsonCommand } from "../../../dist/islands/curl-command.js";
import { formFields } from "./fields.ts";
import type { Sample } from "./samples.ts";

/** Returns a file of an example in standard base64. */
export function exampleFile(value: unknown): string {
  const [, encoded = ""] = /^(?:data:[^,]*,)?(.*)$/s.exec(String(value)) ?? [];
  return Buffer.from(encoded, "base64").toString("base64");
}

/** Returns the call of the form as the script writes it, so that the text does not change when the script is loaded. */
export function exampleCalls(
  tool: Tool,
  { request, picture }: Pick<Sample, "picture"> & { request: Readonly<Record<string, unknown>> },
  publicUrl: string,
): CodeText[] {
  const { name, file, binary } = tool;
  const given = formFields(tool, {}).flatMap(({ name: field }) =>
    request[field] === undefined ? [] : [[field, request[field]] as const],
  );
  const encoded = file && !picture ? { [file.field]: exampleFile(request[file.field]) } : {};
  const fields = { ...encoded, ...Object.fromEntries(given) };
  const target = { url: `${publicUrl}/v1/tools/${name}`, accept: binary && binaryRanges(binary.mediaTypes) };
  const path = file && picture ? { name: file.field, path: picture.file } : undefined;
  const form = given.map(
    ([field, value]) => [field, typeof value === "string" ? value : JSON.stringify(value)] as const,
  );
  const curl = path ? fileCommand(target, form, path) : jsonCommand(target, JSON.stringify(fields));
  const call = { ...target, fields, file: path };
  return [
    ["curl", "curl", curl],
    ["typescript", "TypeScript", typescriptCall(call)],
    ["python", "Python", pythonCall(call)],
  ];
}
