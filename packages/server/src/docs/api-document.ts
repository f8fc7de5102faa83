import type { Services } from "../api/context.ts";
import type { CodeSample } from "../openapi/code-samples.ts";
import { openApiDocument } from "../openapi/document.ts";

/** The subset of JSON Schema that the document uses. */
export interface Schema {
  type?: string | readonly string[];
  description?: string;
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
  "publicUrl" | "served" | "metrics" | "scopes" | "tools" | "endpoints"
>;

/**
 * Returns a value with each reference replaced by its target, whose members the siblings of the reference override. A
 * reference inside its own target, as in a tree, becomes an object without fields.
 */
function resolved(value: unknown, document: unknown, within: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, document, within));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...members } = value as Readonly<Record<string, unknown>>;
  const own = Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, resolved(member, document, within)]),
  );
  if (typeof $ref !== "string") return own;
  if (within.includes($ref)) return { type: "object", ...own };
  // The document is an object, and its references name its own members.
  const target = $ref
    .split("/")
    .slice(1)
    .reduce((found, name) => (found as Readonly<Record<string, unknown>>)[name], document);
  return Object.assign({}, resolved(target, document, [...within, $ref]), own);
}

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
