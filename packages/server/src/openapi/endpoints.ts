import type { ErrorCode } from "@tools-api/core";
import { maxImageBytes, outputFormats } from "@tools-api/core/image";
import { contentType } from "@tools-api/core/internal";
import {
  ConvertedImageRecord,
  ImageOptions,
  ImageRequest,
  ProfileRecord,
  ProfileRequest,
  TextAnalysisRecord,
  TextRequest,
  UsageReportRecord,
  UsageRequest,
} from "@tools-api/core/internal";
import type { Endpoint } from "@tools-api/core/usage";
import { z } from "zod";
import { rawMediaTypes } from "../api/http/image-upload.ts";
import { endpointRoutes } from "../api/routes/endpoints.ts";
import { operationExample } from "./examples.ts";
import { type Components, componentName, jsonContent, sharedParameters } from "./components.ts";
import { headerReferences, type Headers, meteredHeaders } from "./headers.ts";
import { errorsOfCalls, errorsOfParameters, problemResponses } from "./problems.ts";
import { type Json, queryParameters } from "./schema.ts";
import { bearerSecurity } from "./security.ts";
import type { ServedPart } from "../api/context.ts";
import { tagName } from "./tags.ts";

const withParameters: readonly ErrorCode[] = ["quota_exceeded", ...errorsOfCalls, ...errorsOfParameters];
const withBody: readonly ErrorCode[] = [...withParameters, "overloaded"];

interface OperationText {
  summary: string;
  description: string;
  errors: readonly ErrorCode[];
  request: z.ZodObject;
  response: z.ZodType;
  /** Body types in addition to JSON, and the query parameters that belong to them. */
  otherBodies?: { form: z.ZodObject; mediaTypes: readonly string[]; parameters: Json[] };
  /** Whether the response can be an image instead of JSON. */
  images?: boolean;
}

/** The request of a conversion as a form, and as the image itself with the fields in the query. */
const imageBodies = {
  form: ImageRequest.extend({ image: z.file().meta({ description: "The image." }) }),
  mediaTypes: rawMediaTypes,
  parameters: queryParameters(ImageOptions, {
    note: "Only if the body is the image itself.",
    examples: operationExample("image-converter").parameters,
  }),
};

const bodyOfGet =
  "The parameters can also be members of a JSON object in the body. If a parameter has different values in the query " +
  "and in the body, the response is 422. If the server's runtime does not expose the body of a GET request, the " +
  "response to a request with a body is 400.";

const operations: Record<Endpoint, OperationText> = {
  "text-analyzer": {
    summary: "Analyze a text: sentiment, entities, keywords, language, summary, readability, syntax, PII.",
    description:
      "The response has only the requested analyses, and always the language, the statistics and the warnings. If the " +
      "server detects the language, it omits analyses that do not support it, with a warning.",
    errors: [...withBody, "unsupported_language", "processing_limit"],
    request: TextRequest,
    response: TextAnalysisRecord,
  },
  "image-converter": {
    summary: `Convert an image of at most ${maxImageBytes} bytes to ${outputFormats.join(", ")}.`,
    description:
      "Only the content decides the input format, never the file name or the declared type. Send the image in one of " +
      "three ways: as base64 in JSON (or as an http or https URL, if the operator allows it), as the file part `image` of a form, or as the body itself, with the other fields " +
      "in the query. The response is JSON, or the image itself if Accept prefers its type or `image/*`. With the " +
      "format `auto`, the image types in Accept limit the choice. `*/*`, or no image type, allows all formats.",
    errors: [...withBody, "not_acceptable", "invalid_image", "image_too_large", "processing_limit"],
    request: ImageRequest,
    response: ConvertedImageRecord,
    otherBodies: imageBodies,
    images: true,
  },
  usage: {
    summary: "Get the usage of the account by period and endpoint.",
    description: bodyOfGet,
    errors: withParameters,
    request: UsageRequest,
    response: UsageReportRecord,
  },
  profile: {
    summary: "Get the account, its plan, its allowance and the calling credential.",
    description: `In the query, \`include_stats\` can also be \`True\`, \`False\`, \`1\` or \`0\`. ${bodyOfGet}`,
    errors: withParameters,
    request: ProfileRequest,
    response: ProfileRecord,
  },
};

const imageHeaders: Headers = {
  Vary: { description: "The response depends on Accept.", schema: { type: "string", const: "Accept" } },
  "X-Image": {
    description: "Only if the response is an image: the record without `image`, as one line of ASCII JSON.",
    schema: { type: "string" },
  },
  "Content-Disposition": {
    description: "Only if the response is an image: its file name.",
    schema: { type: "string", examples: ['inline; filename="image.webp"'] },
  },
};

/** Returns the schema of a file that is a body itself. Generators read `format`, OpenAPI 3.1 the media type. */
function fileSchema(type: string): Json {
  return { type: "string", format: "binary", contentMediaType: type };
}

function fileContent(mediaTypes: readonly string[]): Json {
  return Object.fromEntries(mediaTypes.map((type) => [type, { schema: fileSchema(type) }]));
}

function successResponse(
  components: Components,
  endpoint: Endpoint,
  { response, images }: OperationText,
  example: unknown,
): Json {
  const body = { components, name: componentName(endpoint), schema: response, example };
  return {
    description: images
      ? "The record with the image in base64. If Accept prefers an image: the image itself, with the record in X-Image."
      : "The record.",
    headers: headerReferences(components, { ...meteredHeaders, ...(images && imageHeaders) }),
    content: {
      ...jsonContent(body, "output"),
      ...(images && fileContent(outputFormats.map(contentType))),
    },
  };
}

function requestBody(
  components: Components,
  endpoint: Endpoint,
  { request, otherBodies }: OperationText,
  example: unknown,
): Json {
  const name = componentName(endpoint);
  return {
    required: true,
    content: {
      ...jsonContent({ components, name: `${name}Request`, schema: request, example }, "input"),
      ...(otherBodies && {
        "multipart/form-data": { schema: components.schema(`${name}Form`, otherBodies.form, "input") },
        ...fileContent(otherBodies.mediaTypes),
      }),
    },
  };
}

/** Returns the paths of the four endpoints under /v1. */
export function endpointPaths(components: Components, served: readonly ServedPart[]): Json {
  return Object.fromEntries(
    endpointRoutes.map(({ endpoint, method, path, scope }) => {
      const operation = operations[endpoint];
      const example = operationExample(endpoint);
      const input =
        method === "GET"
          ? { parameters: sharedParameters(components, operation.request, example.parameters) }
          : {
              ...(operation.otherBodies && { parameters: operation.otherBodies.parameters }),
              requestBody: requestBody(components, endpoint, operation, example.body),
            };
      return [
        path,
        {
          [method.toLowerCase()]: {
            operationId: endpoint,
            tags: [tagName(path)],
            summary: operation.summary,
            description: operation.description,
            security: bearerSecurity(scope, served),
            ...input,
            responses: {
              "200": successResponse(components, endpoint, operation, example.answer),
              ...problemResponses(components, operation.errors, meteredHeaders),
            },
          },
        },
      ];
    }),
  );
}
