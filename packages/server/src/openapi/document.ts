import type { ErrorCode } from "@tools-api/core";
import type { Services } from "../context.ts";
import { endpointPaths } from "./endpoints.ts";
import { requestIdHeader } from "./headers.ts";
import { managementPaths } from "./management.ts";
import { Problem, problemResponses } from "./problems.ts";
import { type Json, jsonSchema } from "./schema.ts";
import { securitySchemes } from "./security.ts";

function probe(summary: string, failure?: ErrorCode): Json {
  return {
    get: {
      summary,
      security: [],
      responses: {
        "200": { description: "Yes." },
        ...(failure && problemResponses([failure], requestIdHeader)),
      },
    },
  };
}

const metricsPage: Json = {
  get: {
    summary: "What the server does, in figures.",
    security: [],
    responses: {
      "200": {
        description: "Prometheus' text format.",
        content: { "text/plain": { schema: { type: "string" } } },
      },
    },
  },
};

/** The OpenAPI 3.1 document of what is served, made from the schemas that validate. */
export function openApiDocument({
  publicUrl,
  served,
  metrics,
}: Pick<Services, "publicUrl" | "served" | "metrics">): Json {
  return {
    openapi: "3.1.1",
    info: {
      title: "Tools API",
      version: "1.0.0",
      description:
        "Text analysis and image conversion. JSON is snake_case in UTF-8, times are RFC 3339 in UTC. Every call " +
        "to an endpoint under /v1 counts 1 against the day in which it was admitted, and against the minute, the " +
        "second and the day of its key where those have limits; it is admitted by all of them or takes a unit of " +
        "none. 401, 403, 404, 405, 429, OPTIONS and whatever ends in 5xx do not count. Calls under /account never " +
        "count.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicUrl === "" ? "/" : publicUrl }],
    security: [{ bearer: [] }],
    paths: {
      ...endpointPaths(served),
      ...(served.includes("management") && managementPaths(served)),
      "/healthz": probe("Is the process up?"),
      "/readyz": probe("Does the storage answer?", "storage_unavailable"),
      ...(metrics && { "/metrics": metricsPage }),
      "/openapi.json": probe("This document."),
    },
    components: {
      securitySchemes: securitySchemes(publicUrl, served),
      schemas: { Problem: jsonSchema(Problem, "output") },
    },
  };
}
