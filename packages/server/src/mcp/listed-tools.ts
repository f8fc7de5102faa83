import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import type { Tool } from "@tools-api/core/tools";
import { z } from "zod";
import type { Services } from "../http/context.ts";
import { jsonSchema, resolved } from "../api/tools/json-schema.ts";
import { encodedWords, otherEndpoints, withField } from "../openapi/endpoints.ts";

/** Splits each list of types into alternatives, because some models read schemas with one type only. */
function singleTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(singleTypes);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) =>
    name === "type" && Array.isArray(member)
      ? ["anyOf", member.map((type: unknown) => ({ type }))]
      : [name, singleTypes(member)],
  );
  return Object.fromEntries(members);
}

/** Returns a schema of an object without references, which many clients do not follow. */
function objectSchema(schema: z.ZodType, io: "input" | "output"): ListedTool["inputSchema"] {
  const json = jsonSchema(schema, io);
  const { $defs: _, ...root } = singleTypes(resolved(json, json)) as Record<string, unknown>;
  return { ...root, type: "object" };
}

/** Returns a tool as `tools/list` shows it. */
export function listTool(tool: Tool, { fetchUrls }: Pick<Services, "fetchUrls">): ListedTool {
  const { name, consent, summary, description, file, binary, isReadOnly = tool.isPure } = tool;
  const fetches = file !== undefined && fetchUrls !== "off";
  const fileWords = file && `${encodedWords(file)}${fetches ? " Or its http or https URL." : ""}`;
  const request =
    file && fileWords ? withField(tool.request, file.field, z.string().describe(fileWords)) : tool.request;
  const response =
    binary && !("content_type" in tool.response.shape)
      ? withField(tool.response, "content_type", z.string().describe("The media type of the file."))
      : tool.response;
  return {
    name,
    title: consent,
    description: [summary, ...(description ? [description] : [])].join(" "),
    inputSchema: objectSchema(request, "input"),
    outputSchema: objectSchema(response, "output"),
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
      inputSchema: objectSchema(request, "input"),
      outputSchema: objectSchema(response, "output"),
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    })),
  ];
}
