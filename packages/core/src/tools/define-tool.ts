import { z } from "zod";
import { ToolsError } from "../errors.ts";
import { describeValue } from "../schema/validate.ts";
import type { FileField, Tool, ToolDefinition } from "./tool.ts";

const namePattern = /^[a-z][a-z0-9-]{1,39}$/;
const scopePattern = /^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/;
const fieldPattern = /^[a-z][a-z0-9_]*$/;
const mediaTypePattern = /^[a-z]+\/(?:\*|[a-z0-9][a-z0-9.+-]*)$/;

/** The names of the endpoints under /v1 that are not tools. */
const otherEndpoints: readonly string[] = ["usage", "profile"];

/** The names that no tool can have: those of other endpoints, and of tools that MCP has. */
const reservedNames: readonly string[] = [...otherEndpoints, "files", "batches", "create_upload"];

/** An error in the definition of a tool. */
function fault(tool: unknown, detail: string, cause?: unknown): ToolsError {
  return new ToolsError("invalid_parameter", `tool ${describeValue(tool)}: ${detail}`, { cause });
}

/** Throws unless JSON Schema can express the schema, and all its names are in snake_case. */
function requireSchema(name: string, member: "request" | "response", schema: z.ZodObject): void {
  if (!(schema instanceof z.ZodObject))
    throw fault(name, `${member}: expected a zod object, received ${describeValue(schema)}`);
  for (const field of Object.keys(schema.shape))
    if (!fieldPattern.test(field))
      throw fault(
        name,
        `${member}: expected names of fields in snake_case, received ${describeValue(field)}`,
      );
  try {
    z.toJSONSchema(schema, { io: member === "request" ? "input" : "output" });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw fault(name, `${member}: expected a schema that JSON Schema can express. ${reason}`, cause);
  }
}

function requireField(
  name: string,
  member: "file" | "binary",
  { field, mediaTypes }: Pick<FileField, "field" | "mediaTypes">,
): void {
  if (!fieldPattern.test(field))
    throw fault(name, `${member}.field: expected a name in snake_case, received ${describeValue(field)}`);
  if (mediaTypes.length === 0)
    throw fault(name, `${member}.mediaTypes: expected at least one type, received none`);
  for (const type of mediaTypes)
    if (!mediaTypePattern.test(type))
      throw fault(
        name,
        `${member}.mediaTypes: expected types such as image/png, received ${describeValue(type)}`,
      );
}

function requireTerms({ name, scope, consent, summary, file, binary, request, response }: Tool): void {
  if (typeof name !== "string" || !namePattern.test(name))
    throw fault(name, "name: expected 2 to 40 characters of a-z, 0-9 and -, beginning with a letter");
  if (reservedNames.includes(name))
    throw fault(name, `name: expected none of the reserved names ${reservedNames.join(", ")}`);
  if (typeof scope !== "string" || !scopePattern.test(scope))
    throw fault(name, `scope: expected a name such as qr:create, received ${describeValue(scope)}`);
  if (scope.startsWith("account:")) throw fault(name, "scope: expected another prefix than account:");
  for (const [member, text] of Object.entries({ consent, summary }))
    if (typeof text !== "string" || text.trim() === "")
      throw fault(name, `${member}: expected a text, received ${describeValue(text)}`);
  requireSchema(name, "request", request);
  requireSchema(name, "response", response);
  if (file) requireField(name, "file", file);
  const { typeField, listField } = binary ?? {};
  for (const [member, field] of Object.entries({ typeField, listField }))
    if (field !== undefined && !Object.hasOwn(request.shape, field))
      throw fault(
        name,
        `binary.${member}: expected a field of the request, received ${describeValue(field)}`,
      );
  if (binary) requireField(name, "binary", binary);
  if (file && Object.hasOwn(request.shape, file.field))
    throw fault(name, `request: expected no field ${file.field}, which is the file`);
  if (binary && Object.hasOwn(response.shape, binary.field))
    throw fault(name, `response: expected no field ${binary.field}, which is the binary field`);
}

function requireExamples({ name, examples, request, file }: Tool): void {
  if (!Array.isArray(examples) || examples.length === 0)
    throw fault(name, "examples: expected at least one, received none");
  for (const [index, example] of examples.entries()) {
    const { [file?.field ?? ""]: bytes, ...fields } = example.request;
    if (file && typeof bytes !== "string")
      throw fault(name, `examples[${index}].request.${file.field}: expected a file in base64`);
    const checked = request.safeParse(fields);
    if (checked.success) continue;
    const [issue] = checked.error.issues;
    const path = issue?.path.join(".") ?? "";
    throw fault(
      name,
      `examples[${index}].request: expected a valid request, received a fault in ${path}: ${issue?.message}`,
    );
  }
}

function requireFields(
  { name, request }: Tool,
  member: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  for (const [field, value] of Object.entries(fields)) {
    const schema: unknown = request.shape[field];
    if (!(schema instanceof z.ZodType) || !schema.safeParse(value).success)
      throw fault(name, `${member}, received ${field}`);
  }
}

function requirePresets(tool: Tool): void {
  for (const { title, options } of tool.presets ?? [])
    requireFields(tool, `presets: expected valid fields in ${describeValue(title)}`, options);
  requireFields(tool, "agentDefaults: expected valid fields", tool.agentDefaults ?? {});
}

/**
 * Defines a tool: a function with everything that an API needs to serve it. The server derives the route, validation,
 * metering, documentation and forms from the definition.
 *
 * @returns The definition, checked. Unknown fields of a request are refused.
 *
 * @throws ToolsError `invalid_parameter` that names the tool and the fault, for a bad name or scope, a schema that JSON
 *   Schema cannot express, or an example or a preset that the tool's own schema refuses.
 *
 * @example
 * ```ts
 * import { defineTool } from "@tools-api/core/tools";
 * import { z } from "zod";
 *
 * const reverse = defineTool({
 *   name: "reverse-text",
 *   scope: "text:reverse",
 *   consent: "Reverse texts",
 *   summary: "Reverses a text.",
 *   request: z.strictObject({ text: z.string().min(1).max(1000) }),
 *   response: z.object({ text: z.string() }),
 *   examples: [{ request: { text: "stressed" } }],
 *   run: ({ text }) => ({ text: [...text].toReversed().join("") }),
 * });
 * console.log(reverse.name); // reverse-text
 * ```
 */
export function defineTool<
  Request extends z.ZodObject,
  Response extends z.ZodObject,
  const File extends string = never,
  const Binary extends string = never,
  const Name extends string = string,
  const List extends string = never,
>(
  definition: ToolDefinition<Request, Response, File, Binary, Name, List>,
): ToolDefinition<Request, Response, File, Binary, Name, List> {
  const { request } = definition;
  const isOpen = request instanceof z.ZodObject && !(request.def.catchall instanceof z.ZodNever);
  // A strict copy has the same input and output.
  const tool = isOpen
    ? { ...definition, request: request.strict() as unknown as Request }
    : { ...definition };
  requireTerms(tool);
  requireExamples(tool);
  requirePresets(tool);
  return Object.freeze(tool);
}

/**
 * Returns the names of the metered endpoints of a server with these tools, in the order of its reports.
 *
 * @example
 * ```ts
 * import { listEndpoints, textAnalyzer } from "@tools-api/core/tools";
 *
 * console.log(listEndpoints([textAnalyzer])); // [ "text-analyzer", "usage", "profile" ]
 * ```
 */
export function listEndpoints(tools: readonly Pick<Tool, "name">[]): string[] {
  return [...tools.map(({ name }) => name), ...otherEndpoints];
}

/**
 * Checks that no two tools have the same name.
 *
 * @throws ToolsError `invalid_parameter` that names the tool.
 *
 * @example
 * ```ts
 * import { requireDistinct, textAnalyzer } from "@tools-api/core/tools";
 *
 * console.log(requireDistinct([textAnalyzer])); // undefined
 * ```
 */
export function requireDistinct(tools: readonly Tool[]): void {
  const names = new Set<string>();
  for (const { name } of tools) {
    if (names.has(name)) throw fault(name, "name: expected a name that no other tool has");
    names.add(name);
  }
}
