import type { ErrorCode } from "@tools-api/core";
import { requestIdHeader } from "./headers.ts";
import { problemResponses } from "./problems.ts";
import type { Json } from "./schema.ts";
import { tagName } from "./tags.ts";

interface Probe {
  path: string;
  operationId: string;
  summary: string;
  description: string;
  content: Json;
  failure?: ErrorCode;
}

function statusContent(status: string): Json {
  const schema = {
    type: "object",
    properties: { status: { type: "string", const: status } },
    required: ["status"],
  };
  return { "application/json": { schema, example: { status } } };
}

const probes: readonly Probe[] = [
  {
    path: "/healthz",
    operationId: "health",
    summary: "Check that the process runs.",
    description: "The process runs.",
    content: statusContent("ok"),
  },
  {
    path: "/readyz",
    operationId: "readiness",
    summary: "Check that the stores respond and accept writes.",
    description: "Both stores completed a write within about the last second.",
    content: statusContent("ready"),
    failure: "storage_unavailable",
  },
  {
    path: "/metrics",
    operationId: "metrics",
    summary: "Get the metrics of the server.",
    description: "Metrics in Prometheus text format.",
    content: { "text/plain": { schema: { type: "string" } } },
  },
  {
    path: "/openapi.json",
    operationId: "openapi",
    summary: "Get this document.",
    description: "An OpenAPI 3.1 document.",
    content: { "application/json": { schema: { type: "object" } } },
  },
];

/** Returns the paths that describe the state of the server and its API. */
export function probePaths({ hasMetrics }: { hasMetrics: boolean }): Json {
  return Object.fromEntries(
    probes
      .filter(({ path }) => hasMetrics || path !== "/metrics")
      .map(({ path, operationId, summary, description, content, failure }) => [
        path,
        {
          get: {
            operationId,
            tags: [tagName(path)],
            summary,
            security: [],
            responses: {
              "200": { description, content },
              ...(failure && problemResponses([failure], requestIdHeader)),
            },
          },
        },
      ]),
  );
}
