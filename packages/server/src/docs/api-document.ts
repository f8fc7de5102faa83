import type { Services } from "../api/context.ts";
import { openApiDocument } from "../openapi/document.ts";

/** The subset of JSON Schema that the document uses. */
export interface Schema {
  type?: string | readonly string[];
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: readonly unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  contentMediaType?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
}

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
  description?: string;
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly Parameter[];
  requestBody?: { required: boolean; content: Readonly<Record<string, MediaType>> };
  responses: Readonly<Record<string, ApiResponse>>;
}

/** The OpenAPI document in the form that the reference reads. */
export interface ApiDocument {
  info: { title: string; version: string; description: string };
  tags: readonly { name: string; description: string }[];
  operations: readonly Operation[];
}

type DocumentedServices = Pick<Services, "publicUrl" | "served" | "metrics">;

/** Returns the served OpenAPI document. Tests check that it matches the server. */
export function apiDocument(services: DocumentedServices): ApiDocument {
  // The server itself generates the document, and a test requires the reference to show every part of it.
  const { info, tags, paths } = openApiDocument(services) as unknown as Omit<ApiDocument, "operations"> & {
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
