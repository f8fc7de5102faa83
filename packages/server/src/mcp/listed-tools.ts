import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import type { FileField, Tool } from "@tools-api/core/tools";
import { NewFile } from "@tools-api/core/files";
import { z } from "zod";
import type { Services } from "../http/context.ts";
import { canStoreResult } from "../api/tools/read-request.ts";
import { firstSentence, jsonSchema, resolved, type Schema } from "../api/tools/json-schema.ts";
import { outputField, otherEndpoints, storedResult, withField, withLast } from "../openapi/endpoints.ts";
import { pageLink } from "./agent-pages.ts";
import { folderRequest, writesFiles } from "./folder-fields.ts";
import type { Folder } from "./folder-files.ts";

/** The constraints of a parameter that an agent can follow. The route checks all others. */
const constraints = [
  "enum",
  "const",
  "format",
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "multipleOf",
] as const;

/** The maximum number of choices of a value inside of a list or a map. The error for another choice lists all. */
const maxNestedChoices = 12;

/** The maximum number of members of an object inside of a list. Its description names those that matter. */
const maxNestedMembers = 12;

/** Returns the type of a schema. Some models read schemas with one type only, so several become alternatives. */
function typeMembers({ type, anyOf }: Schema, convert: (alternative: Schema) => object): object {
  if (anyOf) return { anyOf: anyOf.map(convert) };
  if (Array.isArray(type)) return { anyOf: type.map((only: unknown) => ({ type: only })) };
  return type === undefined ? {} : { type };
}

/** Returns a value inside of a parameter with its type, its choices and its bounds, without descriptions. */
function compactValue(schema: Schema, isNested = false): object {
  const { items, properties, required, additionalProperties } = schema;
  const inner = (value: Schema) => compactValue(value, true);
  const isDescribed = properties && !(isNested && Object.keys(properties).length > maxNestedMembers);
  const known = constraints.filter(
    (name) =>
      schema[name] !== undefined &&
      !(name === "enum" && isNested && (schema.enum?.length ?? 0) > maxNestedChoices),
  );
  return {
    ...typeMembers(schema, (alternative) => compactValue(alternative, isNested)),
    ...Object.fromEntries(known.map((name) => [name, schema[name]])),
    ...(items && { items: isListOfChoices(schema) ? compactValue(items) : inner(items) }),
    ...(isDescribed && { properties: mapped(properties, inner) }),
    ...(isDescribed && required && { required }),
    ...(typeof additionalProperties === "object" && { additionalProperties: inner(additionalProperties) }),
  };
}

function isListOfChoices({ items }: Schema): boolean {
  return items?.enum !== undefined;
}

function mapped(
  members: Readonly<Record<string, Schema>>,
  convert: (schema: Schema) => object,
): Record<string, object> {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, convert(schema)]));
}

/** Returns an object with members that are JSON. */
function objectSchema(
  properties: Record<string, object>,
  others: Partial<ListedTool["inputSchema"]> = {},
): ListedTool["inputSchema"] {
  // The members come from a JSON Schema.
  return { type: "object", properties: properties as ListedTool["inputSchema"]["properties"], ...others };
}

/** Returns a schema without references, which many clients do not follow. */
function published(schema: z.ZodType, io: "input" | "output"): Schema {
  const json = jsonSchema(schema, io);
  // Resolving references keeps the shape of a schema.
  return resolved(json, json) as Schema;
}

/**
 * Returns the parameters of a tool without the deprecated ones, each with the first sentence of its description: an
 * agent reads the list of tools before every conversation.
 */
function inputSchema(request: z.ZodType): ListedTool["inputSchema"] {
  const { properties = {}, required = [] } = published(request, "input");
  const current = Object.entries(properties).filter(([, { deprecated }]) => deprecated !== true);
  const parameters = mapped(Object.fromEntries(current), (schema) => {
    const { description = "" } = schema;
    return {
      ...compactValue(schema),
      ...(description !== "" && { description: firstSentence(description) }),
    };
  });
  return objectSchema(parameters, {
    ...(required.length > 0 && { required: [...required] }),
    additionalProperties: false,
  });
}

/** Returns the members of a result with their types only. The result itself shows the rest. */
function outputSchema(response: z.ZodType): ListedTool["inputSchema"] {
  const { properties = {} } = published(response, "output");
  // Some clients reject a list of types.
  const typeOnly = ({ type, anyOf = [] }: Schema): object => {
    const types = [...new Set(anyOf.flatMap((alternative) => alternative.type ?? []))];
    if (types.length > 1) return { anyOf: types.map((one) => ({ type: one })) };
    const [only = type] = types;
    return only === undefined ? {} : { type: only };
  };
  return objectSchema(mapped(properties, typeOnly));
}

/** The services that decide what a tool takes from an agent. */
export interface ListServices extends Pick<Services, "fetchUrls"> {
  /** The stored files, whose handles tools take. Absent: none. */
  files?: Services["files"];
  /** The folder whose files the agent can name. Absent: none. */
  folder?: Pick<Folder, "path">;
}

/** Returns the description of the file of a tool. Its end can be the path of the folder, which has periods of its own. */
function fileWords(
  { maxBytes, noun = "a file" }: FileField,
  { fetchUrls, files, folder }: ListServices,
): string {
  const start = noun.charAt(0).toUpperCase() + noun.slice(1);
  const forms = [
    folder ? "as a data: URI" : "in base64 or as a data: URI",
    ...(fetchUrls === "off" ? [] : ["its http or https URL"]),
    ...(files ? ["the handle of a file (see create_upload)"] : []),
    ...(folder ? [`its path or file: URL below ${folder.path}`] : []),
  ];
  return `${start} of at most ${maxBytes} bytes ${forms.join(", or ")}.`;
}

/** Returns whether an agent can have the bytes of a result stored. */
function storesResult(tool: Tool, { files }: ListServices): boolean {
  return files !== undefined && canStoreResult(tool);
}

/** Returns the schema of the arguments of a tool. */
function listedRequest(tool: Tool, services: ListServices): z.ZodObject {
  const { file, request } = tool;
  if (services.folder) return folderRequest(tool, file && fileWords(file, services));
  const own = storesResult(tool, services) ? withLast(request, "output", outputField) : request;
  return file ? withField(own, file.field, z.string().describe(fileWords(file, services))) : own;
}

/** Returns the schema of a result without its file. */
function listedResponse(tool: Tool, canWrite: boolean, services: ListServices): z.ZodObject {
  const { binary, response } = tool;
  const typed =
    binary && !("content_type" in response.shape)
      ? withField(response, "content_type", z.string().describe("The media type of the file."))
      : response;
  const stored = canWrite
    ? withField(typed, "path", z.string())
    : storesResult(tool, services)
      ? withLast(typed, "file", storedResult)
      : typed;
  const { listField } = binary ?? {};
  return listField === undefined ? stored : withLast(stored, listField, z.array(z.unknown()));
}

/** Returns a tool as `tools/list` shows it. */
export function listTool(tool: Tool, services: ListServices): ListedTool {
  const { name, consent, summary, description, file, playground, isReadOnly = tool.isPure } = tool;
  const canWrite = services.folder !== undefined && writesFiles(tool);
  return {
    name,
    title: consent,
    description: [summary, ...(description ? [description] : [])].join(" "),
    inputSchema: inputSchema(listedRequest(tool, services)),
    outputSchema: outputSchema(listedResponse(tool, canWrite, services)),
    ...(isReadOnly && {
      annotations: {
        readOnlyHint: !canWrite,
        destructiveHint: false,
        // It means nothing for a tool that only reads.
        ...(canWrite && { idempotentHint: false }),
        openWorldHint: file !== undefined && services.fetchUrls !== "off",
      },
    }),
    ...pageLink(playground),
  };
}

/** The name of the tool that gives an agent a URL for an upload. */
export const createUploadName = "create_upload";

const createUploadTool: ListedTool = {
  name: createUploadName,
  title: "Upload a file",
  description:
    "Get a curl command that stores a file of this machine once, within ten minutes. Put its path in place of FILE. The " +
    "command prints the record of the file: file fields take its id in place of the content.",
  inputSchema: inputSchema(NewFile),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
};

const titles: Readonly<Record<string, string>> = { usage: "Get usage", profile: "Get profile" };

/** Returns the tools in the order of the API, with `usage` and `profile`, as `tools/list` shows them. */
export function listTools(services: Pick<Services, "tools" | "fetchUrls" | "files">): ListedTool[] {
  return [
    ...services.tools.map(({ tool }) => listTool(tool, services)),
    ...(services.files ? [createUploadTool] : []),
    ...Object.entries(otherEndpoints).map(([name, { summary, request, response }]) => ({
      name,
      title: titles[name] ?? name,
      description: summary,
      inputSchema: inputSchema(request),
      outputSchema: outputSchema(response),
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      ...pageLink(name),
    })),
  ];
}
