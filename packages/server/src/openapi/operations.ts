import type { ErrorCode } from "@tools-api/core";
import type { z } from "zod";
import type { OperationExample } from "../http/operation-example.ts";
import { type Body, type Components, componentName, jsonContent, sharedParameters } from "./components.ts";
import { headerReferences, type Headers, replayedHeader } from "./headers.ts";
import { problemResponses } from "./problems.ts";
import { exampleMember, type Json } from "./schema.ts";
import { tagName } from "./tags.ts";

/** A metered call or a management call, for the document. */
export interface Operation {
  operationId: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  security: Json[];
  errors: readonly ErrorCode[];
  /** The headers of every response. */
  headers: Headers;
  query?: z.ZodObject;
  /** The effect of an `Idempotency-Key`, and the name of its component; absent if its calls can have none. */
  key?: { component: string; effect: string; example?: string };
  /** The JSON body of the request. */
  body?: { schema: z.ZodObject; isRequired: boolean };
  /** Body types in addition to JSON, and the query parameters that belong to them. */
  otherBodies?: { form: z.ZodObject; mediaTypes: readonly string[]; parameters: Json[] };
  status: number;
  /** The JSON body of the response; absent if it has none. */
  answer?: z.ZodType;
  answerText: string;
  /** The headers of the response in addition to those of every response. */
  answerHeaders?: Headers;
  /** The content of the response in addition to JSON. */
  otherAnswers?: Json;
  example: OperationExample;
}

/** Returns the schema of a file that is a body itself. Generators read `format`, OpenAPI 3.1 the media type. */
function fileSchema(type: string): Json {
  return { type: "string", format: "binary", contentMediaType: type };
}

/** Returns the content of files of these types. */
export function fileContent(mediaTypes: readonly string[]): Json {
  return Object.fromEntries(mediaTypes.map((type) => [type, { schema: fileSchema(type) }]));
}

/** Returns a response with a JSON body. */
export function jsonResponse(body: Body, description: string, headers: Headers): Json {
  return {
    description,
    headers: headerReferences(body.components, headers),
    content: jsonContent(body, "output"),
  };
}

/** Returns the parameters of a path. The path of an object is that of its list with the id. */
function pathParameters(components: Components, path: string, examples: Readonly<Json>): Json[] {
  return [...path.matchAll(/\/([-a-z]+?)(ies|s)\/\{(\w+)\}/g)].map(([, stem = "", plural, name = ""]) => {
    const kind = plural === "ies" ? `${stem}y` : stem;
    return components.add("parameters", `${componentName(kind)}Id`, {
      name,
      in: "path",
      required: true,
      description: `The id of the ${kind.replaceAll("-", " ")}.`,
      schema: { type: "string" },
      ...exampleMember(examples[name]),
    });
  });
}

function keyParameter(components: Components, { component, effect, example }: NonNullable<Operation["key"]>) {
  return components.add("parameters", component, {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: `1 to 255 printable ASCII characters without a space. ${effect}`,
    schema: { type: "string", minLength: 1, maxLength: 255 },
    ...exampleMember(example),
  });
}

function requestBody(components: Components, { operationId, body, otherBodies, example }: Operation): Json {
  if (!body && !otherBodies) return {};
  const name = componentName(operationId);
  const json = body && { components, name: `${name}Request`, schema: body.schema, example: example.body };
  const content = {
    ...(json && jsonContent(json, "input")),
    ...(otherBodies && {
      "multipart/form-data": { schema: components.schema(`${name}Form`, otherBodies.form, "input") },
      ...fileContent(otherBodies.mediaTypes),
    }),
  };
  return { requestBody: { required: body?.isRequired ?? true, content } };
}

function successResponse(components: Components, operation: Operation): Json {
  const { operationId, answer, answerText, answerHeaders, otherAnswers, headers, key, example } = operation;
  const json = answer && {
    components,
    name: componentName(operationId),
    schema: answer,
    example: example.answer,
  };
  const content = { ...(json && jsonContent(json, "output")), ...otherAnswers };
  return {
    description: answerText,
    headers: headerReferences(components, { ...headers, ...(key && replayedHeader), ...answerHeaders }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

function describe(components: Components, operation: Operation): Json {
  const { operationId, path, summary, description, security, query, key, otherBodies } = operation;
  const { status, errors, headers, example } = operation;
  const parameters = [
    ...pathParameters(components, path, example.parameters ?? {}),
    ...(query ? sharedParameters(components, query, example.parameters) : []),
    ...(key ? [keyParameter(components, key)] : []),
    ...(otherBodies?.parameters ?? []),
  ];
  return {
    operationId,
    tags: [tagName(path)],
    summary,
    description,
    security,
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(components, operation),
    responses: {
      [status]: successResponse(components, operation),
      ...problemResponses(components, errors, headers),
    },
  };
}

/** Returns operations by path and method. */
export function operationPaths(components: Components, operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(components, operation),
    };
  return paths;
}
