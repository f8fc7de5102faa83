import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import type { Tool } from "@tools-api/core/tools";
import { z } from "zod";
import type { Services } from "../http/context.ts";
import { firstSentence, jsonSchema, resolved, type Schema } from "../api/tools/json-schema.ts";
import { otherEndpoints, withField } from "../openapi/endpoints.ts";

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
 * Returns the parameters of a tool, each with the first sentence of its description: an agent reads the list of tools
 * before every conversation.
 */
function inputSchema(request: z.ZodType): ListedTool["inputSchema"] {
  const { properties = {}, required = [] } = published(request, "input");
  const parameters = mapped(properties, (schema) => {
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
  const typeOnly = (schema: Schema): object => typeMembers(schema, typeOnly);
  return objectSchema(mapped(properties, typeOnly));
}

function fileWords({ maxBytes, noun = "a file" }: NonNullable<Tool["file"]>, fetches: boolean): string {
  const start = noun.charAt(0).toUpperCase() + noun.slice(1);
  return `${start} of at most ${maxBytes} bytes in base64 or as a data: URI${fetches ? ", or its http or https URL" : ""}.`;
}

/** Returns a tool as `tools/list` shows it. */
export function listTool(tool: Tool, { fetchUrls }: Pick<Services, "fetchUrls">): ListedTool {
  const { name, consent, summary, description, file, binary, isReadOnly = tool.isPure } = tool;
  const fetches = file !== undefined && fetchUrls !== "off";
  const request = file
    ? withField(tool.request, file.field, z.string().describe(fileWords(file, fetches)))
    : tool.request;
  const response =
    binary && !("content_type" in tool.response.shape)
      ? withField(tool.response, "content_type", z.string().describe("The media type of the file."))
      : tool.response;
  const { listField } = binary ?? {};
  const results = listField === undefined ? response : response.extend({ [listField]: z.array(z.unknown()) });
  return {
    name,
    title: consent,
    description: [summary, ...(description ? [description] : [])].join(" "),
    inputSchema: inputSchema(request),
    outputSchema: outputSchema(results),
    ...(isReadOnly && {
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: fetches,
      },
    }),
  };
}

const titles: Readonly<Record<string, string>> = { usage: "Get usage", profile: "Get profile" };

/** Returns the tools in the order of the API, with `usage` and `profile`, as `tools/list` shows them. */
export function listTools(services: Pick<Services, "tools" | "fetchUrls">): ListedTool[] {
  return [
    ...services.tools.map(({ tool }) => listTool(tool, services)),
    ...Object.entries(otherEndpoints).map(([name, { summary, request, response }]) => ({
      name,
      title: titles[name] ?? name,
      description: summary,
      inputSchema: inputSchema(request),
      outputSchema: outputSchema(response),
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    })),
  ];
}
