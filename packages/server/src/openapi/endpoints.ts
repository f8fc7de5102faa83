import type { ErrorCode } from "@tools-api/core";
import {
  ProfileRecord,
  ProfileRequest,
  schemaNames,
  UsageReportRecord,
  UsageRequest,
} from "@tools-api/core/internal";
import type { Tool } from "@tools-api/core/tools";
import { z } from "zod";
import type { Services } from "../http/context.ts";
import { endpointRoutes } from "../api/routes/endpoints.ts";
import { binaryFieldHeader, resultHeader } from "../http/result-header.ts";
import { type Components, componentName, jsonContent, sharedParameters } from "./components.ts";
import { operationExample } from "./examples.ts";
import { headerReferences, type Headers, meteredHeaders, replayedHeader } from "./headers.ts";
import type { OperationExample } from "./operation-example.ts";
import { errorsOfCalls, errorsOfParameters, errorsOfTool, problemResponses } from "./problems.ts";
import { type Json, queryParameters } from "./schema.ts";
import { bearerSecurity } from "./security.ts";
import { tagName } from "./tags.ts";

const withParameters: readonly ErrorCode[] = ["quota_exceeded", ...errorsOfCalls, ...errorsOfParameters];
const withBody: readonly ErrorCode[] = [...withParameters, "overloaded"];

interface OperationText {
  summary: string;
  description: string;
  errors: readonly ErrorCode[];
  request: z.ZodObject;
  response: z.ZodType;
  example: OperationExample;
  /** Body types in addition to JSON, and the query parameters that belong to them. */
  otherBodies?: { form: z.ZodObject; mediaTypes: readonly string[]; parameters: Json[] };
  /** The field of the response that can be the body instead of JSON. */
  binary?: NonNullable<Tool["binary"]>;
  /** Whether its calls can have an Idempotency-Key. */
  isKeyed?: true;
}

const bodyOfGet =
  "The parameters can also be members of a JSON object in the body. If a parameter has different values in the query " +
  "and in the body, the response is 422. If the server's runtime does not expose the body of a GET request, the " +
  "response to a request with a body is 400.";

/** The endpoints that are not tools. */
export const otherOperations: readonly (readonly [
  name: string,
  operation: Omit<OperationText, "example">,
])[] = [
  [
    "usage",
    {
      summary: "Get the usage of the account by period and endpoint.",
      description: bodyOfGet,
      errors: withParameters,
      request: UsageRequest,
      response: UsageReportRecord,
    },
  ],
  [
    "profile",
    {
      summary: "Get the account, its plan, its allowance and the calling credential.",
      description: `In the query, \`include_stats\` can also be \`True\`, \`False\`, \`1\` or \`0\`. ${bodyOfGet}`,
      errors: withParameters,
      request: ProfileRequest,
      response: ProfileRecord,
    },
  ],
];

/** Returns a schema with another field in front, under the same name. */
export function withField(schema: z.ZodObject, field: string, type: z.ZodType): z.ZodObject {
  const copy = schema.clone({ ...schema.def, shape: { [field]: type, ...schema.shape } });
  const name = schemaNames.get(schema) ?? z.globalRegistry.get(schema);
  if (name?.id !== undefined) schemaNames.add(copy, { id: name.id });
  return copy;
}

/** Returns a noun such as "an image" as the start of a sentence. */
function capitalized(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** Returns the request as a form, and as the file itself with the other fields in the query. */
function fileBodies(
  { request, examples }: Tool,
  { field, mediaTypes, maxBytes, noun = "a file" }: NonNullable<Tool["file"]>,
): NonNullable<OperationText["otherBodies"]> {
  const { [field]: _, ...parameters } = examples[0].request;
  return {
    form: withField(
      request,
      field,
      z.file().meta({ description: `${capitalized(noun)} of at most ${maxBytes} bytes.` }),
    ),
    mediaTypes,
    parameters: queryParameters(request, {
      note: "Only if the body is the file itself.",
      examples: parameters,
    }),
  };
}

const idempotencyParameter: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "1 to 255 printable ASCII characters without a space. For 24 hours, the same request with the same key runs again " +
    "without being counted, up to 20 times. The same file by another transport is the same request.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const errorsOfKeys = ["idempotency_in_progress", "idempotency_mismatch"] as const;

/** Returns how the bytes of a tool travel. */
function transportWords({ file, binary }: Tool): string[] {
  const sent =
    file &&
    "Send the file in one of three ways: as base64 in JSON (or as an http or https URL, if the operator allows it), as the file part " +
      `\`${file.field}\` of a form, or as the body itself, with the other fields in the query.`;
  const returned = binary && "The response is JSON, or the bytes themselves if Accept prefers their type.";
  return [sent, returned].filter((words) => words !== undefined);
}

/** Returns the description of a file in JSON. */
export function encodedWords({ maxBytes, noun = "a file" }: NonNullable<Tool["file"]>): string {
  return `${capitalized(noun)} of at most ${maxBytes} bytes in base64 (standard or URL-safe, padded or not) or as a data: URI.`;
}

function toolOperation(tool: Tool): OperationText {
  const { request, response, file, binary, examples, summary, description } = tool;
  const documented = examples.find((example) => example.response) ?? examples[0];
  const sentences = [...transportWords(tool), ...(description ? [description] : [])];
  return {
    summary,
    description: sentences.length > 0 ? sentences.join(" ") : summary,
    errors: [...new Set([...withBody, ...errorsOfKeys, ...errorsOfTool(tool)])],
    isKeyed: true,
    request: file ? withField(request, file.field, z.string().describe(encodedWords(file))) : request,
    response: binary
      ? withField(response, binary.field, z.string().describe("The bytes in standard base64."))
      : response,
    example: { body: documented.request, ...(documented.response && { answer: documented.response }) },
    ...(file && { otherBodies: fileBodies(tool, file) }),
    ...(binary && { binary }),
  };
}

function binaryHeaders(binary: NonNullable<Tool["binary"]>): Headers {
  const { field } = binary;
  return {
    Vary: { description: "The response depends on Accept.", schema: { type: "string", const: "Accept" } },
    [resultHeader(binary)]: {
      description: `Only if the response is the bytes: the record without \`${field}\`, as one line of ASCII JSON.`,
      schema: { type: "string" },
    },
    [binaryFieldHeader]: {
      description:
        "The field of the record with the bytes. If the body is the bytes, `record` names the header with the other fields.",
      schema: { type: "string", enum: [field, `${field};record=${resultHeader(binary)}`] },
    },
    "Content-Disposition": {
      description: "Only if the response is the bytes: their file name.",
      schema: { type: "string", examples: [`inline; filename="${field}"`] },
    },
  };
}

/** Returns the schema of a file that is a body itself. Generators read `format`, OpenAPI 3.1 the media type. */
function fileSchema(type: string): Json {
  return { type: "string", format: "binary", contentMediaType: type };
}

function fileContent(mediaTypes: readonly string[]): Json {
  return Object.fromEntries(mediaTypes.map((type) => [type, { schema: fileSchema(type) }]));
}

function successResponse(
  components: Components,
  endpoint: string,
  { response, binary, example, isKeyed }: OperationText,
): Json {
  const body = { components, name: componentName(endpoint), schema: response, example: example.answer };
  return {
    description: binary
      ? `The record with the bytes in base64. If Accept prefers their type: the bytes themselves, with the record in ${resultHeader(binary)}.`
      : "The record.",
    headers: headerReferences(components, {
      ...meteredHeaders,
      ...(isKeyed && replayedHeader),
      ...(binary && binaryHeaders(binary)),
    }),
    content: { ...jsonContent(body, "output"), ...(binary && fileContent(binary.mediaTypes)) },
  };
}

function requestBody(
  components: Components,
  endpoint: string,
  { request, otherBodies, example }: OperationText,
): Json {
  const name = componentName(endpoint);
  return {
    required: true,
    content: {
      ...jsonContent({ components, name: `${name}Request`, schema: request, example: example.body }, "input"),
      ...(otherBodies && {
        "multipart/form-data": { schema: components.schema(`${name}Form`, otherBodies.form, "input") },
        ...fileContent(otherBodies.mediaTypes),
      }),
    },
  };
}

/** Returns the paths of the metered endpoints under /v1. */
export function endpointPaths(
  components: Components,
  services: Pick<Services, "tools" | "served" | "endpoints" | "scopes">,
): Json {
  const { tools, served } = services;
  const operations = new Map([
    ...tools.map(({ tool }) => [tool.name, toolOperation(tool)] as const),
    ...otherOperations.map(
      ([name, operation]) => [name, { ...operation, example: operationExample(name, services) }] as const,
    ),
  ]);
  return Object.fromEntries(
    endpointRoutes(tools).flatMap(({ endpoint, method, path, scope }) => {
      const operation = operations.get(endpoint);
      if (!operation) return [];
      const input =
        method === "GET"
          ? { parameters: sharedParameters(components, operation.request, operation.example.parameters) }
          : {
              parameters: [
                components.add("parameters", "CallIdempotencyKey", idempotencyParameter),
                ...(operation.otherBodies?.parameters ?? []),
              ],
              requestBody: requestBody(components, endpoint, operation),
            };
      const described = {
        operationId: endpoint,
        tags: [tagName(path)],
        summary: operation.summary,
        description: operation.description,
        security: bearerSecurity(scope, served),
        ...input,
        responses: {
          "200": successResponse(components, endpoint, operation),
          ...problemResponses(components, operation.errors, meteredHeaders),
        },
      };
      return [[path, { [method.toLowerCase()]: described }]];
    }),
  );
}
