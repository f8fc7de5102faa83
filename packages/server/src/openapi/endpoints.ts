import type { ErrorCode } from "@tools-api/core";
import { ProfileRecord, ProfileRequest } from "@tools-api/core/profile";
import { UsageReportRecord, UsageRequest } from "@tools-api/core/usage";
import { FileRecord } from "@tools-api/core/files";
import { parameter, schemaNames } from "@tools-api/core/internal/schema";
import type { Tool } from "@tools-api/core/tools";
import { z } from "zod";
import type { Services } from "../http/context.ts";
import { canStoreResult } from "../api/tools/read-request.ts";
import { endpointRoutes } from "../api/routes/endpoints.ts";
import { binaryFieldHeader, resultHeader } from "../http/result-header.ts";
import type { ExampleSource, OperationExample } from "../http/operation-example.ts";
import { profileExample, usageExample } from "../api/routes/call-examples.ts";
import { componentName } from "./components.ts";
import { type Headers, meteredHeaders } from "./headers.ts";
import { fileContent, type Operation } from "./operations.ts";
import { errorsOfCalls, errorsOfParameters, errorsOfTool } from "./problems.ts";
import { queryParameters } from "./schema.ts";
import { bearerSecurity } from "./security.ts";

const withParameters: readonly ErrorCode[] = ["quota_exceeded", ...errorsOfCalls, ...errorsOfParameters];
const withBody: readonly ErrorCode[] = [...withParameters, "overloaded"];

const bodyOfGet =
  "The parameters can also be members of a JSON object in the body. If a parameter has different values in the query " +
  "and in the body, the response is 422. If the server's runtime does not expose the body of a GET request, the " +
  "response to a request with a body is 400.";

/** The texts and the schemas of an endpoint that is not a tool. */
interface OtherEndpoint extends Pick<Operation, "summary" | "description"> {
  request: z.ZodObject;
  response: z.ZodType;
  example: (source: ExampleSource) => OperationExample;
}

/** The endpoints that are not tools, by name. */
export const otherEndpoints: Readonly<Record<string, OtherEndpoint>> = {
  usage: {
    summary: "Get the usage of the account by period and endpoint.",
    description: bodyOfGet,
    request: UsageRequest,
    response: UsageReportRecord,
    example: usageExample,
  },
  profile: {
    summary: "Get the account, its plan, its allowance and the calling credential.",
    description: `In the query, \`include_stats\` can also be \`True\`, \`False\`, \`1\` or \`0\`. ${bodyOfGet}`,
    request: ProfileRequest,
    response: ProfileRecord,
    example: profileExample,
  },
};

/** Returns a schema with other fields, under the same name. */
function named(schema: z.ZodObject, shape: z.ZodRawShape): z.ZodObject {
  const copy = schema.clone({ ...schema.def, shape });
  const name = schemaNames.get(schema) ?? z.globalRegistry.get(schema);
  if (name?.id !== undefined) schemaNames.add(copy, { id: name.id });
  return copy;
}

/** Returns a schema with another field in front, under the same name. */
export function withField(schema: z.ZodObject, field: string, type: z.ZodType): z.ZodObject {
  return named(schema, { [field]: type, ...schema.shape });
}

/** Returns a schema with another field at its end, under the same name. */
export function withLast(schema: z.ZodObject, field: string, type: z.ZodType): z.ZodObject {
  return Object.hasOwn(schema.shape, field) ? schema : named(schema, { ...schema.shape, [field]: type });
}

/**
 * Returns the schema of a request: a field that Accept can replace is optional, and a server that stores files has a field for
 * the form of the result.
 */
function documentedRequest({ request, binary }: Tool, storesResult: boolean): z.ZodObject {
  const own = storesResult ? withLast(request, "output", outputField) : request;
  const field = binary?.typeField;
  const type = field === undefined ? undefined : request.shape[field];
  if (field === undefined || !(type instanceof z.ZodType)) return own;
  return own.clone({ ...own.def, shape: { ...own.shape, [field]: type.optional() } });
}

/** Returns a noun such as "an image" as the start of a sentence. */
function capitalized(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** Returns the request as a form, and as the file itself with the other fields in the query. */
function fileBodies(
  tool: Tool,
  request: z.ZodObject,
  { field, mediaTypes, maxBytes, noun = "a file" }: NonNullable<Tool["file"]>,
): NonNullable<Operation["otherBodies"]> {
  const { [field]: _, ...parameters } = tool.examples[0].request;
  return {
    form: withField(
      request,
      field,
      z
        .file()
        .meta({ description: `${capitalized(noun)} as a part of the form, of at most ${maxBytes} bytes.` }),
    ),
    mediaTypes,
    parameters: queryParameters(request, {
      note: "Only if the body is the file itself.",
      examples: parameters,
    }),
  };
}

const keyedCall = {
  component: "CallIdempotencyKey",
  effect:
    "For 24 hours, the same request with the same key runs again without being counted, up to 20 times. The same file by " +
    "another transport is the same request.",
};

const errorsOfKeys = ["idempotency_in_progress", "idempotency_mismatch"] as const;

/** Returns how the bytes of a tool travel. */
function transportWords({ file, binary }: Tool): string[] {
  const sent =
    file &&
    "Send the file in one of three ways: as base64 in JSON (or as an http or https URL, if the operator allows " +
      "it), as the file part " +
      `\`${file.field}\` (or \`file\`) of a form, or as the body itself, with the other fields in the query.`;
  const returned = binary && "The response is JSON, or the bytes themselves if Accept prefers their type.";
  const type =
    binary?.typeField !== undefined &&
    `A request without \`${binary.typeField}\` takes the only type of the bytes that Accept names.`;
  const several =
    binary?.listField !== undefined &&
    `A request with \`${binary.listField}\` counts as one call for each entry, and its response is JSON.`;
  return [sent, returned, type, several].filter((words) => typeof words === "string");
}

/** Returns the description of a file in JSON. */
function encodedWords(
  { maxBytes, noun = "a file" }: NonNullable<Tool["file"]>,
  storesFiles: boolean,
): string {
  const forms = "in base64 (standard or URL-safe, padded or not) or as a data: URI";
  const handle = storesFiles ? "; or the handle of a stored file, such as `file_rCslyyiXfqeqCJscvGWjAY`" : "";
  return `${capitalized(noun)} of at most ${maxBytes} bytes ${forms}${handle}.`;
}

/** Whether the bytes of a result are in the response, or become a file. */
export const outputField = parameter('"inline" or "file"', z.enum(["inline", "file"]).default("inline"), {
  purpose:
    "`inline` returns the bytes in the response; `file` stores them for an hour and returns their handle. Default: " +
    "`inline`.",
});

/** The stored bytes of a result. */
export const storedResult = FileRecord.optional().describe('The stored bytes, only with `output: "file"`.');

function binaryHeaders(binary: NonNullable<Tool["binary"]>): Headers {
  const { field, listField } = binary;
  const list = listField === undefined ? [] : [`${field};list=${listField}`];
  return {
    Vary: { description: "The response depends on Accept.", schema: { type: "string", const: "Accept" } },
    [resultHeader(binary)]: {
      description: `Only if the response is the bytes: the record without \`${field}\`, as one line of ASCII JSON.`,
      schema: { type: "string" },
    },
    [binaryFieldHeader]: {
      description:
        "The field of the record with the bytes. If the body is the bytes, `record` names the header with the other fields." +
        (listField === undefined ? "" : " `list` names the list of several results."),
      schema: { type: "string", enum: [field, `${field};record=${resultHeader(binary)}`, ...list] },
    },
    "Content-Disposition": {
      description: "Only if the response is the bytes: their file name.",
      schema: { type: "string", examples: [`inline; filename="${field}"`] },
    },
  };
}

/** Returns the response, with the bytes in base64: one result, or a list of them. */
function documentedResponse({ name, response, binary }: Tool, storesResult: boolean): z.ZodType {
  if (!binary) return response;
  const one = withField(
    storesResult ? withLast(response, "file", storedResult) : response,
    binary.field,
    storesResult
      ? z.string().optional().describe('The bytes in standard base64; absent with `output: "file"`.')
      : z.string().describe("The bytes in standard base64."),
  );
  const { listField } = binary;
  if (listField === undefined) return one;
  const list = z
    .object({
      [listField]: z.array(one).describe(`The results, in the order of \`${listField}\` in the request.`),
    })
    .describe(`Several results, if the request has \`${listField}\`.`);
  schemaNames.add(list, { id: `${schemaNames.get(response)?.id ?? componentName(name)}List` });
  return z.union([one, list]);
}

/** Returns the members of an operation that depend on its tool. */
function toolOperation(tool: Tool, storesFiles: boolean) {
  const { file, binary, examples, summary, description } = tool;
  const storesResult = storesFiles && canStoreResult(tool);
  const request = documentedRequest(tool, storesResult);
  const documented = examples.find((example) => example.response) ?? examples[0];
  const sentences = [...transportWords(tool), ...(description ? [description] : [])];
  return {
    summary,
    description: sentences.length > 0 ? sentences.join(" ") : summary,
    errors: [...withBody, ...errorsOfKeys, ...errorsOfTool(tool)],
    key: keyedCall,
    body: {
      schema: file
        ? withField(request, file.field, z.string().describe(encodedWords(file, storesFiles)))
        : request,
      isRequired: true,
    },
    ...(file && { otherBodies: fileBodies(tool, request, file) }),
    answer: documentedResponse(tool, storesResult),
    ...(binary && {
      answerText: `The record with the bytes in base64. If Accept prefers their type: the bytes themselves, with the record in ${resultHeader(binary)}.`,
      answerHeaders: binaryHeaders(binary),
      otherAnswers: fileContent(binary.mediaTypes),
    }),
    example: { body: documented.request, ...(documented.response && { answer: documented.response }) },
  } satisfies Partial<Operation>;
}

/** Returns the metered operations under /v1. */
export function endpointOperations(
  services: Pick<Services, "tools" | "served" | "endpoints" | "scopes"> & Partial<Pick<Services, "files">>,
): Operation[] {
  const { tools, served, files } = services;
  const toolsByName = new Map(tools.map(({ tool }) => [tool.name, tool]));
  return endpointRoutes(tools).flatMap(({ endpoint, method, path, scope }): Operation[] => {
    const common = {
      operationId: endpoint,
      method,
      path,
      security: bearerSecurity(scope, served),
      headers: meteredHeaders,
      status: 200,
      answerText: "The record.",
    };
    const tool = toolsByName.get(endpoint);
    if (tool) return [{ ...common, ...toolOperation(tool, files !== undefined) }];
    const other = otherEndpoints[endpoint];
    if (!other) return [];
    const { request, response, example, ...texts } = other;
    return [
      {
        ...common,
        ...texts,
        errors: withParameters,
        query: request,
        answer: response,
        example: example(services),
      },
    ];
  });
}
