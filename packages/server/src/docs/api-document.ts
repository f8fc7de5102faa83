import type { Services } from "../http/context.ts";
import { resolved, type Schema } from "../api/tools/json-schema.ts";
import type { CodeSample } from "../openapi/code-samples.ts";
import { openApiDocument } from "../openapi/document.ts";

export interface MediaType {
  schema?: Schema;
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
  example?: string | number | boolean;
}

export interface Header {
  description?: string;
  schema: Schema & { examples?: readonly string[] };
}

export interface ApiResponse {
  description: string;
  headers?: Readonly<Record<string, Header>>;
  content?: Readonly<Record<string, MediaType>>;
}

/** A call in the document, with its method and path. */
export interface Operation {
  method: string;
  path: string;
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly Parameter[];
  requestBody?: { required: boolean; content: Readonly<Record<string, MediaType>> };
  responses: Readonly<Record<string, ApiResponse>>;
  "x-codeSamples": readonly CodeSample[];
}

/** The OpenAPI document in the form that the reference reads. */
export interface ApiDocument {
  info: { title: string; version: string; description: string };
  tags: readonly { name: string; description: string }[];
  operations: readonly Operation[];
}

type DocumentedServices = Pick<
  Services,
  "publicUrl" | "served" | "metrics" | "scopes" | "tools" | "endpoints" | "plans" | "deprecations" | "brand"
>;

/** Returns the served OpenAPI document without references. Tests check that it matches the server. */
export function apiDocument(services: DocumentedServices): ApiDocument {
  const { components, ...rest } = openApiDocument(services);
  // The server itself generates the document, and a test requires the reference to show every part of it.
  const { info, tags, paths } = resolved(rest, { components }) as Omit<ApiDocument, "operations"> & {
    paths: Record<string, Record<string, Omit<Operation, "method" | "path">>>;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  return { info, tags, operations };
}
