import {
  ConvertedImageRecord,
  type Endpoint,
  type ErrorCode,
  errorCodes,
  ImageOptions,
  ImageRequest,
  maximumImageBytes,
  outputFormats,
  ProfileRecord,
  ProfileRequest,
  scopes,
  TextAnalysisRecord,
  TextRequest,
  UsageReportRecord,
  UsageRequest,
} from "@tools-api/core";
import { contentTypeOf } from "@tools-api/core/image";
import { z } from "zod";
import type { Services } from "./context.ts";
import { rawMediaTypes } from "./http/image-upload.ts";
import { problemKinds } from "./problem.ts";
import { endpointRoutes } from "./routes/endpoints.ts";

type Json = Record<string, unknown>;

const responseHeaders: Json = {
  "X-Request-Id": {
    description:
      "The caller's request id where it is 1 to 128 characters of [A-Za-z0-9._-], else a new UUIDv7.",
    schema: { type: "string" },
  },
  "RateLimit-Policy": {
    description:
      "Every policy that applies: its name, quota and window in seconds. `daily` always; `per_minute` and " +
      "`per_second` where the plan has such limits; `key_daily` where the API key has a cap; `unauthenticated`, the " +
      "limit on failed authentications for each client address, where the caller is not known.",
    schema: {
      type: "string",
      examples: ['"daily";q=1000;w=86400', '"daily";q=1000;w=86400, "per_minute";q=60;w=60'],
    },
  },
  RateLimit: {
    description:
      "Of each policy, in the same order, the calls left and the seconds to the next reset; a 503 leaves the seconds " +
      "out, and where the storage does not answer shows the figures that were last known.",
    schema: {
      type: "string",
      examples: ['"daily";r=997;t=41230', '"daily";r=997;t=41230, "per_minute";r=59;t=12'],
    },
  },
  "X-RateLimit-Limit": {
    description:
      "The quota, as the other two figures of the policy with the fewest calls left; of several that of the one that " +
      "resets last.",
    schema: { type: "integer" },
  },
  "X-RateLimit-Remaining": { description: "Calls left.", schema: { type: "integer" } },
  "X-RateLimit-Reset": { description: "The next reset in epoch seconds.", schema: { type: "integer" } },
};

const retryAfterHeader: Json = {
  description: "Whole seconds, never less than the time after which a retry can succeed.",
  schema: { type: "integer" },
};

const always: readonly ErrorCode[] = [
  "invalid_request",
  "missing_credentials",
  "invalid_credentials",
  "insufficient_scope",
  "account_suspended",
  "method_not_allowed",
  "invalid_parameter",
  "quota_exceeded",
  "too_many_attempts",
  "internal_error",
  "storage_unavailable",
];
const withBody: readonly ErrorCode[] = [
  ...always,
  "invalid_json",
  "payload_too_large",
  "unsupported_media_type",
  "overloaded",
];

interface OperationText {
  summary: string;
  description?: string;
  errors: readonly ErrorCode[];
  request: z.ZodObject;
  response: z.ZodType;
  /** What the body may be beside JSON, and the query parameters that go with it. */
  otherBodies?: { content: Json; parameters: Json[] };
  /** What the answer may be beside JSON. */
  images?: boolean;
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: "draft-2020-12" });
  return rest;
}

function queryParameters(request: z.ZodObject, description?: string): Json[] {
  return Object.entries(request.shape).map(([name, field]) => ({
    name,
    in: "query",
    required: false,
    ...(description && { description }),
    schema: field instanceof z.ZodType ? jsonSchema(field, "input") : {},
  }));
}

const file = { description: "The image.", contentMediaType: "application/octet-stream" };

/** A conversion's request as a form, and as the image itself with the fields in the query. */
const imageBodies = {
  content: {
    "multipart/form-data": {
      schema: jsonSchema(ImageRequest.extend({ image: z.unknown().meta(file) }), "input"),
    },
    ...Object.fromEntries(rawMediaTypes.map((type) => [type, { schema: file }])),
  },
  parameters: queryParameters(ImageOptions, "With the image itself as the body."),
};

const operations: Record<Endpoint, OperationText> = {
  "text-analyzer": {
    summary: "Analyse a text: sentiment, entities, keywords, language, summary, readability, syntax, PII.",
    errors: [...withBody, "unsupported_language", "processing_limit"],
    request: TextRequest,
    response: TextAnalysisRecord,
  },
  "image-converter": {
    summary: `Convert an image of at most ${maximumImageBytes} bytes to ${outputFormats.join(", ")}.`,
    description:
      "The content alone decides what format an image is, never its name or declared type. It comes as JSON in " +
      "base64, as a form with the file part `image`, or as the body itself, with the other fields in the query. " +
      "The answer is JSON, or the image itself where Accept prefers its type or `image/*`. For `auto` the image " +
      "types that Accept names narrow the choice; `*/*`, and none named, allow all.",
    errors: [...withBody, "not_acceptable", "invalid_image", "image_too_large", "processing_limit"],
    request: ImageRequest,
    response: ConvertedImageRecord,
    otherBodies: imageBodies,
    images: true,
  },
  usage: {
    summary: "What the account used, by period and endpoint.",
    errors: always,
    request: UsageRequest,
    response: UsageReportRecord,
  },
  profile: {
    summary: "The account, its plan, its allowance and the credential that asks.",
    errors: always,
    request: ProfileRequest,
    response: ProfileRecord,
  },
};

const Problem = z.object({
  type: z.string().describe("A URI reference that names the kind of problem."),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(errorCodes)).describe("Stays the same across releases: branch on this."),
  message: z.string(),
  detail: z.string().describe("Equal to `message`."),
  instance: z.string(),
  request_id: z.string(),
  errors: z
    .array(z.object({ pointer: z.string(), detail: z.string() }))
    .optional()
    .describe("On 400 and 422, one for every bad parameter."),
  "violated-policies": z
    .array(z.string())
    .optional()
    .describe(
      "On 429 the names of the policies that were exceeded, as in RateLimit-Policy; on 503 `overloaded` `capacity`.",
    ),
});

function problemResponses(codes: readonly ErrorCode[]): Json {
  const statuses = [...new Set(codes.map((code) => problemKinds[code].status))];
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: codes
          .filter((code) => problemKinds[code].status === status)
          .map((code) => `\`${code}\`: ${errorCodes[code]}`)
          .join(" "),
        headers: {
          ...responseHeaders,
          ...(status === 401 && { "WWW-Authenticate": { schema: { type: "string" } } }),
          ...((status === 429 || status === 503) && { "Retry-After": retryAfterHeader }),
        },
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  );
}

const imageHeaders: Json = {
  Vary: { description: "The answer depends on Accept.", schema: { type: "string", const: "Accept" } },
  "X-Image": {
    description: "With an image as the answer: the record without `image`, as one line of ASCII JSON.",
    schema: { type: "string" },
  },
  "Content-Disposition": {
    description: "With an image as the answer: a name for its file.",
    schema: { type: "string", examples: ['inline; filename="image.webp"'] },
  },
};

function successResponse({ response, images }: OperationText): Json {
  const binary = Object.fromEntries(outputFormats.map((format) => [contentTypeOf(format), {}]));
  return {
    description: images
      ? "The record with the image in base64; the image itself where Accept asks for it, with the record in X-Image."
      : "The record.",
    headers: {
      ...responseHeaders,
      ...(images && imageHeaders),
    },
    content: { "application/json": { schema: jsonSchema(response, "output") }, ...(images && binary) },
  };
}

function paths(): Json {
  return Object.fromEntries(
    endpointRoutes.map(({ endpoint, method, path, scope }) => {
      const operation = operations[endpoint];
      const input =
        method === "GET"
          ? { parameters: queryParameters(operation.request) }
          : {
              ...(operation.otherBodies && { parameters: operation.otherBodies.parameters }),
              requestBody: {
                required: true,
                content: {
                  "application/json": { schema: jsonSchema(operation.request, "input") },
                  ...operation.otherBodies?.content,
                },
              },
            };
      return [
        path,
        {
          [method.toLowerCase()]: {
            operationId: endpoint,
            summary: operation.summary,
            ...(operation.description && { description: operation.description }),
            security: [{ bearer: [scope] }],
            ...input,
            responses: { "200": successResponse(operation), ...problemResponses(operation.errors) },
          },
        },
      ];
    }),
  );
}

function probe(summary: string, failure?: ErrorCode): Json {
  return {
    get: {
      summary,
      security: [],
      responses: { "200": { description: "Yes." }, ...(failure && problemResponses([failure])) },
    },
  };
}

/** The OpenAPI 3.1 document of what is served, made from the schemas that validate. */
export function openApiDocument({ publicUrl }: Pick<Services, "publicUrl">): Json {
  return {
    openapi: "3.1.1",
    info: {
      title: "Tools API",
      version: "1.0.0",
      description:
        "Text analysis and image conversion. JSON is snake_case in UTF-8, times are RFC 3339 in UTC. Every call " +
        "to an endpoint under /v1 counts 1 against the day in which it was admitted, and against the minute, the " +
        "second and the day of its key where those have limits; it is admitted by all of them or takes a unit of " +
        "none. 401, 403, 404, 405, 429, OPTIONS and whatever ends in 5xx do not count.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicUrl === "" ? "/" : publicUrl }],
    security: [{ bearer: [] }],
    paths: {
      ...paths(),
      "/healthz": probe("Is the process up?"),
      "/readyz": probe("Does the storage answer?", "storage_unavailable"),
      "/openapi.json": probe("This document."),
    },
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: `An API key (\`tk_live_…\`). Scopes: ${scopes.join(", ")}.`,
        },
      },
      schemas: { Problem: jsonSchema(Problem, "output") },
    },
  };
}
