import type { ErrorCode } from "@tools-api/core";
import { z } from "zod";
import type { Components } from "./components.ts";
import { requestIdHeader } from "./headers.ts";
import { problemResponses, Problem } from "./problems.ts";
import { exampleMember, type Json } from "./schema.ts";
import { tagName } from "./tags.ts";

interface Probe {
  path: string;
  operationId: string;
  summary: string;
  description: string;
  /** The description of the response. */
  answer: string;
  mediaType: string;
  /** The schema of the response, and its name. */
  schema: z.ZodType;
  name: string;
  example?: unknown;
  /** The response has an ETag. */
  tagged?: true;
  failure?: ErrorCode;
}

const probes: readonly Probe[] = [
  {
    path: "/healthz",
    operationId: "health",
    summary: "Check that the process runs.",
    description: "Reads no store, so it also responds while a store is unavailable.",
    answer: "The process runs.",
    mediaType: "application/json",
    schema: z.object({ status: z.literal("ok") }),
    name: "Health",
    example: { status: "ok" },
  },
  {
    path: "/readyz",
    operationId: "readiness",
    summary: "Check that the stores respond and accept writes.",
    description: "Send traffic only to servers that respond with 200.",
    answer: "Both stores completed a write within about the last second.",
    mediaType: "application/json",
    schema: z.object({ status: z.literal("ready") }),
    name: "Readiness",
    example: { status: "ready" },
    failure: "storage_unavailable",
  },
  {
    path: "/metrics",
    operationId: "metrics",
    summary: "Get the metrics of the server.",
    description:
      "Requests, calls, queues, failed authentication attempts, the process and the event loop. The metrics contain " +
      "nothing about accounts, keys or content.",
    answer: "Metrics in Prometheus text format.",
    mediaType: "text/plain",
    schema: z.string(),
    name: "Metrics",
  },
  {
    path: "/openapi.json",
    operationId: "openapi",
    summary: "Get this document.",
    description:
      "The server creates the document from the schemas that validate requests. A request with its ETag in " +
      "`If-None-Match` gets 304 without a body.",
    answer: "An OpenAPI 3.1 document.",
    mediaType: "application/json",
    schema: z.looseObject({ openapi: z.string() }),
    name: "OpenApiDocument",
    tagged: true,
  },
];

const etagHeader: Json = {
  ETag: { description: "The version of the response, for `If-None-Match`.", schema: { type: "string" } },
};

/** The response to bytes that are not a request. */
function malformed(components: Components): Json {
  return components.add("responses", "MalformedRequest", {
    description: "The request is malformed, or its header is too large.",
    content: { "application/problem+json": { schema: components.schema("Problem", Problem, "output") } },
  });
}

/** Returns the paths that describe the state of the server and its API. */
export function probePaths(components: Components, { hasMetrics }: { hasMetrics: boolean }): Json {
  return Object.fromEntries(
    probes
      .filter(({ path }) => hasMetrics || path !== "/metrics")
      .map(({ path, answer, mediaType, name, schema, example, tagged, failure, ...texts }) => [
        path,
        {
          get: {
            ...texts,
            tags: [tagName(path)],
            security: [],
            responses: {
              "200": {
                description: answer,
                ...(tagged && { headers: etagHeader }),
                content: {
                  [mediaType]: {
                    schema: components.schema(name, schema, "output"),
                    ...exampleMember(example),
                  },
                },
              },
              "4XX": malformed(components),
              ...(failure && problemResponses(components, [failure], requestIdHeader)),
            },
          },
        },
      ]),
  );
}
