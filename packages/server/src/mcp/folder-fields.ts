import { parameter } from "@tools-api/core/internal/schema";
import type { Tool } from "@tools-api/core/tools";
import { z } from "zod";
import { withField } from "../openapi/endpoints.ts";

const output = parameter('"file"', z.enum(["file"]).optional(), {
  purpose:
    "`file` writes the result next to the input under a free name and returns its `path` instead of the content.",
});

/** Returns whether the result of a tool can be a file in a folder. Own fields of a tool with these names have precedence. */
export function writesFiles({ binary, request, response }: Tool): boolean {
  return binary !== undefined && !("output" in request.shape) && !("path" in response.shape);
}

/** Returns fields without the `output` that {@link folderRequest} adds. */
export function withoutOutput<Fields extends Readonly<Record<string, unknown>>>(
  tool: Tool,
  fields: Fields,
): Omit<Fields, "output"> {
  if (!writesFiles(tool)) return fields;
  const { output: _, ...others } = fields;
  return others;
}

/** Returns whether the text of a file field is the path of a file. Otherwise, it is a `data:`, `http:` or `https:` URL. */
export function isPath(text: string): boolean {
  return !/^(?:data|https?):/i.test(text);
}

/**
 * Returns the schema of the arguments of a tool for an agent with a folder: the file is a text, and `output` asks for a
 * file.
 *
 * @param purpose - The description of the file. Default: its forms.
 */
export function folderRequest(tool: Tool, purpose?: string): z.ZodObject {
  const request = writesFiles(tool) ? withField(tool.request, "output", output) : tool.request;
  const { file } = tool;
  if (!file) return request;
  const expected = `the path of ${file.noun ?? "a file"} or a data: URI`;
  const text = parameter(expected, z.string().min(1), purpose === undefined ? {} : { purpose });
  return withField(request, file.field, text);
}
