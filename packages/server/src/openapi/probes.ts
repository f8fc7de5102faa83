import type { ErrorCode } from "@tools-api/core";
import { z } from "zod";
import type { Components } from "./components.ts";
import { headerReferences, type Headers, requestIdHeader } from "./headers.ts";
import { Problem, problemResponses } from "./problems.ts";
import { exampleMember, type Json } from "./schema.ts";
import { tagName } from "./tags.ts";

/** A record that anyone can get. */
export interface PublicRecord {
  path: string;
  operationId: string;
  summary: string;
  description: string;
  /** The description of the response. */
  answer: string;
  /** Default: JSON. */
  mediaType?: string;
  schema: z.ZodType;
  /** The name of a schema without a name of its own. */
  name?: string;
  example?: unknown;
  headers?: Headers;
  failure?: ErrorCode;
}

const probes: readonly PublicRecord[] = [
  {
    path: "/healthz",
    operationId: "health",
    summary: "Check that the process runs.",
    description: "Reads no store, so it also responds while a store is unavailable.",
    answer: "The process runs.",
    schema: z.object({ status: z.literal("ok").describe("The process runs.") }),
    name: "Health",
    example: { status: "ok" },
  },
  {
    path: "/readyz",
    operationId: "readiness",
    summary: "Check that the stores respond and accept writes.",
    description: "Send traffic only to servers that respond with 200.",
    answer: "Both stores completed a write within about the last second.",
    schema: z.object({ status: z.literal("ready").describe("The stores respond and accept writes.") }),
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
    schema: z.looseObject({ openapi: z.string().describe("The version of the OpenAPI specification.") }),
    name: "OpenApiDocument",
    headers: {
      ETag: { description: "The version of the document, for `If-None-Match`.", schema: { type: "string" } },
    },
  },
];

/**
 * Returns the path item of a public record.
 *
 * @param headers Those of every response.
 */
export function publicPath(components: Components, record: PublicRecord, headers: Headers = {}): Json {
  const {
    path,
    answer,
    mediaType = "application/json",
    name = "",
    schema,
    example,
    failure,
    ...rest
  } = record;
  const { headers: ownHeaders = {}, ...texts } = rest;
  const all = headerReferences(components, { ...headers, ...ownHeaders });
  const malformed = {
    description: "The request is malformed, or its header is too large.",
    content: { "application/problem+json": { schema: components.schema("Problem", Problem, "output") } },
  };
  return {
    get: {
      ...texts,
      tags: [tagName(path)],
      security: [],
      responses: {
        "200": {
          description: answer,
          ...(Object.keys(all).length > 0 && { headers: all }),
          content: {
            [mediaType]: { schema: components.schema(name, schema, "output"), ...exampleMember(example) },
          },
        },
        "400": components.add("responses", "MalformedRequest", malformed),
        ...(failure && problemResponses(components, [failure], requestIdHeader)),
      },
    },
  };
}

/** Returns the paths that describe the state of the server and its API. */
export function probePaths(components: Components, { hasMetrics }: { hasMetrics: boolean }): Json {
  return Object.fromEntries(
    probes
      .filter(({ path }) => hasMetrics || path !== "/metrics")
      .map((probe) => [probe.path, publicPath(components, probe)]),
  );
}
